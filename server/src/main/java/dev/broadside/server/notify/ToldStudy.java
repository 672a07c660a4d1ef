package dev.broadside.server.notify;

import dev.broadside.core.job.Subscription;
import dev.broadside.core.job.Subscription.Event;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.report.study.StudyJudgement;
import dev.broadside.core.verdict.Judgement;
import dev.broadside.server.feed.JobView;
import dev.broadside.server.store.row.Work;
import dev.broadside.server.study.StudyView;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// @param step the job of the step that goes on
/// @param judgement whether its result counts, once it is over
/// @param answers what it found, in sentences
record ToldStudy(
    StudyView study,
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
    return Work.study(study.id());
  }

  @Override
  public Optional<Instant> endedAt() {
    return study.endedAt();
  }

  /// One that was cancelled ended as somebody meant it.
  @Override
  public boolean wentWrong() {
    return !Notice.endedAsMeant(study.state())
        || (study.state().equals("completed")
            && judgement.filter(one -> one.judgement() != Judgement.OK).isPresent());
  }

  @Override
  public Optional<Instant> waitsSince() {
    return step.flatMap(ToldJob::waitsSince);
  }

  @Override
  public Notice notice(Event event, Instant at, Optional<String> change, Optional<String> page) {
    String reason =
        Optional.of(study.reason())
            .filter(why -> !why.isEmpty())
            .or(() -> judgement.map(StudyJudgement::reason).filter(why -> !why.isEmpty()))
            .or(() -> step.map(JobView::reason))
            .orElse("");
    return new Notice(
        event.word(),
        at,
        Optional.empty(),
        Optional.of(study.id()),
        Optional.empty(),
        PlainText.line(study.name(), 200),
        Optional.empty(),
        Optional.of(study.jobClass()),
        study.state(),
        PlainText.line(reason),
        Optional.of(answers.stream().map(PlainText::line).toList()),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        change.map(PlainText::line),
        page.map(base -> base + "/studies/" + study.id()));
  }
}
