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

/// One run's series, brought up to date whenever somebody asks, and by [SeriesCache] while the run
/// goes on: only what the store has kept since then is read. Safe for use by several threads, which
/// wait for each other and for the store.
///
/// As long as the server runs, the peaks and troughs of intervals that are rolled up meanwhile
/// stay; a server that is started again draws what is kept.
final class RunSeries {
  /// Of so many newest intervals those that may come again are told as a whole.
  static final int NEWEST = 300;

  /// So many more are read at once: whoever asks is answered soon, and asks again.
  static final int AT_ONCE = 20_000;

  private static final int PAGE = 500;

  private final String runId;
  private final RunTable runs;
  private final RollUps rollUps;
  private final JsonMapper json;
  private final NavigableMap<Integer, Whole> newest = new TreeMap<>();
  private Buckets buckets = new Buckets();
  private int known = -1;
  private long through;
  private boolean more;

  /// An interval that is told as a whole.
  private record Whole(String json, Point point) {}

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
    return SeriesDocument.of(new Progress(through, more, wholes()), buckets, withFigures, since);
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
  /// @param to the last one; of many only the first [#AT_ONCE] are read
  synchronized SeriesDocument within(int from, int to, boolean withFigures) {
    AtomicReference<SeriesDocument> found = new AtomicReference<>();
    rollUps.whileNone(runId, () -> found.set(read(reachingInto(from), to, withFigures)));
    return found.get();
  }

  private SeriesDocument read(int from, int to, boolean withFigures) {
    Buckets some = new Buckets(from);
    some.learn(buckets.figures());
    int next = from;
    for (int read = 0; read < AT_ONCE && next <= to; read += PAGE) {
      List<Entry> page = runs.intervals(runId, next, PAGE);
      page.stream()
          .filter(interval -> interval.position() <= to)
          .forEach(interval -> some.add(point(interval)));
      next = page.size() < PAGE ? Integer.MAX_VALUE : page.getLast().position() + 1;
    }
    return SeriesDocument.of(new Progress(through, next <= to, List.of()), some, withFigures, from);
  }

  /// The beginning of an interval that was rolled up and goes on at an index; the index itself
  /// where there is none.
  private int reachingInto(int index) {
    return runs.lastInterval(runId, index)
        .map(this::point)
        .filter(interval -> interval.endIndex() > index)
        .map(Point::index)
        .orElse(index);
  }

  private Point tellWhole(String interval) {
    Point point = point(interval);
    newest.put(point.index(), new Whole(interval, point));
    return point;
  }

  private List<String> wholes() {
    return newest.values().stream().map(Whole::json).toList();
  }

  /// Returns whether there are still more.
  private boolean addNewer() {
    for (int read = 0; read < AT_ONCE; read += PAGE) {
      List<Entry> page = runs.intervals(runId, known + 1, PAGE);
      page.forEach(this::add);
      if (page.size() < PAGE) {
        return false;
      }
    }
    return true;
  }

  private void add(Entry interval) {
    Point point = tellWhole(interval.json());
    buckets.add(point);
    known = point.endIndex() - 1;
    dropSettled();
  }

  /// Who looks live goes on with the newest interval, shows the newest that tells something, and
  /// takes back what it has counted of those that come again: of all others the buckets tell
  /// enough.
  private void dropSettled() {
    boolean told = false;
    Iterator<Whole> backwards = newest.descendingMap().values().iterator();
    while (backwards.hasNext()) {
      Point point = backwards.next().point();
      boolean needed = point.endIndex() > known || (point.telling() && !told);
      boolean open = point.provisional() && point.index() > known - NEWEST;
      if (!needed && !open) {
        backwards.remove();
      }
      told |= point.telling();
    }
  }

  /// The interval that begins in what is known and goes on behind it, since it was rolled up in the
  /// meantime.
  private Optional<Integer> cut() {
    return runs.lastInterval(runId, known)
        .filter(interval -> point(interval).endIndex() > known + 1)
        .map(Entry::position);
  }

  /// Reads again what stands beside an interval that has changed since the last time: a lowest and
  /// a highest figure cannot be taken back.
  private void readAgain(SortedSet<Integer> changed) {
    int behind = -1;
    for (int index : changed) {
      if (index >= behind) {
        behind = readBeside(index);
      }
    }
  }

  /// Reads the bucket of an interval, and those beside it into which an interval reaches that was
  /// rolled up: it stands where it begins, and what its parts gave to the others must go.
  ///
  /// @return the index behind the last bucket
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
    // Peaks and troughs of what was rolled up can be read nowhere any more.
    coarse.forEach(at -> Optional.ofNullable(before.get(at)).ifPresent(b -> buckets.recall(at, b)));
    return end;
  }

  /// The nearest edge of a bucket before an interval over which none reaches.
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
    newest.computeIfPresent(interval.position(), (_, _) -> new Whole(interval.json(), point));
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
