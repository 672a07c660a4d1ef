package dev.broadside.server.notify;

import dev.broadside.core.job.Subscription;
import dev.broadside.core.report.study.StudyJudgement;
import dev.broadside.core.verdict.Judgement;
import dev.broadside.server.feed.JobView;
import dev.broadside.server.feed.StudyView;
import dev.broadside.server.store.row.Work;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// @param step the job of the step that goes on
/// @param judgement whether its result counts, once it is over
/// @param answers what it found, in sentences
record ToldStudy(
    StudyView view,
    List<Subscription> subscriptions,
    Optional<JobView> step,
    Optional<StudyJudgement> judgement,
    List<String> answers)
    implements Told {
  ToldStudy {
    subscriptions = List.copyOf(subscriptions);
    answers = List.copyOf(answers);
  }

  @Override
  public Work work() {
    return Work.study(view.id());
  }

  /// One that was cancelled ended as somebody meant it.
  @Override
  public boolean wentWrong() {
    return !Notice.endedAsMeant(view.state())
        || (view.state().equals("completed")
            && judgement.filter(one -> one.judgement() != Judgement.OK).isPresent());
  }

  @Override
  public Optional<Instant> waitsSince() {
    return step.flatMap(ToldJob::waitsSince);
  }

  @Override
  public Optional<String> jobClass() {
    return Optional.of(view.jobClass());
  }

  @Override
  public String reason() {
    return Optional.of(view.reason())
        .filter(why -> !why.isEmpty())
        .or(() -> judgement.map(StudyJudgement::reason).filter(why -> !why.isEmpty()))
        .or(() -> step.map(JobView::reason))
        .orElse("");
  }

  @Override
  public Optional<List<String>> lines() {
    return Optional.of(answers);
  }
}
