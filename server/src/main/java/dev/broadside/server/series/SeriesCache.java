package dev.broadside.server.series;

import dev.broadside.core.report.Json;
import dev.broadside.core.report.series.Bucket;
import dev.broadside.core.report.series.Buckets;
import dev.broadside.core.report.series.Point;
import dev.broadside.server.feed.EventOrder;
import dev.broadside.server.results.UnreadableResultException;
import dev.broadside.server.series.SeriesDocument.Progress;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.job.RollUps;
import dev.broadside.server.store.job.RunTable;
import dev.broadside.server.store.job.RunTable.Entry;
import java.time.Duration;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// The series of the runs that were asked for lately. Safe for use by several threads.
///
/// A request reads what came since the last one. After a restart of the server, the first request
/// for a long run reads only its beginning, which the next one continues.
public final class SeriesCache {
  /// How often [#follow] is called.
  public static final Duration LOOK = Duration.ofSeconds(5);

  private static final Logger LOG = LoggerFactory.getLogger(SeriesCache.class);
  private static final int MOST_RUNS = 8;

  /// Leaves room for other runs that users look at.
  private static final int MOST_FOLLOWED = 4;

  private final ResultStore store;
  private final EventOrder events;
  private final JsonMapper json = Json.mapper();
  private final Map<String, RunSeries> looked = new LinkedHashMap<>();

  public SeriesCache(ResultStore store, EventOrder events) {
    this.store = store;
    this.events = events;
  }

  /// The series of a run as it is now; for a long run that is not in the cache, of its beginning,
  /// which the next call continues. Empty if there is no such run. Blocks on the store.
  ///
  /// @param withFigures with the metrics of declared figures
  /// @param since an interval; buckets that end before it are left out
  public SeriesDocument of(String runId, boolean withFigures, int since) {
    return taken(runId).upTo(events.kept(), withFigures, since);
  }

  /// All of a run as it is now; empty if there is no such run. Blocks on the store: for seconds if
  /// the run is long and not in the cache.
  public Buckets whole(String runId) {
    return taken(runId).whole(events.kept());
  }

  /// The series of some intervals at the resolution of the store, which for a long run is finer
  /// than that of the whole series. At most the first 20,000 intervals.
  ///
  /// @param from the first one
  /// @param to the last one
  public SeriesDocument within(String runId, int from, int to, boolean withFigures) {
    return taken(runId).within(from, to, withFigures);
  }

  /// Brings the series of the oldest running jobs up to date, so that their pages show charts at
  /// once, also soon after a restart, and keep the peaks and troughs of intervals that are rolled
  /// up later. Blocks on the store.
  ///
  /// @param running oldest first
  public void follow(List<String> running) {
    for (String run : running.subList(0, Math.min(running.size(), MOST_FOLLOWED))) {
      try {
        RunSeries series = taken(run);
        boolean more = true;
        while (more) {
          more = series.follow(events.kept());
        }
      } catch (RuntimeException e) {
        // The other runs must not suffer, and a request for this one reports the failure.
        LOG.debug("the charts of run {} are brought up to date later", run, e);
      }
    }
  }

  private synchronized RunSeries taken(String runId) {
    RunSeries series =
        Optional.ofNullable(looked.remove(runId))
            .orElseGet(() -> new RunSeries(runId, store, json));
    // Put back as the newest, so that the least recently used one is dropped.
    looked.put(runId, series);
    if (looked.size() > MOST_RUNS) {
      looked.remove(looked.keySet().iterator().next());
    }
    return series;
  }

  /// One run's series, brought up to date on each request, and by [SeriesCache] while the run goes
  /// on: only what the store has kept since then is read. Safe for use by several threads, which
  /// wait for each other and for the store.
  ///
  /// While the server runs, intervals that are rolled up keep their peaks and troughs. After a
  /// restart the series has only those of the rolled-up intervals.
  static final class RunSeries {
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
      this.runs = store.runs;
      this.rollUps = store.rollUps;
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

    /// Some of the intervals as they are stored, in as many buckets as the whole run has. A
    /// rolled-up interval that reaches into them is there as a whole, even if it begins before
    /// them.
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
      return SeriesDocument.of(
          new Progress(through, next <= to), List.of(), some, withFigures, from);
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

    /// Reads the buckets of changed intervals again, since a minimum and a maximum cannot be
    /// undone.
    private void readAgain(SortedSet<Integer> changed) {
      int behind = -1;
      for (int index : changed) {
        if (index >= behind) {
          behind = readBeside(index);
        }
      }
    }

    /// Reads the bucket of an interval again, and the neighbours that a rolled-up interval covers:
    /// it counts where it begins, and what its parts gave to the other buckets must go.
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
      coarse.forEach(
          at -> Optional.ofNullable(before.get(at)).ifPresent(b -> buckets.recall(at, b)));
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
}
