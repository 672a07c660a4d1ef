package dev.broadside.core.report.study;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.broadside.core.campaign.Study;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.RunDocument.Status;
import dev.broadside.core.study.StudyAxis;
import dev.broadside.core.study.StudyPlan;
import dev.broadside.core.study.StudyPoint;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// One job that ran several times at different points. `broadside run --threads 1,2,4 --json`, the
/// HTTP API and `broadside compare` share this one shape.
///
/// @param study what was studied, and how it ended
/// @param steps its runs that began, in the order in which they were run
public record StudyDocument(Head study, List<Step> steps) {
  public StudyDocument {
    steps = List.copyOf(steps);
  }

  /// What was studied, and how it ended.
  ///
  /// @param job id of the job class
  /// @param title the job class's title
  /// @param agents how many agents each step has
  public record Head(
      String id,
      String name,
      String job,
      String title,
      @JsonUnwrapped Along along,
      int agents,
      @JsonUnwrapped Status status) {

    /// How the steps differ.
    ///
    /// @param axis what differs between steps: `threads`, or `target, rate`
    /// @param threads load threads of each agent, step by step as asked for
    /// @param plan what is measured; absent for a single run
    public record Along(
        String axis,
        List<Integer> threads,
        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<StudyPlan> plan) {
      public Along {
        threads = List.copyOf(threads);
      }
    }

    public String state() {
      return status.state();
    }

    public String reason() {
      return status.reason();
    }

    public String endedAt() {
      return status.endedAt();
    }

    public Optional<StudyPlan> plan() {
      return along.plan;
    }

    /// What a study was asked for, and how far it is.
    public static Head of(Study study, Status status) {
      return new Head(
          study.id(),
          study.spec().name(),
          study.spec().jobClass(),
          study.title(),
          new Along(
              study.plan().along(),
              IntStream.range(0, study.points().size()).mapToObj(study::threadsPerAgent).toList(),
              Optional.of(study.plan())),
          study.spec().agents().count(),
          status);
    }
  }

  /// One run of a study.
  ///
  /// @param threads load threads of each agent
  /// @param point the point at which it measured; absent for a single run
  /// @param run its result, whose fields are written beside these
  public record Step(
      int threads,
      @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<StudyPoint> point,
      @JsonUnwrapped RunDocument run) {

    /// The step of a run at a point of a study.
    public static Step at(StudyPoint point, RunDocument run) {
      return new Step(of(run).threads, Optional.of(point), run);
    }

    /// The point at which it measured; a single run measured at its number of threads.
    public StudyPoint knownPoint() {
      return point.orElseGet(() -> new StudyPoint(Map.of(StudyAxis.THREADS, "" + threads), 1));
    }

    /// The step of a single run.
    public static Step of(RunDocument run) {
      return new Step(run.job().threads() / Math.max(1, run.job().agents()), Optional.empty(), run);
    }
  }

  /// A single run as a study of one step, so that it can be compared with others.
  public static StudyDocument ofRun(RunDocument run) {
    RunDocument.JobSummary job = run.job();
    Step step = Step.of(run);
    return new StudyDocument(
        new Head(
            job.id(),
            job.name(),
            job.jobClass(),
            job.title(),
            new Head.Along(StudyAxis.THREADS, List.of(step.threads()), Optional.empty()),
            job.agents(),
            job.status()),
        List.of(step));
  }

  /// Repeats as one: the head of the first, with all ids, and the steps of all.
  ///
  /// @param repeats at least one
  public static StudyDocument together(List<StudyDocument> repeats) {
    Head first = repeats.getFirst().study;
    return new StudyDocument(
        new Head(
            repeats.stream().map(one -> one.study.id).collect(Collectors.joining(",")),
            first.name,
            first.job,
            first.title,
            first.along,
            first.agents,
            new Status(
                first.state(),
                first.reason(),
                first.status.startedAt(),
                repeats.getLast().study.endedAt())),
        repeats.stream().flatMap(one -> one.steps.stream()).toList());
  }
}
