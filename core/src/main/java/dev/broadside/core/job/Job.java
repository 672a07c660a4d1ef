package dev.broadside.core.job;

import static java.util.Objects.requireNonNull;

import dev.broadside.core.load.Bounds;
import dev.broadside.core.load.LoadChange;
import dev.broadside.core.load.LoadControl;
import dev.broadside.core.param.Problem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A job as the server keeps it: its specification, its state, and its history. Immutable: each
/// change gives a new one.
///
/// @param id the job's id, given with the submission or made by the server
/// @param spec what was asked
/// @param state its present state
/// @param history every state it was in, oldest first, the present one included; reasons to wait
///   are not repeated
/// @param submittedAt when the server took it
/// @param changes changes of its load while it ran, oldest first
public record Job(
    String id,
    JobSpec spec,
    JobState state,
    List<StateChange> history,
    Instant submittedAt,
    List<LoadChange> changes) {
  /// Longer histories lose their oldest reasons to wait.
  private static final int MAX_HISTORY = 100;

  /// One state and when it began.
  public record StateChange(Instant at, JobState state) {}

  public Job {
    Bounds.name(id, "the job's id");
    requireNonNull(spec);
    requireNonNull(state);
    history = List.copyOf(history);
    changes = List.copyOf(changes);
  }

  /// A job whose load was never changed.
  public Job(
      String id, JobSpec spec, JobState state, List<StateChange> history, Instant submittedAt) {
    this(id, spec, state, history, submittedAt, List.of());
  }

  /// A job that has just been submitted.
  public static Job submitted(String id, JobSpec spec, Instant at) {
    JobState state = new JobState.Pending("just submitted");
    return new Job(id, spec, state, List.of(new StateChange(at, state)), at);
  }

  /// The job after an event; this same object if the event changes nothing.
  public Job after(JobEvent event, Instant at) {
    JobState next = JobLifecycle.next(state, event, at);
    if (next.equals(state)) {
      return this;
    }
    List<StateChange> steps = new ArrayList<>(history);
    steps.add(new StateChange(at, next));
    if (steps.size() > MAX_HISTORY) {
      steps.remove(1);
    }
    return new Job(id, spec, next, steps, submittedAt, changes);
  }

  /// This job with another specification.
  public Job with(JobSpec other) {
    return new Job(id, other, state, history, submittedAt, changes);
  }

  /// This job after one more change of its load.
  public Job with(LoadChange change) {
    List<LoadChange> all = new ArrayList<>(changes);
    all.add(change);
    return new Job(id, spec, state, history, submittedAt, all);
  }

  /// The common start of its load; empty if it never began.
  public Optional<Instant> startedAt() {
    return history.stream()
        .map(StateChange::state)
        .filter(JobState.Running.class::isInstance)
        .map(running -> ((JobState.Running) running).startedAt())
        .findFirst();
  }

  /// When it ended; empty if it has not.
  public Optional<Instant> endedAt() {
    return state instanceof JobState.Done(Instant at, Outcome _)
        ? Optional.of(at)
        : Optional.empty();
  }

  /// If the job was refused before any load, the kind of problem it was refused for.
  public Optional<Problem.Kind> refused() {
    return state instanceof JobState.Done(Instant _, Outcome.Failed(String _, var refused))
        ? refused
        : Optional.empty();
  }

  /// The changes of its load that are in force now.
  public LoadControl control() {
    return LoadChange.sum(changes);
  }

  /// The specification with the rate that is set now.
  public JobSpec asked() {
    return control().rate().map(spec::withRate).orElse(spec);
  }

  /// The run that this job makes; a job runs once.
  public String runId() {
    return id;
  }
}
