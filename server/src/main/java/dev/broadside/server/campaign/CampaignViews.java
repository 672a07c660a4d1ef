package dev.broadside.server.campaign;

import dev.broadside.core.campaign.Campaign;
import dev.broadside.core.campaign.CampaignState;
import dev.broadside.core.campaign.GroupPlan;
import dev.broadside.core.campaign.GroupPlan.Kind;
import dev.broadside.core.campaign.GroupPlan.Member;
import dev.broadside.core.campaign.JobGroup;
import dev.broadside.core.campaign.MemberState;
import dev.broadside.core.campaign.Study;
import dev.broadside.core.input.Filing;
import dev.broadside.core.job.Subscription;
import dev.broadside.core.report.section.GroupLayout;
import dev.broadside.server.feed.GroupView;
import dev.broadside.server.feed.JobView;
import dev.broadside.server.feed.StudyView;
import dev.broadside.server.feed.WorkView;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Makes views of studies and groups, with those of their members' jobs in them. Pure.
///
/// @param jobs finds a job, also a deleted one while it can be brought back
/// @param studies finds a study
record CampaignViews(
    Function<String, Optional<JobView>> jobs, Function<String, Optional<Study>> studies) {
  private static final String PLANNED = "planned";

  /// These views, made of jobs that have been found already.
  CampaignViews among(Map<String, JobView> found) {
    return new CampaignViews(id -> Optional.ofNullable(found.get(id)), studies);
  }

  /// The jobs that a view asks for.
  static Stream<String> jobsOf(Campaign campaign) {
    return campaign.names().stream()
        .filter(
            name -> !(campaign instanceof JobGroup group) || group.plan().kindOf(name) == Kind.JOB)
        .map(name -> campaign.memberId(name, campaign.of(name).attempt()));
  }

  WorkView of(Campaign campaign) {
    return switch (campaign) {
      case Study study -> study(study);
      case JobGroup group -> group(group);
    };
  }

  private static WorkView.WorkHead head(Campaign campaign) {
    return new WorkView.WorkHead(
        campaign.id(),
        campaign.name(),
        campaign.state().word(),
        campaign.reason(),
        campaign.submittedAt(),
        campaign.endedAt(),
        campaign.subscriptions().stream().map(Subscription::text).toList());
  }

  private StudyView study(Study study) {
    return new StudyView(
        head(study),
        Filing.of(study.spec()),
        WorkView.AskedView.of(study.definition(), study.title(), study.spec()),
        startedAt(study),
        JobView.Wanted.of(study.spec()),
        study.plan().along(),
        IntStream.range(0, study.points().size()).mapToObj(at -> step(study, at)).toList(),
        study.plan());
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

  /// The common start of its first step.
  Optional<Instant> startedAt(Study study) {
    return study.points().isEmpty()
        ? Optional.empty()
        : jobs.apply(study.stepId(0)).flatMap(JobView::startedAt);
  }

  private GroupView group(JobGroup group) {
    GroupPlan plan = group.plan();
    boolean waits = group.state() instanceof CampaignState.Pending;
    return new GroupView(
        head(group),
        new WorkView.TimesView(
            plan.disabled(), plan.startAt().filter(_ -> waits), plan.timetable().repeats()),
        group.judgement(),
        plan.members().stream().map(member -> member(group, member)).toList(),
        GroupLayout.graph(plan.members(), name -> group.of(name).word()));
  }

  private GroupView.MemberView member(JobGroup group, Member member) {
    MemberState state = group.of(member.name());
    boolean was = state.active() || state instanceof MemberState.Ended;
    Optional<String> begun =
        was ? Optional.of(group.memberId(member.name(), state.attempt())) : Optional.empty();
    Optional<JobView> job = begun.filter(_ -> member.kind() == Kind.JOB).flatMap(jobs);
    Optional<Study> study = begun.filter(_ -> member.kind() == Kind.STUDY).flatMap(studies);
    String reason =
        state.active()
            ? job.map(JobView::reason).or(() -> study.map(Study::reason)).orElse("")
            : state.reason();
    return new GroupView.MemberView(
        member.name(),
        member.kind(),
        member.jobClass(),
        member.after(),
        state.attempt(),
        new GroupView.MemberRun(
            state.word(),
            reason,
            begun,
            state instanceof MemberState.Ended ended
                ? Optional.of(ended.judgement())
                : Optional.empty(),
            job.map(JobView::state)
                .or(() -> study.map(one -> one.state().word()))
                .filter(_ -> state.active()),
            job.flatMap(JobView::headline)));
  }
}
