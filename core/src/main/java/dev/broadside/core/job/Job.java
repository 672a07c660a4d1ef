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

/// A job as the server keeps it: what was asked, where it is, and how it got there. Immutable; each
/// step is a new one.
///
/// @param id the job's id, given by whoever submits it or made by the server
/// @param spec what was asked
/// @param state where it is
/// @param history every state it was in, oldest first, the present one included; reasons to wait
///   are not repeated
/// @param submittedAt when the server took it
/// @param changes of its load while that went on, in their order
public record Job(
    String id,
    JobSpec spec,
    JobState state,
    List<Step> history,
    Instant submittedAt,
    List<LoadChange> changes) {
  /// Longer histories lose their oldest reasons to wait.
  private static final int MAX_HISTORY = 100;

  /// One state and when it began.
  public record Step(Instant at, JobState state) {}

  public Job {
    Bounds.name(id, "the job's id");
    requireNonNull(spec);
    requireNonNull(state);
    history = List.copyOf(history);
    changes = List.copyOf(changes);
  }

  /// A job whose load nobody has changed.
  public Job(String id, JobSpec spec, JobState state, List<Step> history, Instant submittedAt) {
    this(id, spec, state, history, submittedAt, List.of());
  }

  /// A job that has just been submitted.
  public static Job submitted(String id, JobSpec spec, Instant at) {
    JobState state = new JobState.Pending("just submitted");
    return new Job(id, spec, state, List.of(new Step(at, state)), at);
  }

  /// The same job that asks for something else.
  public Job asking(JobSpec other) {
    return new Job(id, other, state, history, submittedAt, changes);
  }

  /// The job after an event; this very job where the event changes nothing.
  public Job after(JobEvent event, Instant at) {
    JobState next = JobLifecycle.next(state, event, at);
    if (next.equals(state)) {
      return this;
    }
    List<Step> steps = new ArrayList<>(history);
    steps.add(new Step(at, next));
    if (steps.size() > MAX_HISTORY) {
      steps.remove(1);
    }
    return new Job(id, spec, next, steps, submittedAt, changes);
  }

  /// The same job where something else is asked of it.
  public Job with(JobSpec other) {
    return new Job(id, other, state, history, submittedAt, changes);
  }

  /// The same job whose load was changed once more.
  public Job with(LoadChange change) {
    List<LoadChange> all = new ArrayList<>(changes);
    all.add(change);
    return new Job(id, spec, state, history, submittedAt, all);
  }

  /// The common start of its load; empty where it never began.
  public Optional<Instant> startedAt() {
    return history.stream()
        .map(Step::state)
        .filter(JobState.Running.class::isInstance)
        .map(running -> ((JobState.Running) running).startedAt())
        .findFirst();
  }

  /// Empty where it has not ended.
  public Optional<Instant> endedAt() {
    return state instanceof JobState.Done(Instant at, Outcome _)
        ? Optional.of(at)
        : Optional.empty();
  }

  /// Of what kind the problems were for which it was refused before any load, if it was.
  public Optional<Problem.Kind> refused() {
    return state instanceof JobState.Done(Instant _, Outcome.Failed(String _, var refused))
        ? refused
        : Optional.empty();
  }

  /// What is set of its load now.
  public LoadControl control() {
    return LoadChange.sum(changes);
  }

  /// What it asks for, at the rate that is set now.
  public JobSpec asked() {
    return control().rate().map(spec::withRate).orElse(spec);
  }

  /// The run that this job makes; a job runs once.
  public String runId() {
    return id;
  }
}
