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
  private final History history;
  private final JsonMapper json = Json.mapper();
  private final Map<String, RunSeries> looked = new LinkedHashMap<>();

  public SeriesCache(ResultStore store, History history) {
    this.store = store;
    this.history = history;
  }

  /// The series of a run as it is now; for a long run that is not in the cache, of its beginning,
  /// which the next call continues. Empty if there is no such run. Blocks on the store.
  ///
  /// @param withFigures with the metrics of declared figures
  /// @param since an interval; buckets that end before it are left out
  public SeriesDocument of(String runId, boolean withFigures, int since) {
    return taken(runId).upTo(history.kept(), withFigures, since);
  }

  /// All of a run as it is now; empty if there is no such run. Blocks on the store: for seconds if
  /// the run is long and not in the cache.
  public Buckets whole(String runId) {
    return taken(runId).whole(history.kept());
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
          more = series.follow(history.kept());
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
}
