package dev.broadside.server.series;

import dev.broadside.core.report.series.Bucket;
import dev.broadside.core.report.series.Buckets;
import dev.broadside.core.report.series.Point;
import dev.broadside.server.results.UnreadableResultException;
import dev.broadside.server.series.SeriesDocument.Progress;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.job.RollUps;
import dev.broadside.server.store.job.RunTable;
import dev.broadside.server.store.job.RunTable.Entry;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// One run's series, brought up to date on each request, and by [SeriesCache] while the run goes
/// on: only what the store has kept since then is read. Safe for use by several threads, which wait
/// for each other and for the store.
///
/// While the server runs, intervals that are rolled up keep their peaks and troughs. After a
/// restart the series has only those of the rolled-up intervals.
final class RunSeries {
  /// Among this many newest intervals, those that may still change are sent in full.
  private static final int NEWEST = 300;

  /// Read by one request, so that it is answered in less than a second; the caller asks again.
  private static final int MOST_READ = 5_000;

  private static final int MOST_WITHIN = 20_000;

  private static final int PAGE = 500;

  private final String runId;
  private final RunTable runs;
  private final RollUps rollUps;
  private final JsonMapper json;
  private final NavigableMap<Integer, Recent> newest = new TreeMap<>();
  private Buckets buckets = new Buckets();
  private int known = -1;
  private long through;
  private boolean more;

  /// An interval that is sent in full.
  private record Recent(String json, Point point) {}

  RunSeries(String runId, ResultStore store, JsonMapper json) {
    this.runId = runId;
    this.runs = store.runs();
    this.rollUps = store.rollUps();
    this.json = json;
  }

  /// The series with everything that is kept, or with more of it than the last time.
  ///
  /// @param kept everything up to this event is in the store
  /// @param withFigures with the metrics of declared figures
  /// @param since an interval; buckets that end before it are left out
  synchronized SeriesDocument upTo(long kept, boolean withFigures, int since) {
    rollUps.whileNone(runId, () -> bringUpTo(kept));
    return SeriesDocument.of(
        new Progress(through, more), newestInFull(), buckets, withFigures, since);
  }

  /// All that is kept, as it is now, in buckets of the caller's own.
  synchronized Buckets whole(long kept) {
    do {
      rollUps.whileNone(runId, () -> bringUpTo(kept));
    } while (more);
    return buckets.copy();
  }

  /// Brings the series up to date, or nearer to it, for the next look.
  ///
  /// @return whether there is more to be read
  synchronized boolean follow(long kept) {
    rollUps.whileNone(runId, () -> bringUpTo(kept));
    return more;
  }

  private void bringUpTo(long kept) {
    int before = known;
    SortedSet<Integer> changed = new TreeSet<>();
    cut().ifPresent(changed::add);
    more = addNewer();
    changed.addAll(runs.changedIntervals(runId, through, kept, before));
    readAgain(changed);
    through = Math.max(through, kept);
  }

  /// Some of the intervals as they are kept, in as many buckets as the whole run has. One that was
  /// rolled up and reaches into them stands there as a whole, also where it begins before them.
  ///
  /// @param from the first one
  /// @param to the last one; of many only the first 20,000 are read
  synchronized SeriesDocument within(int from, int to, boolean withFigures) {
    AtomicReference<SeriesDocument> found = new AtomicReference<>();
    rollUps.whileNone(runId, () -> found.set(read(reachingInto(from), to, withFigures)));
    return found.get();
  }

  private SeriesDocument read(int from, int to, boolean withFigures) {
    Buckets some = new Buckets(from);
    some.learn(buckets.figures());
    int next = from;
    for (int read = 0; read < MOST_WITHIN && next <= to; read += PAGE) {
      List<Entry> page = runs.intervals(runId, next, PAGE);
      page.stream()
          .filter(interval -> interval.position() <= to)
          .forEach(interval -> some.add(point(interval)));
      next = page.size() < PAGE ? Integer.MAX_VALUE : page.getLast().position() + 1;
    }
    return SeriesDocument.of(new Progress(through, next <= to), List.of(), some, withFigures, from);
  }

  /// The first index of the rolled-up interval that covers an index, or else the index itself.
  private int reachingInto(int index) {
    return runs.lastInterval(runId, index)
        .map(this::point)
        .filter(interval -> interval.endIndex() > index)
        .map(Point::index)
        .orElse(index);
  }

