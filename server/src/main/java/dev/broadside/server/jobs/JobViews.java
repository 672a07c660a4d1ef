package dev.broadside.server.jobs;

import dev.broadside.core.input.JobDocument;
import dev.broadside.core.input.ScheduleFields;
import dev.broadside.core.input.Timetable;
import dev.broadside.core.job.Job;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.JobState;
import dev.broadside.core.job.Outcome;
import dev.broadside.core.job.Subscription;
import dev.broadside.core.param.Problem;
import dev.broadside.core.wire.ShareStatus;
import dev.broadside.server.collect.AgentProgress;
import dev.broadside.server.feed.JobView;
import dev.broadside.server.feed.JobView.PhaseView;
import dev.broadside.server.feed.JobView.ProgressView;
import dev.broadside.server.feed.JobView.StateView;
import dev.broadside.server.feed.ShareView;
import dev.broadside.server.feed.WorkView;
import dev.broadside.server.steps.Reasons;
import dev.broadside.server.steps.Situation;
import dev.broadside.server.steps.WaitingFor;
import dev.broadside.server.store.row.JobRow;
import dev.broadside.server.store.row.ShareRow;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Turns a job as it is kept into what users see of it. Pure.
final class JobViews {
  private JobViews() {}

  /// A placed job. If an agent is away it says until when the job waits for it.
  static JobView of(JobRun run) {
    Situation now = run.situation();
    String waits = run.absences().isEmpty() ? WaitingFor.sentence(now) : run.absences();
    String reason =
        Stream.of(Reasons.of(run.shown()), waits)
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining("; "));
    return of(run.shown(), reason, WaitingFor.what(now));
  }

  /// A job as the store has it.
  static JobView of(JobRow row) {
    return of(row, Reasons.of(row), Optional.empty());
  }

  private static JobView of(JobRow row, String reason, Optional<ProgressView> progress) {
    Job job = row.job();
    JobSpec spec = job.spec();
    return new JobView(
        new WorkView.WorkHead(
            job.id(),
            spec.name(),
            job.state().word(),
            reason,
            job.submittedAt(),
            job.endedAt(),
            JobDocument.NOTIFY.in(spec).stream().map(Subscription::text).toList()),
        row.filing(),
        WorkView.AskedView.of(JobDocument.definition(job.id(), spec), row.code().title(), spec),
        new WorkView.TimesView(
            ScheduleFields.DISABLED.in(spec),
            spec.startAt().filter(_ -> job.state() instanceof JobState.Pending),
            Timetable.of(spec).repeats()),
        row.deletedAt(),
        load(spec),
        new JobView.CourseView(
            job.startedAt(),
            job.startedAt().map(at -> plannedEnd(at, spec)),
            row.loads().stream().map(ShareRow::agent).toList(),
            job.refused().map(Problem.Kind::word),
            control(job),
            progress,
            job.history().stream().map(JobViews::step).toList()),
        // A job whose load never began has figures that mean nothing.
        row.headline().filter(_ -> job.startedAt().isPresent()));
  }

  private static JobView.LoadView load(JobSpec spec) {
    return new JobView.LoadView(
        JobView.Wanted.of(spec),
        spec.threadsPerAgent(),
        spec.totalThreads(),
        spec.openedPerAgent(),
        spec.loadWords(),
        spec.phases().stream()
            .map(phase -> new PhaseView(phase.kind().word(), phase.duration().toMillis()))
            .toList(),
        spec.interval().toMillis(),
        spec.threadKind().word());
  }

  private static Optional<JobView.ControlView> control(Job job) {
    JobSpec spec = job.spec();
    return job.state() instanceof JobState.Running
        ? Optional.of(
            new JobView.ControlView(
                spec.open(), spec.openedPerAgent(), JobView.LoadSetting.of(job.control())))
        : Optional.empty();
  }

  private static Instant plannedEnd(Instant start, JobSpec spec) {
    Instant end = start.plusNanos(spec.axis().endNanos());
    return Timetable.of(spec).stopAt().filter(end::isAfter).orElse(end);
  }

  private static StateView step(Job.StateChange step) {
    return new StateView(step.at(), step.state().word(), reason(step.state()));
  }

  private static String reason(JobState state) {
    return switch (state) {
      case JobState.Pending(String reason) -> reason;
      case JobState.Preparing _, JobState.Running _ -> "";
      case JobState.Stopping(Instant _, Outcome outcome) -> outcome.reason();
      case JobState.Done(Instant _, Outcome outcome) -> outcome.reason();
    };
  }

  static ShareView share(ShareRow share, String presence, AgentProgress collected) {
    return new ShareView(
        share.agent(),
        presence,
        new ShareView.Where(
            word(share.status()), share.failed() ? Reasons.why(share) : share.notes().broken()),
        share.slice().threads(),
        collected.threads(),
        new ShareView.Clock(
            share.notes().clockOffsetNanos() / 1e6, share.notes().clockErrorNanos() / 1e6),
        collected.lastInterval(),
        collected.generator());
  }

  private static String word(ShareStatus status) {
    return switch (status) {
      case ShareStatus.Forking _ -> "forking";
      case ShareStatus.Forked _ -> "forked";
      case ShareStatus.Preparing _ -> "preparing";
      case ShareStatus.Loading _ -> "loading";
      case ShareStatus.Prepared _ -> "prepared";
      case ShareStatus.Opening _ -> "opening";
      case ShareStatus.Ready _ -> "ready";
      case ShareStatus.Running _ -> "running";
      case ShareStatus.Finished _ -> "finished";
      case ShareStatus.Verified _ -> "verified";
      case ShareStatus.Rejected _ -> "rejected";
      case ShareStatus.Broken _ -> "broken";
      case ShareStatus.Released _ -> "released";
      case ShareStatus.Unclaimed _ -> "unclaimed";
    };
  }
}
