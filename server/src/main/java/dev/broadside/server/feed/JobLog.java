package dev.broadside.server.feed;

import dev.broadside.core.job.Job;
import dev.broadside.core.job.JobState;
import dev.broadside.core.job.Outcome;
import dev.broadside.core.load.Counted;
import dev.broadside.core.param.PlainText;
import dev.broadside.server.store.row.JobRow;
import dev.broadside.server.store.row.ShareRow;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The life of jobs in the server's log, each step in a line: who submitted a job, on which agents
/// it starts, how it ended. The routes that delete jobs log who did. Any thread.
public final class JobLog {
  private static final Logger LOG = LoggerFactory.getLogger(JobLog.class);
  private static final int MOST_AGENTS = 10;
  private static final int LONGEST_REASON = 300;

  private JobLog() {}

  /// A job was stored for the first time.
  ///
  /// @param by a user, or what submits jobs by itself
  public static void submitted(Job job, String by) {
    LOG.info(
        "job {} of class {} was submitted by {}",
        PlainText.line(job.id()),
        PlainText.line(job.spec().jobClass()),
        PlainText.line(by));
  }

  /// A job has changed its state.
  public static void moved(JobRow row) {
    switch (row.job().state()) {
      case JobState.Running _ ->
          LOG.info("job {} starts on {}", PlainText.line(row.job().id()), agents(row.shares()));
      case JobState.Done(Instant _, Outcome outcome) ->
          LOG.info(
              "job {} has ended as {}{}{}",
              PlainText.line(row.job().id()),
              row.job().state().word(),
              row.headline().map(result -> ", with the audit " + result.audit()).orElse(""),
              reason(outcome));
      case JobState.Pending _, JobState.Preparing _, JobState.Stopping _ -> {}
    }
  }

  private static String reason(Outcome outcome) {
    String reason = PlainText.line(outcome.reason(), LONGEST_REASON);
    return reason.isEmpty() ? "" : ": " + reason;
  }

  private static String agents(List<ShareRow> shares) {
    return Counted.names(
        shares.stream().map(share -> PlainText.line(share.agent())).toList(), MOST_AGENTS);
  }
}
