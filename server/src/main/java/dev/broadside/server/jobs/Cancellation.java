package dev.broadside.server.jobs;

import dev.broadside.core.input.Timetable;
import dev.broadside.core.job.JobState;
import dev.broadside.core.wire.Message;
import dev.broadside.server.store.row.ShareRow;
import dev.broadside.server.threads.Serial;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/// Ends jobs early. A stop is the one order that agents hear before it is kept, since it must reach
/// them even if the store hangs: see [#cancel]. Belongs to the coordinator's thread.
///
/// @param own the coordinator's thread
record Cancellation(
    PlacedJobs runs, PendingJobs pending, Dispatcher dispatcher, RunWatch watch, Serial own) {
  /// After this time the one who stops a job hears that it is not recorded yet.
  private static final Duration PATIENCE_FOR_STORE = Duration.ofSeconds(2);

  /// Stands for the user who stopped a job if its agent knows an order that the store does not
  /// have: only a stop is sent before it is stored.
  private static final String FORMER_SERVER =
      "a server before this one, whose last order is not in the store";

  /// Ends a job. Its agents are told at once, with a generation newer than any other, and then it
  /// is kept, when the store can.
  ///
  /// If this server dies in between, no harm is done: agents ignore orders that are older than the
  /// stop that they have heard, and report that they have heard it, so that the next server sees
  /// that the job was stopped ([#stoppedBefore]).
  ///
  /// @return true as soon as it is recorded; false when it is known that it is not yet
  CompletableFuture<Boolean> cancel(String id, String by) {
    CompletableFuture<Boolean> recorded =
        runs.find(id)
            .map(run -> cancel(run, by))
            .or(() -> pending.cancel(id, by).map(StopRequest::recorded))
            .orElse(CompletableFuture.completedFuture(true));
    if (!recorded.isDone()) {
      own.time().runIn(PATIENCE_FOR_STORE, () -> own.execute(() -> unrecorded(id)));
    }
    return recorded;
  }

  /// Ends a job without waiting for its workers: cancels it, and has them killed as soon as that is
  /// recorded. Its target is not verified.
  ///
  /// @return as [#cancel]
  CompletableFuture<Boolean> kill(String id, String by) {
    CompletableFuture<Boolean> recorded = cancel(id, by);
    runs.find(id)
        .ifPresent(run -> {
          if (!run.done() && run.kill()) {
            watch.killed(run, by);
            dispatcher.advance(run);
          }
        });
    return recorded;
  }

  /// Ends a job that has its agents.
  CompletableFuture<Boolean> cancel(JobRun run, String by) {
    return switch (run.job().state()) {
      case JobState.Stopping _ -> hurry(run);
      case JobState.Pending _, JobState.Preparing _, JobState.Running _ -> stop(run, by);
      case JobState.Done _ -> CompletableFuture.completedFuture(true);
    };
  }

  private CompletableFuture<Boolean> stop(JobRun run, String by) {
    if (run.asked().isEmpty()) {
      run.ask(StopRequest.by(by, own.time().now()));
      run.shares().stream().filter(share -> !share.over()).forEach(run::tellStop);
    }
    CompletableFuture<Boolean> recorded = run.asked().orElseThrow().recorded();
    dispatcher.advance(run);
    return recorded;
  }

  /// Somebody asks once more that a job ends: its verification is given up, if there is to be one.
  /// This is stored, so that it holds over a restart.
  private CompletableFuture<Boolean> hurry(JobRun run) {
    if (run.startedAt().isPresent()) {
      run.giveUpVerification();
      dispatcher.advance(run);
    }
    return CompletableFuture.completedFuture(true);
  }

  /// Ends a job whose time is over.
  void inTime(JobRun run) {
    Timetable.of(run.job().spec())
        .stops(own.time().now())
        .filter(_ -> run.asked().isEmpty() && goesOn(run))
        .ifPresent(why -> stop(run, why));
  }

  private static boolean goesOn(JobRun run) {
    return switch (run.job().state()) {
      case JobState.Preparing _, JobState.Running _ -> true;
      case JobState.Pending _, JobState.Stopping _, JobState.Done _ -> false;
    };
  }

  /// An agent has heard an order that this server neither gave nor knows: a stop that the server
  /// before it had no time to keep. The job is not to run on.
  void stoppedBefore(JobRun run, ShareRow before, Message.ShareReport report) {
    if (run.asked().isEmpty() && goesOn(run) && report.generation() > before.generation()) {
      stop(run, FORMER_SERVER);
    }
  }

  /// The store has not answered for too long.
  private void unrecorded(String id) {
    pending.unrecorded(id);
    runs.find(id).ifPresent(dispatcher::unrecorded);
  }
}
