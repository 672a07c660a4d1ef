package dev.broadside.server.notify;

import dev.broadside.core.campaign.Campaign;
import dev.broadside.core.input.JobDocument;
import dev.broadside.core.job.Subscription;
import dev.broadside.core.report.study.StudyJudgement;
import dev.broadside.core.report.study.StudyTable;
import dev.broadside.server.campaign.CampaignReads;
import dev.broadside.server.feed.GroupView;
import dev.broadside.server.feed.GroupView.MemberView;
import dev.broadside.server.feed.JobView;
import dev.broadside.server.feed.StudyView;
import dev.broadside.server.jobs.JobReads;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.row.Work;
import java.util.List;
import java.util.Optional;

/// Finds what there is to be told of jobs, studies and groups. Reads the store.
record Tellings(JobReads reads, CampaignReads campaigns, ResultStore store) {

  Optional<Told> of(Work work) {
    return switch (work.kind()) {
      case JOB -> reads.job(work.id()).map(this::job);
      case STUDY -> campaigns.study(work.id()).map(this::study);
      case GROUP -> campaigns.group(work.id()).map(this::group);
    };
  }

  /// The group of which a job is a member; empty where it is of none.
  Optional<Told> groupOf(String job) {
    return campaigns.withMember(job).map(this::group);
  }

  private Told job(JobView job) {
    List<Subscription> subscriptions =
        store
            .jobs()
            .shown(job.id())
            .map(row -> JobDocument.NOTIFY.in(row.job().spec()))
            .orElse(List.of());
    return new ToldJob(job, subscriptions);
  }

  private Told study(StudyView study) {
    boolean over = study.endedAt().isPresent();
    return new ToldStudy(
        study,
        subscriptions(Work.study(study.id())),
        over ? Optional.empty() : step(study),
        over ? campaigns.results().summary(study.id()).map(StudyJudgement::of) : Optional.empty(),
        over
            ? campaigns.results().table(study.id()).map(Tellings::answers).orElse(List.of())
            : List.of());
  }

  private List<Subscription> subscriptions(Work work) {
    return campaigns.campaign(work).map(Campaign::subscriptions).orElse(List.of());
  }

  private static List<String> answers(StudyTable table) {
    return table.knees().stream().map(knee -> knee.sentence()).toList();
  }

  /// The job of the step of a study that goes on.
  private Optional<JobView> step(StudyView study) {
    return study.steps().stream()
        .flatMap(step -> reads.job(step.jobId()).stream())
        .filter(job -> job.endedAt().isEmpty())
        .findFirst();
  }

  private Told group(GroupView group) {
    return new ToldGroup(
        group,
        subscriptions(Work.group(group.id())),
        group.members().stream()
            .filter(member -> member.progress().isPresent())
            .flatMap(member -> going(member).stream())
            .toList());
  }

  private Optional<JobView> going(MemberView member) {
    return switch (member.kind()) {
      case JOB -> member.begun().flatMap(reads::job);
      case STUDY -> member.begun().flatMap(campaigns::study).flatMap(this::step);
    };
  }
}
