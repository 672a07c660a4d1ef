package dev.broadside.server.series;

import dev.broadside.core.report.Json;
import dev.broadside.core.report.series.Buckets;
import dev.broadside.server.collect.Snapshots;
import dev.broadside.server.feed.History;
import dev.broadside.server.store.ResultStore;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import tools.jackson.databind.json.JsonMapper;

/// The series of those runs that were looked at lately. Safe for use by several threads.
///
/// A look reads what came since the last one, and the first one since the server was started what
/// came since the last time that the series was kept: see [RunningCharts].
public final class SeriesCache {
  private static final int MOST_RUNS = 8;

  /// Raised with whatever is kept of charts, or worked out, in another way: all is read anew then.
  /// As long as it stays, every version of the server goes on with what another one kept.
  static final int FORMAT = 5;

  private final ResultStore store;
  private final Executor upkeep;
  private final Snapshots<SeriesState> snapshots;
  private final History history;
  private final JsonMapper json = Json.mapper();
  private final Map<String, RunSeries> shelf = new LinkedHashMap<>();

  /// @param upkeep one thread, which keeps what looks have read: whoever looks does not wait for
  ///   the store to take it
  public SeriesCache(ResultStore store, History history, Executor upkeep) {
    this.store = store;
    this.upkeep = upkeep;
    snapshots = new Snapshots<>(store.chartCheckpoints(), "format " + FORMAT, SeriesState.class);
    this.history = history;
  }

  /// The series of a run as it is now, or, of a long one that was not looked at lately, of its
  /// beginning, which the next call continues; an empty one where there is no such run. Blocks on
  /// the store.
  ///
  /// @param withFigures with the metrics of declared figures
  /// @param since an interval; buckets that end before it are left out
  public SeriesDocument of(String runId, boolean withFigures, int since) {
    RunSeries series = taken(runId);
    SeriesDocument document = series.upTo(history.kept(), withFigures, since);
    keepSoon(series);
    return document;
  }

  /// All of a run as it is now; none where there is no such run. Blocks on the store, and of a long
  /// run that was never looked at for seconds.
  public Buckets whole(String runId) {
    RunSeries series = taken(runId);
    Buckets whole = series.whole(history.kept());
    keepSoon(series);
    return whole;
  }

  private void keepSoon(RunSeries series) {
    if (series.muchIsUnkept()) {
      upkeep.execute(() -> series.keepUp(history.kept(), false));
    }
  }

  /// The series of some intervals, as fine as they are kept: of a long run finer than the whole. Of
  /// more than 20,000 only the first are in it.
  ///
  /// @param from the first one
  /// @param to the last one
  public SeriesDocument within(String runId, int from, int to, boolean withFigures) {
    return taken(runId).within(from, to, withFigures);
  }

  /// Brings the series of a run up to date though nobody looks, and keeps it where enough has come
  /// since it was kept. Where there is no room on the shelf, only what is kept remains of it.
  /// Blocks on the store; for the thread of upkeep.
  ///
  /// @param over whether the run goes on no more
  /// @return the newest interval that is in what is kept; -1 where nothing is
  int keepUp(String runId, boolean over) {
    return found(runId).keepUp(history.kept(), over);
  }

  /// Whoever looks at others loses none of them for it.
  private synchronized RunSeries found(String runId) {
    if (shelf.get(runId) instanceof RunSeries series) {
      return series;
    }
    RunSeries series = new RunSeries(runId, store, snapshots, json);
    if (shelf.size() < MOST_RUNS) {
      shelf.put(runId, series);
    }
    return series;
  }

  private synchronized RunSeries taken(String runId) {
    RunSeries series =
        Optional.ofNullable(shelf.remove(runId))
            .orElseGet(() -> new RunSeries(runId, store, snapshots, json));
    // Put back as the newest, so that the one that is dropped was not looked at for the longest.
    shelf.put(runId, series);
    if (shelf.size() > MOST_RUNS) {
      shelf.remove(shelf.keySet().iterator().next());
    }
    return series;
  }
}
