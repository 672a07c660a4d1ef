package dev.broadside.server.jobs;

import dev.broadside.core.input.Filing;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.load.LoadControl;
import dev.broadside.server.feed.JobView;
import dev.broadside.server.feed.Submission;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.row.JobCode;
import dev.broadside.server.threads.Serial;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// The only owner of jobs: every command that changes one goes through here. One thread changes
/// jobs and agents; everybody else sees immutable snapshots of them by [JobReads]. [AgentControl]
/// has the commands for agents, and [JobDeletion] those for jobs that have ended.
///
/// # The life of a job, in ten hops
///
/// 1. Somebody fills in a form made from a job class's parameters, and sends it.
/// 2. The HTTP API turns the body into a [JobSpec], or into a list of problems, and nothing
///    happens.
/// 3. [#submit] keeps the spec, and only then answers. The same id with the same spec is the same
///    job; with another spec it is a conflict. The job is pending.
/// 4. [Scheduler] looks at all pending jobs, all agents and the time, whenever one of them changes:
///    it begins a job, or says why it waits.
/// 5. [Placement] cuts the job into exact shares. They are kept, and then each agent hears by its
///    [AgentSession] what is wanted of it: a worker with this plan. The job is preparing.
/// 6. The agents fetch the pack if they lack it, fork a worker each, and report. The first share
///    prepares the target; then all open their threads and report that they are ready. [JobSteps]
///    has the rules.
/// 7. When all are ready one instant is chosen, far enough ahead for every agent to hear of it,
///    kept, and sent to all; each agent turns it into its own clock. The job is running.
/// 8. Load threads do their work, without the server: agents have the whole plan, and go on if it
///    dies.
/// 9. Each interval comes in as a sealed record. [Collector] stores it once, acknowledges it when
///    it is durable, adds it up, and shows it through [LiveFeed].
/// 10. When all shares have ended and every closing record has come, the first share verifies the
///     target; [FinalReport] makes the document from the stored records alone; the job is done, and
///     the agents may forget it.
///
/// # Why this can be trusted
///
/// Every step is kept before an agent hears of it, so that after a crash the store never knows less
/// than an agent does; only a stop is sent first and kept afterwards, since it must reach its
/// agents even if the store hangs. If the store fails, the step did not happen, and is tried again
/// with the next tick: what is to be done follows from states, never from events. Agents get
/// desired state with generation numbers, so that repeating, re-ordering and losing messages does
/// no harm. A job that has trouble has a state that says so; nothing is thrown across threads.
///
/// The thread that changes jobs and agents never waits for the store: a [StoreThread] does, so that
/// agents are answered, and their links kept, while a disk stalls.
public final class Coordinator {
  private final ResultStore store;
  private final PlacedJobs runs;
  private final PendingJobs pending;
  private final Dispatcher dispatcher;
  private final Cancellation cancellation;
  private final RunControl control;
  private final Serial own;

  /// @param own the coordinator's thread
  Coordinator(
      ResultStore store,
      PlacedJobs runs,
      PendingJobs pending,
      Dispatcher dispatcher,
      Cancellation cancellation,
      RunControl control,
      Serial own) {
    this.store = store;
    this.runs = runs;
    this.pending = pending;
    this.dispatcher = dispatcher;
    this.cancellation = cancellation;
    this.control = control;
    this.own = own;
  }

  /// Takes a job. Submitting the same job again is harmless; its secrets are those that came first.
  ///
  /// @param spec already checked against the job class's parameters
  /// @param by who submits it, for the log
  /// @return fails with [dev.broadside.server.store.base.StoreException] if it could not be kept
  public CompletableFuture<Submission> submit(String id, JobSpec spec, JobCode code, String by) {
    return own.ask(() -> pending.submit(id, spec, code, by)).thenCompose(Function.identity());
  }

  /// Changes what is asked of a job that waits.
  ///
  /// @param change makes the new specification; the job keeps its id
  /// @param code empty if it stays
  /// @param why for the job's history
  /// @return why it cannot be changed, in a sentence without a stop; empty when it is
  public CompletableFuture<Optional<String>> amend(
      String id, UnaryOperator<JobSpec> change, Optional<JobCode> code, String why) {
    return own.ask(() -> pending.amend(id, change, code, why)).thenCompose(Function.identity());
  }

  /// Moves a job to another folder, or gives it other tags, in any state. Any thread; writes the
  /// store.
  ///
  /// @return false if there is no such job
  public boolean file(String id, UnaryOperator<Filing> change) {
    Optional<Filing> filing = store.jobs.file(id, change);
    filing.ifPresent(now ->
        own.ask(
                () -> {
                  pending.filed(id, now);
                  runs.find(id).ifPresent(run -> dispatcher.filed(run, now));
                  return id;
                })
            .join());
    return filing.isPresent();
  }

  /// Ends a job in any state; a second time, without waiting for the target's verification. Its
  /// agents are told at once, even while the store does not answer; then the job afterwards says
  /// that this is not recorded yet.
  ///
  /// @return the job afterwards; empty if it neither waits nor goes on, so that the store has its
  ///   last state
  public CompletableFuture<Optional<JobView>> cancel(String id, String by) {
    return ended(id, () -> cancellation.cancel(id, by));
  }

  /// Ends a job at once: its workers are killed as soon as that is recorded, and its target is not
  /// verified. What they have counted is kept.
  ///
  /// @return as [#cancel]
  public CompletableFuture<Optional<JobView>> kill(String id, String by) {
    return ended(id, () -> cancellation.kill(id, by));
  }

  private CompletableFuture<Optional<JobView>> ended(
      String id, Supplier<CompletableFuture<Boolean>> end) {
    return own.ask(end)
        .thenCompose(Function.identity())
        .thenCompose(_ -> own.ask(() -> pending.view(id)));
  }

  /// Changes the load of a job that runs; its agents do it together, about a second from now.
  ///
  /// @return fails with [dev.broadside.server.store.base.StoreException] if it could not be kept
  public CompletableFuture<RunControl.Answer> control(String id, LoadControl set, String by) {
    return own.ask(() -> control.change(id, set, by)).thenCompose(Function.identity());
  }

  /// Whether a job waits or goes on, or an agent may still bring records of it.
  CompletableFuture<Boolean> holds(String id) {
    return own.ask(() -> runs.holds(id) || pending.holds(id));
  }
}
