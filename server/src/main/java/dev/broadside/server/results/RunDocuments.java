package dev.broadside.server.results;

import dev.broadside.core.input.JobDocument;
import dev.broadside.core.job.Job;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.JobState;
import dev.broadside.core.param.Spans;
import dev.broadside.core.report.RunAggregate;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.RunDocument.AgentDocument;
import dev.broadside.core.report.RunDocument.JobSummary;
import dev.broadside.core.report.RunDocument.PhaseDocument;
import dev.broadside.core.report.RunDocument.Status;
import dev.broadside.core.time.Time;
import dev.broadside.core.verdict.AuditDocument;
import dev.broadside.core.verdict.GeneratorVerdict;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.Verification;
import dev.broadside.server.steps.Reasons;
import dev.broadside.server.store.row.JobRow;
import dev.broadside.server.store.row.ShareRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Makes a document of a run's sums and its job. Pure.
public final class RunDocuments {
  private RunDocuments() {}

  /// The document without its intervals.
  ///
  /// @param version the server's
  static RunDocument head(JobRow row, RunAggregate sums, String version) {
    return head(row, sums, Reasons.of(row), verification(row), version);
  }

  /// The document of a run that goes on.
  ///
  /// @param reason what its list entry says
  static RunDocument soFar(JobRow row, RunAggregate sums, String reason, String version) {
    return head(row, sums, reason, verification(row), version);
  }

  /// The document of a run that got records after its target was verified.
  static RunDocument amended(JobRow row, RunAggregate sums, String version) {
    return head(row, sums, Reasons.of(row), notAgain(verification(row)), version);
  }

  private static RunDocument head(
      JobRow row, RunAggregate sums, String reason, Verification verification, String version) {
    JobSpec spec = row.job().spec();
    JobSummary job = summary(row, reason).because(sums.silence());
    List<PhaseDocument> phases = sums.phases(PhaseDocument.of(spec));
    AuditDocument audit = sums.audit(verification, idle(row));
    GeneratorVerdict generator = sums.generator(row.job().changes().isEmpty());
    List<AgentDocument> agents =
        row.shares().stream().map(share -> agent(row.job(), share, sums)).toList();
    return new RunDocument(
        job,
        spec.shownParameters(),
        phases,
        sums.summary(),
        sums.operationSummaries(),
        List.of(),
        agents,
        generator,
        sums.host(oneOfEachHost(row)),
        audit,
        sums.totals().errors(),
        provenance(row, version),
        sums.distribution(),
        row.job()
            .startedAt()
            .filter(_ -> row.job().state() instanceof JobState.Done)
            .map(_ -> sums.delivery()),
        Optional.empty(),
        sums.figures(),
        sums.drift(row.job().changes()),
        sums.marks(phases),
        sums.thresholds(job, audit),
        sums.diagnoses(spec.shownParameters(), agents, generator, audit),
        sums.observed());
  }

  /// What runs, and how it goes.
  public static JobSummary summary(JobRow row, String reason) {
    Job job = row.job();
    return JobSummary.of(
        job.id(),
        job.spec(),
        row.code().title(),
        Status.of(job.state().word(), reason, job.startedAt(), job.endedAt()));
  }

  private static AgentDocument agent(Job job, ShareRow share, RunAggregate sums) {
    var notes = share.notes();
    return new AgentDocument(
        share.agent(),
        share.slice().watches() ? 0 : job.spec().threadsPerAgent(),
        notes.clockOffsetNanos() / 1e6,
        notes.clockErrorNanos() / 1e6,
        firstStartMillis(job, notes.firstStartEpochNanos()),
        sums.summaryOf(share.agent()),
        sums.hostOf(share.agent()),
        notes.environment());
  }

  /// Agents whose load never began: a job may be stopped before its start, and between the order to
  /// start and the start.
  private static Set<String> idle(JobRow row) {
    boolean started = row.job().startedAt().isPresent();
    return row.loads().stream()
        .filter(share -> !started || share.neverBegan())
        .map(ShareRow::agent)
        .collect(Collectors.toSet());
  }

  private static Set<String> oneOfEachHost(JobRow row) {
    Map<String, String> speakers = new LinkedHashMap<>();
    row.loads().forEach(share -> speakers.putIfAbsent(bootOf(share), share.agent()));
    return Set.copyOf(speakers.values());
  }

  /// If the host of an agent is unknown, the agent counts as a host of its own.
  private static String bootOf(ShareRow share) {
    return share.notes().environment().getOrDefault("boot", share.agent());
  }

  private static double firstStartMillis(Job job, long firstStartEpochNanos) {
    Optional<Instant> start = job.startedAt();
    return start.isEmpty() || firstStartEpochNanos == 0
        ? 0
        : Math.round((firstStartEpochNanos - Time.epochNanos(start.get())) / 1e3) / 1e3;
  }

  private static Verification verification(JobRow row) {
    return row.shares().stream()
        .findFirst()
        .map(share -> share.notes().verification())
        .orElse(Verification.NONE);
  }

  /// The verification was made when fewer records were there, so it does not hold for all of them.
  /// What was broken stays broken.
  private static Verification notAgain(Verification before) {
    if (before.verdict() == Verification.Verdict.NOT_CHECKED) {
      return before;
    }
    List<Verification.Check> checks = new ArrayList<>();
    checks.add(
        new Verification.Check(
            "the target was verified with all records",
            false,
            true,
            "records came after it had been verified, so its checks are of the first result"));
    boolean broken = before.verdict() == Verification.Verdict.BROKEN;
    before
        .checks()
        .forEach(check ->
            checks.add(
                new Verification.Check(
                    check.name(),
                    check.holds(),
                    check.evidence() || !broken,
                    check.detail(),
                    check.unchecked())));
    return new Verification(
        broken ? Verification.Verdict.BROKEN : Verification.Verdict.NOT_CHECKED, checks);
  }

  private static Map<String, String> provenance(JobRow row, String version) {
    JobSpec spec = row.job().spec();
    Map<String, String> provenance = new LinkedHashMap<>();
    provenance.put("broadside", version);
    provenance.put("pack", spec.pack());
    provenance.put("pack.version", row.code().pack());
    provenance.put("seed", "" + spec.seed());
    provenance.put("interval", Spans.format(spec.interval()));
    row.shares().stream()
        .findFirst()
        .map(share -> share.notes().facts())
        .map(Facts::texts)
        .ifPresent(provenance::putAll);
    provenance.putAll(JobDocument.origin(spec));
    return provenance;
  }
}
