package dev.broadside.server.jobs;

import dev.broadside.core.input.Filing;
import dev.broadside.core.job.Job;
import dev.broadside.core.job.JobEvent;
import dev.broadside.server.collect.RunProgress;
import dev.broadside.server.results.Settlement;
import dev.broadside.server.steps.JobSteps;
import dev.broadside.server.steps.JobSteps.NextStep;
import dev.broadside.server.store.row.Headline;
import dev.broadside.server.store.row.JobRow;
import dev.broadside.server.store.row.ShareRow;
import dev.broadside.server.store.row.ShareStage;
import dev.broadside.server.threads.Serial;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes placed jobs from step to step, each to its end; [JobSteps] says which step is next.
///
/// Each step is kept by the store's thread before an agent hears of it, and until then its job
/// takes no other; what its agents say meanwhile is looked at after it. The one exception is a
/// stop, which agents hear at once: see [Cancellation]. Belongs to the coordinator's thread.
///
/// @param own the coordinator's thread
record Dispatcher(PlacedJobs runs, Publisher publisher, Settlement settlement, Serial own) {
  private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);

  /// Takes over a job that has its agents, as it was stored.
  ///
  /// @param stop the request to end it, if one has come already
  void begin(JobRow row, Optional<StopRequest> stop) {
    JobRun run = runs.open(row);
    stop.ifPresent(run::ask);
    publisher.state(run);
    advance(run);
  }

  /// A job is in another folder, or has other tags.
  void filed(JobRun run, Filing filing) {
    run.filed(filing);
    if (!run.done()) {
      publisher.state(run);
    }
  }

  /// An agent's share is given up, since the agent may not come back.
  void abandon(JobRun run, String agent) {
    run.share(agent)
        .filter(share -> !share.gone())
        .ifPresent(share -> {
          run.note(share.abandoned("its credential was revoked"));
          publisher.touched(run.job().id());
          advance(run);
        });
  }

  /// Records have come in.
  void collected(RunProgress progress) {
    runs.find(progress.runId())
        .ifPresent(run -> {
          run.collected(progress);
          if (run.done()) {
            settlement.late(progress.runId());
          }
          advanceSoon(run);
        });
  }

  /// Something of a run has changed: looks for its next step after everything that has been heard
  /// by now, so that a thousand reports make few writes.
  void advanceSoon(JobRun run) {
    String id = run.job().id();
    publisher.touched(id);
    own.soon("run " + id, () -> runs.find(id).ifPresent(this::advance));
  }

  /// Takes the next step of a run, if there is one and none is being kept.
  void advance(JobRun run) {
    if (run.keeping()) {
      return;
    }
    if (run.asked().isPresent()) {
      keepStop(run, run.asked().get());
    } else if (!run.toKill().isEmpty()) {
      keep(run, run.job(), run.toKill());
    } else if (run.verificationGivenUp()) {
      keep(
          run,
          run.job(),
          List.of(run.shares().getFirst().unverified("nobody waited for it to be")));
    } else {
      step(run);
    }
    if (!run.keeping() && !run.unsaved(List.of()).isEmpty()) {
      keep(run, run.job(), List.of());
    }
    if (!run.keeping()) {
      runs.retire(run);
    }
  }

  private void step(JobRun run) {
    switch (JobSteps.next(run.situation())) {
      case NextStep.Stay _ -> {}
      case NextStep.Want(List<ShareRow> shares) -> keep(run, run.job(), shares);
      case NextStep.Move(JobEvent event, Instant at, List<ShareRow> shares) ->
          keep(run, run.job().after(event, at), shares);
      case NextStep.Settle _ -> settle(run);
    }
  }

  /// A job that came to its end by itself in the meantime stays as it ended.
  private void keepStop(JobRun run, StopRequest asked) {
    List<ShareRow> stopped =
        run.shares().stream()
            .filter(share -> !share.over())
            .map(share -> share.wanting(ShareStage.STOP))
            .toList();
    keep(run, asked.appliedTo(run.job()), stopped);
  }

  /// Keeps a job's next state and its shares, and then tells the agents and those who watch.
  private void keep(JobRun run, Job job, List<ShareRow> changed) {
    keep(run, run.with(job, changed), changed);
  }

  private void keep(JobRun run, JobRow next, List<ShareRow> changed) {
    keep(run, next, changed, () -> {}, _ -> {});
  }

  /// Keeps a job's next state, and then tells its agents.
  ///
  /// @param changed the shares whose agents get new orders
  /// @param then called when those who watch can see it
  void keep(
      JobRun run,
      JobRow next,
      List<ShareRow> changed,
      Runnable then,
      Consumer<RuntimeException> failed) {
    List<ShareRow> unsaved = run.unsaved(changed);
    run.keeping(changed);
    runs.save(
        next.job(),
        unsaved,
        () -> {
          kept(run, next, changed);
          then.run();
        },
        e -> {
          failed.accept(e);
          putOff(run, e);
        });
  }

  private void kept(JobRun run, JobRow next, List<ShareRow> changed) {
    boolean moved = !next.job().equals(run.job()) || !next.headline().equals(run.row().headline());
    run.become(next);
    changed.forEach(run::tell);
    if (moved) {
      publisher.state(run);
    }
    publisher.touched(next.job().id());
    if (moved && run.done()) {
      // Records may have come while the document was made; if none has, this costs a count.
      settlement.late(next.job().runId());
    }
    run.goOn();
    advance(run);
  }

  /// The step did not happen; the next tick tries again, since what is to be done follows from the
  /// states.
  private void putOff(JobRun run, RuntimeException cause) {
    LOG.debug("job {} is put off until the store works again", run.job().id(), cause);
    unrecorded(run);
    run.goOn();
  }

  /// Shows that the stop of a run is not recorded yet, and says so to the one who asked for it.
  void unrecorded(JobRun run) {
    if (run.asked().filter(StopRequest::putOff).isPresent()) {
      publisher.state(run);
    }
  }

  private void settle(JobRun run) {
    if (run.makingResult()) {
      return;
    }
    run.makingResult(true);
    settlement.make(run.row(), result -> run.whenKept("result", () -> settled(run, result)));
  }

  private void settled(JobRun run, Settlement.Made made) {
    run.makingResult(false);
    switch (made) {
      case Settlement.Made.NotYet _ -> {}
      case Settlement.Made.Result(JobRow ended) -> end(run, ended.job(), ended.headline());
      case Settlement.Made.Never(String why) ->
          end(
              run,
              run.job().after(new JobEvent.Settled(Optional.of(why)), own.time().now()),
              Optional.empty());
    }
  }

  private void end(JobRun run, Job done, Optional<Headline> headline) {
    keep(run, run.row().with(done).with(headline), List.of());
  }
}
