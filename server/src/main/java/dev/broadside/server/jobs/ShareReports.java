package dev.broadside.server.jobs;

import dev.broadside.core.job.JobState;
import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.wire.ShareStatus;
import dev.broadside.server.agents.AgentSession;
import dev.broadside.server.collect.LogLines;
import dev.broadside.server.store.row.JobRow;
import dev.broadside.server.store.row.ShareRow;
import dev.broadside.server.store.row.ShareStage;
import java.time.Instant;

/// What agents say of their shares: notes it, and has the [Dispatcher] take the jobs on. Belongs to
/// the coordinator's thread.
record ShareReports(
    PlacedJobs runs,
    Dispatcher dispatcher,
    Cancellation cancellation,
    RunWatch watch,
    Publisher publisher,
    UnexpectedShares unexpected,
    LogLines log,
    Time time) {
  /// Takes up a job that has its agents, as the store has it.
  void takeUp(JobRow row) {
    JobRun run = runs.open(row);
    if (!run.done()) {
      publisher.state(run);
      watch.takenUp(run);
    }
  }

  /// An agent is about to get its orders again: an order to resume is made anew, since its plan may
  /// have grown.
  void greeted(AgentSession session) {
    for (JobRun run : runs.all()) {
      run.share(session.name())
          .filter(share -> share.stage() == ShareStage.RESUME)
          .ifPresent(run::tell);
    }
  }

  void reported(AgentSession session, Message.ShareReport report) {
    session.confirmed(report.runId(), report.generation());
    runs.find(report.runId())
        .ifPresent(run ->
            run.heard(
                    session.name(),
                    report.generation(),
                    report.status() instanceof ShareStatus.Running)
                .ifPresent(late -> watch.changedLate(run, session.name(), late)));
    runs.find(report.runId(), session.name())
        .ifPresentOrElse(
            run ->
                run.whenKept(
                    session.name() + " " + report.status().getClass(),
                    () -> noted(run, session, report)),
            () -> unexpected.reported(session, report, row -> known(session, report, row)));
  }

  private void noted(JobRun run, AgentSession session, Message.ShareReport report) {
    ShareRow before = run.share(session.name()).orElseThrow();
    ShareRow now = before.reported(report.generation(), report.status());
    if (report.status() instanceof ShareStatus.Unclaimed) {
      // Another server did not know the run; this one does.
      now = now.again();
      run.note(now);
      run.tell(now);
    } else if (now.equals(before)) {
      return;
    } else {
      run.note(now);
    }
    if (report.status() instanceof ShareStatus.Broken broken) {
      // Before the job ends by it, so that the reason is in the log when the end is seen.
      log.addLastWords(report.runId(), session.name(), time.now(), broken.lastWords());
      log.flush();
    }
    cancellation.stoppedBefore(run, before, report);
    dispatcher.advanceSoon(run);
  }

  /// The store has a share that is unknown here: its job ended long ago.
  private void known(AgentSession session, Message.ShareReport report, JobRow row) {
    boolean released =
        row.shares().stream()
            .anyMatch(share -> share.agent().equals(session.name()) && share.released());
    if (released) {
      // All that it counted had come when it was released.
      session.orderOnce(
          new Message.ShareOrder(report.runId(), report.generation() + 1, new ShareGoal.Release()));
    } else if (row.job().state() instanceof JobState.Done(Instant at, var _) && runs.tooLate(at)) {
      UnexpectedShares.disown(session, report);
    } else {
      if (!runs.holds(report.runId())) {
        takeUp(row);
      }
      reported(session, report);
    }
  }

  void progressed(String agent, Message.Progress message) {
    runs.find(message.runId(), agent)
        .ifPresent(run -> {
          run.progressed(agent, message);
          publisher.progress(run);
        });
  }

  void logged(String agent, Message.LogLine line) {
    runs.find(line.runId(), agent).ifPresent(_ -> log.add(agent, line));
  }
}
