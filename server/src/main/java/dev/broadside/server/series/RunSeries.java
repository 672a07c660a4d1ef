package dev.broadside.server.series;

import dev.broadside.core.report.series.Buckets;
import dev.broadside.core.report.series.Point;
import dev.broadside.server.store.RunTable;
import dev.broadside.server.store.RunTable.Entry;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import tools.jackson.databind.json.JsonMapper;

/// One run's series, brought up to date whenever somebody asks: only what the store has kept since
/// then is read. Safe for use by several threads, which wait for each other and for the store.
final class RunSeries {
  /// So many intervals are told one by one.
  static final int NEWEST = 300;

  /// So many more are read at once: whoever asks is answered soon, and asks again.
  static final int AT_ONCE = 20_000;

  private static final int PAGE = 500;

  private final String runId;
  private final RunTable runs;
  private final JsonMapper json;
  private final Buckets buckets = new Buckets();
  private final NavigableMap<Integer, String> newest = new TreeMap<>();
  private int known = -1;
  private long through;

  RunSeries(String runId, RunTable runs, JsonMapper json) {
    this.runId = runId;
    this.runs = runs;
    this.json = json;
  }

  /// The series with everything that is kept, or with more of it than the last time.
  ///
  /// @param kept everything up to this event is in the store
  /// @param withFigures with the metrics of declared figures
  synchronized SeriesDocument upTo(long kept, boolean withFigures) {
    int before = known;
    boolean more = addNewer();
    amend(before, kept);
    through = Math.max(through, kept);
    return SeriesDocument.of(through, more, buckets, withFigures, newest.values());
  }

  /// Some of the intervals as they are kept, in as many buckets as the whole run has.
  ///
  /// @param from the first one
  /// @param to the last one; of many only the first [#AT_ONCE] are read
  synchronized SeriesDocument within(int from, int to, boolean withFigures) {
    Buckets some = new Buckets(from);
    some.learn(buckets.figures());
    int next = from;
    for (int read = 0; read < AT_ONCE && next <= to; read += PAGE) {
      List<Entry> page = runs.intervals(runId, next, PAGE);
      page.stream()
          .filter(interval -> interval.position() <= to)
          .forEach(interval -> some.add(json.readValue(interval.json(), Point.class)));
      next = page.size() < PAGE ? Integer.MAX_VALUE : page.getLast().position() + 1;
    }
    return SeriesDocument.of(through, next <= to, some, withFigures, List.of());
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
    buckets.add(json.readValue(interval.json(), Point.class));
    known = interval.position();
    newest.put(interval.position(), interval.json());
    if (newest.size() > NEWEST) {
      newest.pollFirstEntry();
    }
  }

  /// Reads again what stands in one bucket with an interval that has changed since the last time: a
  /// lowest and a highest figure cannot be taken back.
  private void amend(int before, long kept) {
    int behind = -1;
    for (int index : runs.changedIntervals(runId, through, kept, before)) {
      if (index >= behind) {
        behind = readBucket(index);
      }
    }
  }

  /// Returns the index behind the bucket's last interval.
  private int readBucket(int index) {
    int from = buckets.firstBeside(index);
    int end = from + buckets.stride();
    buckets.empty(index);
    for (Entry interval : runs.intervals(runId, from, buckets.stride())) {
      // What is newer than all that is known has not been added yet, and will be.
      if (interval.position() < end && interval.position() <= known) {
        buckets.add(json.readValue(interval.json(), Point.class));
        newest.computeIfPresent(interval.position(), (_, _) -> interval.json());
      }
    }
    return end;
  }
}
