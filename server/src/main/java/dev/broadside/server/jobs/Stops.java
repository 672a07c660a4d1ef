package dev.broadside.server.jobs;

import dev.broadside.core.input.Timetable;
import dev.broadside.core.job.JobState;
import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Message;
import dev.broadside.server.store.row.ShareRow;
import dev.broadside.server.threads.Serial;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/// Ends jobs before they end by themselves. A stop is the one order that agents hear before it is
/// kept, since it must reach them whatever the store does: see [#cancel]. Belongs to the
/// coordinator's thread.
final class Stops {
  /// Whoever stops a job hears after so long that this is not recorded yet.
  private static final Duration PATIENCE_FOR_STORE = Duration.ofSeconds(2);

  /// What stopped a job of which an agent has heard what the store does not know: only a stop is
  /// ever told before it is kept.
  private static final String FORMER_SERVER =
      "a server before this one, whose last order is not in the store";

  private final PlacedJobs runs;
  private final PendingJobs pending;
  private final AgentRoster roster;
  private final Chronicle chronicle;
  private final Publisher publisher;
  private final Time time;
  private final Serial own;
  private final Consumer<JobRun> advance;

  /// @param own the coordinator's thread
  /// @param advance takes a job's next step, which is to keep that it was stopped
  Stops(
      PlacedJobs runs,
      PendingJobs pending,
      AgentRoster roster,
      Chronicle chronicle,
      Publisher publisher,
      Time time,
      Serial own,
      Consumer<JobRun> advance) {
    this.runs = runs;
    this.pending = pending;
    this.roster = roster;
    this.chronicle = chronicle;
    this.publisher = publisher;
    this.time = time;
    this.own = own;
    this.advance = advance;
  }

  /// Ends a job. Its agents are told at once, with a generation newer than any other, and then it
  /// is kept, when the store can.
  ///
  /// Should this server die in between, no harm is done: agents ignore whatever is older than the
  /// stop that they have heard, and report that they have heard it; from which the next server sees
  /// that somebody stopped the job ([#stoppedBefore]).
  ///
  /// @return done as soon as it is recorded, or known that it is not yet
  CompletableFuture<Boolean> cancel(String id, String by) {
    CompletableFuture<Boolean> recorded =
        runs.find(id)
            .map(run -> cancel(run, by))
            .or(() -> pending.cancel(id, by).map(StopAsked::recorded))
            .orElse(CompletableFuture.completedFuture(true));
    if (!recorded.isDone()) {
      time.runIn(PATIENCE_FOR_STORE, () -> own.execute(() -> unrecorded(id)));
    }
    return recorded;
  }

  /// Ends a job without waiting for its workers: cancels it, and has them killed as soon as that is
  /// recorded. Nobody verifies its target.
  ///
  /// @return as [#cancel]
  CompletableFuture<Boolean> kill(String id, String by) {
    CompletableFuture<Boolean> recorded = cancel(id, by);
    runs.find(id)
        .ifPresent(run -> {
          if (!(run.job().state() instanceof JobState.Done) && run.force()) {
            chronicle.killed(run, by);
            advance.accept(run);
          }
        });
    return recorded;
  }

  /// The same of a job that is placed.
  CompletableFuture<Boolean> cancel(JobRun run, String by) {
    return switch (run.job().state()) {
      case JobState.Stopping _ -> hurry(run);
      case JobState.Pending _, JobState.Preparing _, JobState.Running _ -> stop(run, by);
      case JobState.Done _ -> CompletableFuture.completedFuture(true);
    };
  }

  private CompletableFuture<Boolean> stop(JobRun run, String by) {
    if (run.asked().isEmpty()) {
      run.ask(StopAsked.by(by, time.now()));
      run.shares().stream()
          .filter(share -> !share.over())
          .forEach(share -> roster.session(share.agent()).order(run.stop(share)));
    }
    CompletableFuture<Boolean> recorded = run.asked().orElseThrow().recorded();
    advance.accept(run);
    return recorded;
  }

  /// Somebody asks once more that a job ends: nobody waits for its verification, if there is to be
  /// one. Kept, so that it holds over a restart.
  private CompletableFuture<Boolean> hurry(JobRun run) {
    if (run.startedAt().isPresent()) {
      run.hurry();
      advance.accept(run);
    }
    return CompletableFuture.completedFuture(true);
  }

  /// Ends a job whose time is over.
  void inTime(JobRun run) {
    Timetable.of(run.job().spec())
        .stops(time.now())
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

  /// That a job is to end is not recorded yet, and whoever stopped it hears so.
  void unrecorded(String id) {
    pending.unrecorded(id);
    runs.find(id)
        .filter(run -> run.asked().filter(asked -> asked.recorded().complete(false)).isPresent())
        .ifPresent(publisher::state);
  }
}
