package dev.broadside.core.study;

import static java.util.Objects.requireNonNull;

import dev.broadside.core.job.JobSpec;
import dev.broadside.core.load.Bounds;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/// One job run several times at different places, one run after another. Immutable; each change is
/// a new one.
///
/// Each step is an ordinary job whose id follows from the study's, so that handing a step in twice
/// makes it once.
///
/// @param id the study's id
/// @param spec what its steps have in common
/// @param plan what is measured
/// @param points where its steps lie, in the order in which they run; of a search, those that it
///   has chosen so far
/// @param state where it is
/// @param submittedAt when the server took it
public record Study(
    String id,
    JobSpec spec,
    StudyPlan plan,
    List<StudyPoint> points,
    StudyState state,
    Instant submittedAt) {
  /// Room for what a step's id adds to the study's.
  public static final int MAX_ID = Bounds.MAX_NAME - 10;

  public Study {
    Bounds.name(id, "the study's id");
    requireNonNull(state);
    points = List.copyOf(points);
    if (id.length() > MAX_ID) {
      throw new IllegalArgumentException("the study's id is longer than " + MAX_ID);
    }
    if (plan.size() > StudyPlan.MAX_STEPS) {
      throw new IllegalArgumentException("a study has at most " + StudyPlan.MAX_STEPS + " steps");
    }
  }

  /// A study that has just been submitted.
  public static Study submitted(String id, JobSpec spec, StudyPlan plan, Instant at) {
    return new Study(id, spec, plan, plan.points(spec.seed()), new StudyState.Running(), at);
  }

  /// The id of a step's job.
  public String stepId(int position) {
    return plan.ladder()
        ? id + "-t" + points.get(position).at().get(StudyAxis.THREADS)
        : id + "-s" + (position + 1);
  }

  /// Whether a job is one of its steps.
  public boolean hasStep(String jobId) {
    return IntStream.range(0, points.size()).mapToObj(this::stepId).anyMatch(jobId::equals);
  }

  /// How many load threads of each agent a step has.
  public int threadsPerAgent(int position) {
    return points.get(position).of(spec).threadsPerAgent();
  }

  /// What a step's job is asked for.
  public JobSpec stepSpec(int position) {
    StudyPoint point = points.get(position);
    return point.of(spec).withSeed(seed(point));
  }

  /// That of the study in its first round, so that places are compared by the same draws. Each
  /// further round and each rate of a search has one of its own, the same at all places: a
  /// measurement that repeats the draws of another tells nothing new, and is wrong with it.
  private long seed(StudyPoint point) {
    String rate = plan.knee().isPresent() ? point.at().get(StudyAxis.RATE) : "0";
    long which = Double.doubleToLongBits(Double.parseDouble(rate)) + point.repeat() - 1;
    return which == 0
        ? spec.seed()
        : new SplittableRandom(spec.seed() ^ new SplittableRandom(which).nextLong()).nextLong();
  }

  /// The same, behind the step before it, and after the time for which the system is left alone.
  ///
  /// @param endedAt when the step before it was over; empty of the first step
  public JobSpec stepSpec(int position, Optional<Instant> endedAt) {
    JobSpec step = stepSpec(position);
    return plan.settleMillis() == 0 || endedAt.isEmpty()
        ? step
        : step.notBefore(endedAt.get().plus(Duration.ofMillis(plan.settleMillis())));
  }

  /// Whether it asks for the same as another one.
  public boolean asksFor(JobSpec otherSpec, StudyPlan otherPlan) {
    return spec.sameButSecrets(otherSpec) && plan.equals(otherPlan);
  }

  public boolean done() {
    return state instanceof StudyState.Done;
  }

  /// The study in another state.
  public Study in(StudyState other) {
    return new Study(id, spec, plan, points, other, submittedAt);
  }

  /// The study with other secrets.
  public Study with(JobSpec other) {
    return new Study(id, other, plan, points, state, submittedAt);
  }

  /// The study with a step more.
  public Study and(StudyPoint point) {
    List<StudyPoint> more = new ArrayList<>(points);
    more.add(point);
    return new Study(id, spec, plan, more, state, submittedAt);
  }
}
