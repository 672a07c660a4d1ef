package dev.broadside.server.api.job;

import dev.broadside.core.input.Filing;
import dev.broadside.core.input.JobDocument;
import dev.broadside.core.input.JobWriter;
import dev.broadside.core.input.ScheduleFields;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.param.Problem;
import dev.broadside.core.search.WorkKind;
import dev.broadside.core.time.NewIds;
import dev.broadside.core.time.Time;
import dev.broadside.server.api.many.SubmissionReply;
import dev.broadside.server.api.many.WorkOrder;
import dev.broadside.server.api.many.WorkOrders;
import dev.broadside.server.exchange.HttpProblem;
import dev.broadside.server.feed.JobView;
import dev.broadside.server.feed.Submission;
import dev.broadside.server.feed.WorkView;
import dev.broadside.server.jobs.Coordinator;
import dev.broadside.server.jobs.JobDeletion;
import dev.broadside.server.jobs.JobReads;
import dev.broadside.server.store.row.JobCode;
import dev.broadside.server.submit.SecretsOf;
import dev.broadside.server.submit.SubmitRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The orders for a job, for the routes of one and of many. Each returns the job afterwards, or
/// throws [HttpProblem]; any thread.
public record JobActions(
    Coordinator coordinator,
    JobDeletion deletion,
    JobReads reads,
    SubmitRequest.Reader reader,
    Time time) {
  private static final Logger LOG = LoggerFactory.getLogger(JobActions.class);

  /// How orders to jobs are done.
  public WorkOrders orders() {
    return new WorkOrders(
        WorkKind.JOB,
        JobView.class,
        reads::job,
        reads::ids,
        Map.of(
            WorkOrder.CANCEL,
            to -> cancel(to.id(), to.user()),
            WorkOrder.KILL,
            to -> kill(to.id(), to.user()),
            WorkOrder.DELETE,
            to -> delete(to.id(), false, to.user()),
            WorkOrder.RESTORE,
            to -> restore(to.id(), to.user()),
            WorkOrder.RERUN,
            to -> rerun(to.id(), to.user()),
            WorkOrder.ENABLE,
            to -> switched(to.id(), false, to.user()),
            WorkOrder.DISABLE,
            to -> switched(to.id(), true, to.user()),
            WorkOrder.FILE,
            to -> file(to.id(), to.change())));
  }

  /// A job that exists.
  JobView existing(String id) {
    return reads.job(id).orElseThrow(() -> HttpProblem.noSuch("job", id));
  }

  private JobView cancel(String id, String user) {
    return coordinator.cancel(id, user).join().orElseGet(() -> existing(id));
  }

  private JobView kill(String id, String user) {
    LOG.info("job {} is cancelled by force, by {}", id, user);
    return coordinator.kill(id, user).join().orElseGet(() -> existing(id));
  }

  /// @param forGood whether it cannot be restored
  JobView delete(String id, boolean forGood, String user) {
    JobView job = existing(id);
    gone(id, (forGood ? deletion.remove(id) : deletion.delete(id)).join());
    LOG.info("job {} was deleted{} by {}", id, forGood ? " for good" : "", user);
    return job;
  }

  /// Deletes a job that cannot be read.
  void deleteDamaged(String id, boolean forGood, String user) {
    gone(id, deletion.deleteDamaged(id).join());
    if (forGood) {
      gone(id, deletion.remove(id).join());
    }
    LOG.info("job {}, which is damaged, was deleted by {}", id, user);
  }

  private static void gone(String id, Optional<String> objection) {
    if (objection.isPresent()) {
      throw conflict(
          id,
          objection.get(),
          "cancel what goes on, or wait until it is over and its agents let go of it");
    }
  }

  private JobView restore(String id, String user) {
    if (!deletion.restore(id)) {
      throw HttpProblem.noSuchDeleted("job", id);
    }
    JobView job = existing(id);
    LOG.info("{} brought job {} back", user, id);
    return job;
  }

  /// Keeps a waiting job from starting, or lets it start.
  private JobView switched(String id, boolean off, String user) {
    waiting(id);
    UnaryOperator<JobSpec> change =
        spec -> {
          JobSpec switched = ScheduleFields.with(spec, ScheduleFields.DISABLED, off);
          boolean late = !off && spec.startAt().filter(time.now()::isAfter).isPresent();
          return late ? ScheduleFields.repeated(switched, time.now()).orElse(switched) : switched;
        };
    return amended(id, change, Optional.empty(), (off ? "disabled by " : "enabled by ") + user);
  }

  /// Changes a waiting job.
  ///
  /// @param why for its history
  JobView amended(String id, UnaryOperator<JobSpec> change, Optional<JobCode> code, String why) {
    Optional<String> objection = coordinator.amend(id, change, code, why).join();
    if (objection.isPresent()) {
      throw anew(id, objection.get());
    }
    return existing(id);
  }

  /// Throws if a job does not wait.
  void waiting(String id) {
    JobView job = existing(id);
    if (!job.state().equals("pending")) {
      throw anew(id, "it is " + job.state() + " and does not wait any more");
    }
  }

  private static HttpProblem anew(String id, String what) {
    return conflict(id, what, "submit it anew with 'broadside job rerun " + id + "'");
  }

  public static HttpProblem conflict(String id, String what, String mend) {
    return HttpProblem.conflict(Problem.wrong("job " + id, what, mend));
  }

  JobView file(String id, Filing.Change change) {
    List<Problem> problems = new ArrayList<>();
    coordinator.file(id, filing -> filing.after(change, problems));
    JobView job = existing(id);
    HttpProblem.refuseIfAny(problems);
    return job;
  }

  /// The submission with defaults filled in. Secrets have names only: if it is submitted again,
  /// they are taken over by [SecretsOf].
  ObjectNode submission(String id) {
    JobSpec spec = reads.spec(id).orElseThrow(() -> HttpProblem.noSuch("job", id));
    ObjectNode document = JobWriter.write(spec);
    if (reads.job(id).filter(job -> !job.state().equals("pending")).isPresent()) {
      ScheduleFields.forget(document);
    }
    document.put(JobDocument.DEFINITION.path(), JobDocument.definition(id, spec));
    List<String> secrets = SecretsOf.names(spec);
    if (!secrets.isEmpty()) {
      document.put(JobDocument.SECRETS_OF.path(), id);
      secrets.forEach(document.putArray(JobDocument.SECRETS_NEEDED.path())::add);
    }
    return document;
  }

  /// Submits a job again.
  private WorkView rerun(String id, String user) {
    ObjectNode document = submission(id);
    ScheduleFields.forget(document);
    return reader.packs().keeping(() -> SubmissionReply.taken(submit(document, user)));
  }

  /// Submits a document, while no pack can be removed.
  Submission submit(JsonNode document, String user) {
    SubmitRequest request = reader.job(document);
    String id =
        request.id().orElseGet(() -> new NewIds(time).make(request.asked().spec().jobClass()));
    return coordinator.submit(id, request.asked().spec(), request.asked().code(), user).join();
  }
}
