package dev.broadside.core.study;

import dev.broadside.core.job.JobState;
import dev.broadside.core.job.Outcome;
import java.time.Instant;
import java.util.Optional;

/// What a study does next. Pure: it follows from the study's state and from that of its present
/// step's job, never from what happened before, so a server that has just started goes on where the
/// last one was.
public final class StudySteps {
  private StudySteps() {}

  /// What to do.
  public sealed interface Next {
    /// Hand the present step's job in.
    record Submit() implements Next {}

    /// Nothing now.
    record Wait() implements Next {}

    /// End the present step's job.
    record Cancel(String by) implements Next {}

    /// Look at the next step: this one is over.
    record Advance() implements Next {}

    /// Choose another step by what the steps so far have measured, or be over.
    record Choose() implements Next {}

    /// The study is over.
    record End(Outcome outcome) implements Next {}
  }

  /// Decides.
  ///
  /// @param study not done
  /// @param position its present step; the number of steps where all are over
  /// @param job where the present step's job is; empty where it was not handed in yet
  public static Next next(Study study, int position, Optional<JobState> job) {
    if (position >= study.points().size()) {
      return chosen(study);
    }
    if (job.isEmpty()) {
      return begin(study);
    }
    return switch (job.get()) {
      case JobState.Done(Instant _, Outcome outcome) -> over(study, position, outcome);
      case JobState.Stopping _ -> new Next.Wait();
      case JobState.Pending _, JobState.Preparing _, JobState.Running _ ->
          study.state() instanceof StudyState.Stopping(String by)
              ? new Next.Cancel(by)
              : new Next.Wait();
    };
  }

  private static Next chosen(Study study) {
    return study.state() instanceof StudyState.Stopping(String by)
        ? new Next.End(new Outcome.Cancelled(by))
        : study.plan().knee().isPresent()
            ? new Next.Choose()
            : new Next.End(new Outcome.Completed());
  }

  private static Next begin(Study study) {
    return switch (study.state()) {
      case StudyState.Running _ -> new Next.Submit();
      case StudyState.Paused _, StudyState.Done _ -> new Next.Wait();
      case StudyState.Stopping(String by) -> new Next.End(new Outcome.Cancelled(by));
    };
  }

  /// A step that did not complete ends the study: what would follow it could not be believed.
  private static Next over(Study study, int position, Outcome outcome) {
    String where = "at " + study.points().get(position).words() + ": ";
    return switch (outcome) {
      case Outcome.Completed _ -> new Next.Advance();
      case Outcome.Cancelled _ -> new Next.End(outcome);
      case Outcome.Failed(String reason, var refused) ->
          new Next.End(new Outcome.Failed(where + reason, refused));
      case Outcome.Lost(String reason) -> new Next.End(new Outcome.Lost(where + reason));
    };
  }
}
