package dev.broadside.server.api;

import dev.broadside.core.campaign.GroupDocument;
import dev.broadside.core.input.ScheduleFields;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.Json;
import dev.broadside.core.search.WorkKind;
import dev.broadside.core.time.NewIds;
import dev.broadside.server.api.many.SubmissionReply;
import dev.broadside.server.api.many.WorkOrder;
import dev.broadside.server.api.many.WorkOrders;
import dev.broadside.server.api.many.WorkOrders.OrderCall;
import dev.broadside.server.campaign.CampaignReads;
import dev.broadside.server.campaign.Campaigns;
import dev.broadside.server.exchange.HttpProblem;
import dev.broadside.server.feed.GroupView;
import dev.broadside.server.feed.StudyView;
import dev.broadside.server.feed.Submission;
import dev.broadside.server.feed.WorkView;
import dev.broadside.server.jobs.JobDeletion;
import dev.broadside.server.jobs.JobReads;
import dev.broadside.server.store.row.Work;
import dev.broadside.server.submit.GroupReading;
import dev.broadside.server.submit.SubmitRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The orders for a study or group, for the routes of one and of many. Each returns the study or
/// group afterwards, or throws [HttpProblem]; any thread.
public record CampaignActions(
    Campaigns campaigns,
    CampaignReads reads,
    JobDeletion deletion,
    JobReads jobs,
    SubmitRequest.Reader reader,
    NewIds ids) {
  private static final Logger LOG = LoggerFactory.getLogger(CampaignActions.class);

  /// How orders to studies are done.
  public WorkOrders ofStudies() {
    return new WorkOrders(
        WorkKind.STUDY,
        StudyView.class,
        reads::study,
        (query, most) -> reads.table().ids(WorkKind.STUDY, query, most),
        Map.of(
            WorkOrder.PAUSE,
            to -> pause(Work.study(to.id())),
            WorkOrder.RESUME,
            to -> resume(Work.study(to.id())),
            WorkOrder.CANCEL,
            to -> stop(Work.study(to.id()), to),
            WorkOrder.DELETE,
            this::deleteStudy,
            WorkOrder.RESTORE,
            this::restoreStudy));
  }

  /// How orders to groups are done.
  public WorkOrders ofGroups() {
    return new WorkOrders(
        WorkKind.GROUP,
        GroupView.class,
        reads::group,
        (query, most) -> reads.table().ids(WorkKind.GROUP, query, most),
        Map.of(
            WorkOrder.PAUSE,
            to -> pause(Work.group(to.id())),
            WorkOrder.STOP,
            to -> stop(Work.group(to.id()), to),
            WorkOrder.RESUME,
            to -> resumeGroup(to.id()),
            WorkOrder.RERUN,
            to -> rerun(to.id()),
            WorkOrder.DELETE,
            to -> delete(Work.group(to.id()), to, "stop it first"),
            WorkOrder.RESTORE,
            to -> restore(Work.group(to.id()), to),
            WorkOrder.ENABLE,
            to -> switched(to, false),
            WorkOrder.DISABLE,
            to -> switched(to, true)));
  }

  /// A study or group that exists.
  WorkView existing(Work work) {
    return found(reads.one(work), work);
  }

  private WorkView pause(Work work) {
    return found(campaigns.pause(work).join(), work);
  }

  private WorkView resume(Work work) {
    return found(campaigns.resume(work).join(), work);
  }

  private WorkView stop(Work work, OrderCall to) {
    return found(campaigns.stop(work, to.user()).join(), work);
  }

  private WorkView resumeGroup(String id) {
    Work group = Work.group(id);
    switch (existing(group).state()) {
      case "completed" ->
          throw conflict(
              group, "all of its members have succeeded", "run it once more with 'group rerun'");
      case "running" -> throw conflict(group, "it goes on", "stop it first");
      case "stopping" -> throw conflict(group, "it is being stopped", "wait until it is over");
      default -> {
        // It is paused, was stopped, or has failed.
      }
    }
    return resume(group);
  }

  private WorkView delete(Work work, OrderCall to, String mend) {
    WorkView view = existing(work);
    campaigns
        .delete(work)
        .join()
        .ifPresent(what -> {
          throw conflict(work, what, mend);
        });
    LOG.info("{} deleted {}", to.user(), work);
    return view;
  }

  /// Deletes a study with the jobs of its steps. They go first: if the server dies in between, the
  /// study is still there to be deleted once more.
  private WorkView deleteStudy(OrderCall to) {
    Work work = Work.study(to.id());
    StudyView study = found(reads.study(to.id()), work);
    if (study.endedAt().isEmpty()) {
      throw conflict(work, "it goes on", "cancel it first");
    }
    deleteSteps(study);
    return delete(work, to, "cancel it first");
  }

  /// Deletes all steps or none.
  private void deleteSteps(StudyView study) {
    List<String> deleted = new ArrayList<>();
    for (String step : steps(study)) {
      if (jobs.job(step).isEmpty()) {
        continue;
      }
      Optional<String> objection = deletion.delete(step).join();
      if (objection.isPresent()) {
        deleted.forEach(deletion::restore);
        String what = "its step " + step + " cannot be deleted yet: " + objection.get();
        throw conflict(Work.study(study.id()), what, "wait until its agents let go of it");
      }
      deleted.add(step);
    }
  }

  private static List<String> steps(StudyView study) {
    return study.steps().stream().map(StudyView.StepView::jobId).toList();
  }

  private WorkView restore(Work work, OrderCall to) {
    WorkView view =
        campaigns
            .restore(work)
            .orElseThrow(() -> HttpProblem.noSuchDeleted(work.kind().word(), work.id()));
    LOG.info("{} brought {} back", to.user(), work);
    return view;
  }

  /// Brings a study back, with those of its steps that can be brought back.
  private WorkView restoreStudy(OrderCall to) {
    Work work = Work.study(to.id());
    restore(work, to);
    steps(found(reads.study(to.id()), work)).forEach(deletion::restore);
    return existing(work);
  }

  GroupReading read(JsonNode body) {
    return GroupReading.of(body, reader, reads::plan);
  }

  /// Submits what was read; called while no pack can be removed.
  Submission submit(GroupReading reading) {
    String id = reading.id().orElseGet(() -> ids.make("group"));
    return campaigns
        .submit(id, reading.plan(), reading.document().toString(), reading.asked())
        .join();
  }

  /// What was submitted as a group, without its secrets.
  ObjectNode document(String group) {
    return (ObjectNode)
        Json.mapper().readTree(found(reads.table().document(group), Work.group(group)));
  }

  /// Changes what a waiting group asks for; called while no pack can be removed.
  WorkView edit(String id, JsonNode body, String user) {
    Work group = Work.group(id);
    GroupReading reading =
        GroupReading.edited(id, body, reader, reads.plan(id), reads.table().asked(group));
    existing(group);
    String document = reading.document().toString();
    return amended(
        group, campaigns.edit(id, reading.plan(), document, reading.asked()), "edited", user);
  }

  private WorkView switched(OrderCall to, boolean off) {
    Work group = Work.group(to.id());
    existing(group);
    return amended(
        group, campaigns.switched(to.id(), off), off ? "disabled" : "enabled", to.user());
  }

  /// @param objection why it could not be changed; empty if it was
  private WorkView amended(
      Work group, CompletableFuture<Optional<String>> objection, String done, String user) {
    objection
        .join()
        .ifPresent(what -> {
          throw conflict(group, what, "submit it anew with 'broadside group rerun'");
        });
    LOG.info("{} {} {}", user, done, group);
    return existing(group);
  }

  /// Submits a group once more, as it was asked for, with its secrets.
  private WorkView rerun(String id) {
    ObjectNode document = document(id);
    document.remove(GroupDocument.ID);
    ScheduleFields.forget(document);
    return reader
        .packs()
        .keeping(() ->
            SubmissionReply.taken(
                submit(read(document).withSecretsOf(reads.table().asked(Work.group(id))))));
  }

  private static HttpProblem conflict(Work work, String what, String mend) {
    return HttpProblem.conflict(Problem.wrong(work.toString(), what, mend));
  }

  private static <T> T found(Optional<T> thing, Work work) {
    return thing.orElseThrow(() -> HttpProblem.noSuch(work.kind().word(), work.id()));
  }
}