  private Point addNewest(String interval) {
    Point point = point(interval);
    newest.put(point.index(), new Recent(interval, point));
    return point;
  }

  private List<String> newestInFull() {
    return newest.values().stream().map(Recent::json).toList();
  }

  /// Returns whether there are still more.
  private boolean addNewer() {
    for (int read = 0; read < MOST_READ; read += PAGE) {
      List<Entry> page = runs.intervals(runId, known + 1, PAGE);
      page.forEach(this::add);
      if (page.size() < PAGE) {
        return false;
      }
    }
    return true;
  }

  private void add(Entry interval) {
    Point point = addNewest(interval.json());
    buckets.add(point);
    known = point.endIndex() - 1;
    dropSettled();
  }

  /// A live page continues from the newest interval, shows the newest that has figures, and
  /// corrects its sums when an open interval changes. For all others the buckets are enough.
  private void dropSettled() {
    boolean found = false;
    Iterator<Recent> backwards = newest.descendingMap().values().iterator();
    while (backwards.hasNext()) {
      Point point = backwards.next().point();
      boolean needed = point.endIndex() > known || (point.telling() && !found);
      boolean open = point.provisional() && point.index() > known - NEWEST;
      if (!needed && !open) {
        backwards.remove();
      }
      found |= point.telling();
    }
  }

  /// The rolled-up interval that begins among the known ones and ends after them.
  private Optional<Integer> cut() {
    return runs.lastInterval(runId, known)
        .filter(interval -> point(interval).endIndex() > known + 1)
        .map(Entry::position);
  }

  /// Reads the buckets of changed intervals again, since a minimum and a maximum cannot be undone.
  private void readAgain(SortedSet<Integer> changed) {
    int behind = -1;
    for (int index : changed) {
      if (index >= behind) {
        behind = readBeside(index);
      }
    }
  }

  /// Reads the bucket of an interval again, and the neighbours that a rolled-up interval covers: it
  /// counts where it begins, and what its parts gave to the other buckets must go.
  ///
  /// @return the index after the last bucket
  private int readBeside(int index) {
    int from = uncrossed(index);
    int end = buckets.firstBeside(index) + buckets.stride();
    Map<Integer, Bucket> before = buckets.empty(from, end);
    Set<Integer> coarse = new HashSet<>();
    for (int next = from; next < end; ) {
      // A bucket may be of one interval, and hundreds may have changed.
      int most = Math.min(PAGE, end - next);
      List<Entry> page = runs.intervals(runId, next, most);
      for (Entry interval : page) {
        // What is newer than all that is known has not been added yet, and will be.
        if (interval.position() >= end || interval.position() > known) {
          break;
        }
        Point point = point(interval);
        int reach = buckets.firstBeside(point.endIndex() - 1) + buckets.stride();
        before.putAll(buckets.empty(end, Math.max(end, reach)));
        end = Math.max(end, reach);
        replace(interval, point);
        if (point.endIndex() > point.index() + 1) {
          int first = buckets.firstBeside(point.index());
          IntStream.iterate(first, at -> at < reach, at -> at + buckets.stride())
              .forEach(coarse::add);
        }
      }
      next = page.size() < most ? end : page.getLast().position() + 1;
    }
    // The store no longer has the peaks and troughs within rolled-up intervals.
    coarse.forEach(at -> Optional.ofNullable(before.get(at)).ifPresent(b -> buckets.recall(at, b)));
    return end;
  }

  /// The nearest bucket edge before an interval that no rolled-up interval crosses.
  private int uncrossed(int index) {
    int edge = buckets.firstBeside(index);
    Optional<Entry> left = runs.lastInterval(runId, edge - 1);
    while (left.isPresent() && point(left.get()).endIndex() > edge) {
      edge = buckets.firstBeside(left.get().position());
      left = runs.lastInterval(runId, edge - 1);
    }
    return edge;
  }

  private void replace(Entry interval, Point point) {
    buckets.add(point);
    known = Math.max(known, point.endIndex() - 1);
    newest.computeIfPresent(interval.position(), (_, _) -> new Recent(interval.json(), point));
    newest.subMap(interval.position(), false, point.endIndex(), false).clear();
    dropSettled();
  }

  private Point point(Entry interval) {
    return point(interval.json());
  }

  private Point point(String kept) {
    try {
      return json.readValue(kept, Point.class);
    } catch (JacksonException e) {
      throw new UnreadableResultException(runId, e);
    }
  }
}
