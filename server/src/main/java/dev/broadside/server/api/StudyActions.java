package dev.broadside.server.api;

import dev.broadside.core.param.Problem;
import dev.broadside.core.search.JobQuery.Of;
import dev.broadside.server.api.many.Orderable;
import dev.broadside.server.api.many.Orderable.Action;
import dev.broadside.server.api.many.Orderable.Shown;
import dev.broadside.server.exchange.HttpProblem;
import dev.broadside.server.jobs.JobDeletion;
import dev.broadside.server.jobs.JobReads;
import dev.broadside.server.study.Studies;
import dev.broadside.server.study.StudyView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What can be done with one study that is there, for the routes of one and of many. Each gives the
/// study afterwards, and throws [HttpProblem] where that cannot be; any thread.
public final class StudyActions {
  private static final Logger LOG = LoggerFactory.getLogger(StudyActions.class);

  private final Studies studies;
  private final JobDeletion deletion;
  private final JobReads reads;

  public StudyActions(Studies studies, JobDeletion deletion, JobReads reads) {
    this.studies = studies;
    this.deletion = deletion;
    this.reads = reads;
  }

  /// Studies as what takes orders, many at a time.
  public Orderable<StudyView> orderable() {
    return new Orderable<>(
        Of.STUDY,
        "studies",
        studies::study,
        studies::ids,
        study -> new Shown(study.id(), study.name(), study.state()),
        List.of(
            new Action<>("pause", to -> pause(to.id())),
            new Action<>("resume", to -> resume(to.id())),
            new Action<>("cancel", to -> cancel(to.id(), to.user())),
            new Action<>("delete", to -> delete(to.id(), to.user())),
            new Action<>("restore", to -> restore(to.id(), to.user()))));
  }

  /// A study that is there.
  StudyView existing(String id) {
    return found(studies.study(id), id);
  }

  StudyView pause(String id) {
    return found(studies.pause(id).join(), id);
  }

  StudyView resume(String id) {
    return found(studies.resume(id).join(), id);
  }

  StudyView cancel(String id, String user) {
    return found(studies.cancel(id, user).join(), id);
  }

  /// Deletes a study with the jobs of its steps. They go first: where the server dies in between,
  /// the study is still there to be deleted once more.
  StudyView delete(String id, String user) {
    StudyView study = existing(id);
    if (study.endedAt().isEmpty()) {
      throw conflict(id, "it goes on", "cancel it first");
    }
    deleteSteps(study);
    studies
        .delete(id)
        .join()
        .ifPresent(what -> {
          throw conflict(id, what, "cancel it first");
        });
    LOG.info("{} deleted study {}", user, id);
    return study;
  }

  /// All of them or none.
  private void deleteSteps(StudyView study) {
    List<String> deleted = new ArrayList<>();
    for (String step : steps(study)) {
      if (reads.job(step).isEmpty()) {
        continue;
      }
      Optional<String> objection = deletion.delete(step).join();
      if (objection.isPresent()) {
        deleted.forEach(deletion::restore);
        String what = "its step " + step + " cannot be deleted yet: " + objection.get();
        throw conflict(study.id(), what, "wait until its agents let go of it");
      }
      deleted.add(step);
    }
  }

  private static List<String> steps(StudyView study) {
    return study.steps().stream().map(StudyView.StepView::jobId).toList();
  }

  /// Brings a study back, with those of its steps that can be brought back.
  StudyView restore(String id, String user) {
    StudyView study = studies.restore(id).orElseThrow(() -> HttpProblem.noSuchDeleted("study", id));
    steps(study).forEach(deletion::restore);
    LOG.info("{} brought study {} back", user, id);
    return existing(id);
  }

  private static HttpProblem conflict(String id, String what, String mend) {
    return HttpProblem.conflict(Problem.wrong("study " + id, what, mend));
  }

  private static <T> T found(Optional<T> thing, String id) {
    return thing.orElseThrow(() -> HttpProblem.noSuch("study", id));
  }
}
