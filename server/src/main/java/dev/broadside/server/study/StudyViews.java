package dev.broadside.server.study;

import dev.broadside.core.input.Filing;
import dev.broadside.core.input.JobDocument;
import dev.broadside.core.job.Outcome;
import dev.broadside.core.job.Subscription;
import dev.broadside.core.report.study.StudyDocument;
import dev.broadside.core.study.Study;
import dev.broadside.core.study.StudyState;
import dev.broadside.server.feed.JobView;
import dev.broadside.server.store.row.StudyRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Turns what is kept of a study and of its steps' jobs into what may be shown. Pure.
///
/// @param jobs finds a job, a deleted one, too, while it can be brought back
record StudyViews(Function<String, Optional<JobView>> jobs) {
  private static final String PLANNED = "planned";

  /// The same where the steps' jobs have been found already.
  StudyViews among(Map<String, JobView> found) {
    return new StudyViews(id -> Optional.ofNullable(found.get(id)));
  }

  /// The jobs that a view of a study asks for.
  static Stream<String> jobsOf(StudyRow row) {
    Study study = row.study();
    return IntStream.range(0, study.points().size()).mapToObj(study::stepId);
  }

  StudyView of(StudyRow row) {
    Study study = row.study();
    Filing filing = Filing.of(study.spec());
    List<StudyView.StepView> steps = new ArrayList<>();
    for (int i = 0; i < study.points().size(); i++) {
      steps.add(step(study, i));
    }
    return new StudyView(
        study.id(),
        study.spec().name(),
        filing.folder(),
        filing.tags(),
        study.spec().jobClass(),
        row.code().title(),
        study.state().word(),
        study.state().reason(),
        study.submittedAt(),
        startedAt(study),
        endedAt(study),
        new JobView.Wanted(study.spec().agents().count(), study.spec().agents().names()),
        study.plan().along(),
        study.spec().shownParameters(),
        steps,
        study.plan(),
        JobDocument.NOTIFY.in(study.spec()).stream().map(Subscription::text).toList());
  }

  private StudyView.StepView step(Study study, int position) {
    String id = study.stepId(position);
    Optional<JobView> job = jobs.apply(id);
    return new StudyView.StepView(
        study.threadsPerAgent(position),
        id,
        job.map(JobView::state).orElse(PLANNED),
        job.map(JobView::reason).orElse(""),
        job.flatMap(JobView::headline),
        study.points().get(position));
  }

  StudyDocument.Head head(StudyRow row) {
    Study study = row.study();
    return new StudyDocument.Head(
        study.id(),
        study.spec().name(),
        study.spec().jobClass(),
        row.code().title(),
        study.plan().along(),
        IntStream.range(0, study.points().size()).mapToObj(study::threadsPerAgent).toList(),
        study.spec().agents().count(),
        study.state().word(),
        study.state().reason(),
        startedAt(study).map(Instant::toString).orElse(""),
        endedAt(study).map(Instant::toString).orElse(""),
        Optional.of(study.plan()));
  }

  private Optional<Instant> startedAt(Study study) {
    return study.points().isEmpty()
        ? Optional.empty()
        : jobs.apply(study.stepId(0)).flatMap(JobView::startedAt);
  }

  private static Optional<Instant> endedAt(Study study) {
    return study.state() instanceof StudyState.Done(Instant at, Outcome _)
        ? Optional.of(at)
        : Optional.empty();
  }
}
