package dev.broadside.server.series;

import dev.broadside.core.report.Json;
import dev.broadside.core.report.series.Buckets;
import dev.broadside.server.feed.History;
import dev.broadside.server.store.ResultStore;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/// The series of those runs that were looked at lately. Safe for use by several threads.
///
/// A look reads what came since the last one. The first one since the server was started reads all
/// intervals as they are kept: of a long run only their beginning, which the next look continues.
public final class SeriesCache {
  /// How long intervals are behind which no look has come yet.
  public static final Duration LOOK = Duration.ofSeconds(5);

  private static final Logger LOG = LoggerFactory.getLogger(SeriesCache.class);
  private static final int MOST_RUNS = 8;

  /// So that there is room for the runs that somebody looks at.
  private static final int MOST_FOLLOWED = 4;

  private final ResultStore store;
  private final History history;
  private final JsonMapper json = Json.mapper();
  private final Map<String, RunSeries> looked = new LinkedHashMap<>();

  public SeriesCache(ResultStore store, History history) {
    this.store = store;
    this.history = history;
  }

  /// The series of a run as it is now, or, of a long one that was not looked at lately, of its
  /// beginning, which the next call continues; an empty one where there is no such run. Blocks on
  /// the store.
  ///
  /// @param withFigures with the metrics of declared figures
  /// @param since an interval; buckets that end before it are left out
  public SeriesDocument of(String runId, boolean withFigures, int since) {
    return taken(runId).upTo(history.kept(), withFigures, since);
  }

  /// All of a run as it is now; none where there is no such run. Blocks on the store, and of a long
  /// run that was never looked at for seconds.
  public Buckets whole(String runId) {
    return taken(runId).whole(history.kept());
  }

  /// The series of some intervals, as fine as they are kept: of a long run finer than the whole. Of
  /// more than 20,000 only the first are in it.
  ///
  /// @param from the first one
  /// @param to the last one
  public SeriesDocument within(String runId, int from, int to, boolean withFigures) {
    return taken(runId).within(from, to, withFigures);
  }

  /// Brings the series of the longest runs that go on up to date, looked at or not: the page of
  /// such a run finds its charts at hand, soon after a restart too, and they keep the peaks and
  /// troughs of intervals that are rolled up later. Blocks on the store.
  ///
  /// @param running oldest first
  public void follow(List<String> running) {
    for (String run : running.subList(0, Math.min(running.size(), MOST_FOLLOWED))) {
      try {
        RunSeries series = taken(run);
        boolean more = true;
        while (more) {
          more = series.follow(history.kept());
        }
      } catch (RuntimeException e) {
        // No other run waits for it, and whoever looks at this one is told.
        LOG.debug("the charts of run {} are brought up to date later", run, e);
      }
    }
  }

  private synchronized RunSeries taken(String runId) {
    RunSeries series =
        Optional.ofNullable(looked.remove(runId))
            .orElseGet(() -> new RunSeries(runId, store, json));
    // Put back as the newest, so that the one that is dropped was not looked at for the longest.
    looked.put(runId, series);
    if (looked.size() > MOST_RUNS) {
      looked.remove(looked.keySet().iterator().next());
    }
    return series;
  }
}
