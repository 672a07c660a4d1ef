package dev.broadside.server.group;

import dev.broadside.core.group.GroupPlan.Kind;
import dev.broadside.core.group.GroupPlan.Member;
import dev.broadside.core.group.GroupState;
import dev.broadside.core.group.JobGroup;
import dev.broadside.core.group.MemberState;
import dev.broadside.core.job.Outcome;
import dev.broadside.core.job.Subscription;
import dev.broadside.core.report.section.GroupLayout;
import dev.broadside.server.feed.JobView;
import dev.broadside.server.study.StudyView;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// Turns what is kept of a group, and of its members' jobs and studies, into what may be shown.
/// Pure.
///
/// @param jobs finds a job
/// @param studies finds a study
record GroupViews(
    Function<String, Optional<JobView>> jobs, Function<String, Optional<StudyView>> studies) {

  /// The same where the jobs have been found already.
  GroupViews among(Map<String, JobView> found) {
    return new GroupViews(id -> Optional.ofNullable(found.get(id)), studies);
  }

  /// The jobs that a view of a group asks for.
  static Stream<String> jobsOf(JobGroup group) {
    return group.plan().members().stream()
        .filter(member -> member.kind() == Kind.JOB)
        .map(member -> group.memberId(member.name(), group.of(member.name()).attempt()));
  }

  GroupView of(JobGroup group) {
    return new GroupView(
        group.id(),
        group.plan().name(),
        group.state().word(),
        group.state().reason(),
        group.submittedAt(),
        group.state() instanceof GroupState.Done(Instant at, Outcome _)
            ? Optional.of(at)
            : Optional.empty(),
        group.judgement(),
        group.plan().disabled(),
        group.plan().startAt().filter(_ -> group.state() instanceof GroupState.Pending),
        group.plan().timetable().repeats(),
        group.plan().subscriptions().stream().map(Subscription::text).toList(),
        group.plan().members().stream().map(member -> view(group, member)).toList(),
        GroupLayout.graph(group.plan().members(), name -> group.of(name).word()));
  }

  private GroupView.MemberView view(JobGroup group, Member member) {
    MemberState state = group.of(member.name());
    boolean was = state.active() || state instanceof MemberState.Ended;
    Optional<String> begun =
        was ? Optional.of(group.memberId(member.name(), state.attempt())) : Optional.empty();
    Optional<JobView> job = begun.filter(_ -> member.kind() == Kind.JOB).flatMap(jobs);
    Optional<StudyView> study = begun.filter(_ -> member.kind() == Kind.STUDY).flatMap(studies);
    String reason =
        state.active()
            ? job.map(JobView::reason).or(() -> study.map(StudyView::reason)).orElse("")
            : state.reason();
    return new GroupView.MemberView(
        member.name(),
        member.kind(),
        member.jobClass(),
        state.word(),
        reason,
        member.after(),
        state.attempt(),
        begun,
        state instanceof MemberState.Ended ended
            ? Optional.of(ended.judgement())
            : Optional.empty(),
        job.map(JobView::state).or(() -> study.map(StudyView::state)).filter(_ -> state.active()),
        job.flatMap(JobView::headline));
  }
}
