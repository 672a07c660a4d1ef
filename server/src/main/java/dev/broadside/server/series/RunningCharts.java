package dev.broadside.server.series;

import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.job.JobTable;
import dev.broadside.server.store.job.RunTable;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps what charts draw of the runs that go on, looked at or not, and of each once more when it
/// is over: whoever opens the page of a long run finds its charts nearly at hand, however soon
/// after a restart. It only reads what the records' path has written; that path waits for nothing
/// here.
///
/// For one thread.
public final class RunningCharts {
  /// How long intervals are behind which no look has come yet.
  public static final Duration LOOK = Duration.ofSeconds(5);

  private static final Logger LOG = LoggerFactory.getLogger(RunningCharts.class);

  private final JobTable jobs;
  private final RunTable runs;
  private final SeriesCache series;

  /// The newest interval in what is kept of each run that went on at the last look.
  private Map<String, Integer> kept = new HashMap<>();

  public RunningCharts(ResultStore store, SeriesCache series) {
    jobs = store.jobs();
    runs = store.runs();
    this.series = series;
  }

  /// Brings up to date what is due.
  public void tick() {
    Map<String, Integer> now = new HashMap<>();
    jobs.loaded().forEach(run -> now.put(run, keepUp(run, false)));
    kept.keySet().stream().filter(run -> !now.containsKey(run)).forEach(run -> keepUp(run, true));
    kept = now;
  }

  /// A run that has no room at hand is read from what is kept each time, so this waits until there
  /// is enough to be read. Short runs are drawn from their intervals.
  ///
  /// @param over whether the run goes on no more
  /// @return the newest interval in what is kept; -1 where nothing is, or nobody knows yet
  private int keepUp(String run, boolean over) {
    int before = kept.getOrDefault(run, -1);
    try {
      int least = over && before >= 0 ? 1 : RunSeries.BETWEEN;
      boolean due = runs.newestInterval(run).orElse(-1) - before >= least;
      return due ? series.keepUp(run, over) : before;
    } catch (RuntimeException e) {
      // No other run waits for it, and whoever looks at this one is told.
      LOG.debug("the charts of run {} are brought up to date later", run, e);
      return before;
    }
  }
}
