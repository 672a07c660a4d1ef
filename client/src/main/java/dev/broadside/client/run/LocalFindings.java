package dev.broadside.client.run;

import dev.broadside.core.param.Spans;
import dev.broadside.core.report.RunAggregate;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.RunDocument.AgentDocument;
import dev.broadside.core.report.RunDocument.JobSummary;
import dev.broadside.core.report.RunDocument.PhaseDocument;
import dev.broadside.core.report.RunHead;
import dev.broadside.core.verdict.AuditDocument;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.Verification;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What becomes known of a local run besides its records. For one thread.
final class LocalFindings {

  private final LocalOrder order;
  private Map<String, String> environment = Map.of();
  private Facts facts = Facts.NONE;
  private Verification verification = Verification.NONE;
  private Optional<Long> startEpochNanos = Optional.empty();
  private Optional<Long> firstStartEpochNanos = Optional.empty();
  private Optional<Instant> endedAt = Optional.empty();
  private Optional<String> failure = Optional.empty();
  private Optional<String> cancelled = Optional.empty();

  LocalFindings(LocalOrder order) {
    this.order = order;
  }

  void environment(Map<String, String> found) {
    environment = found;
  }

  void facts(Facts found) {
    facts = found;
  }

  void verified(Verification found) {
    verification = found;
  }

  void started(long epochNanos) {
    startEpochNanos = Optional.of(epochNanos);
  }

  void firstStart(long epochNanos) {
    firstStartEpochNanos = Optional.of(epochNanos);
  }

  /// The first end stands.
  void ended(Instant at) {
    endedAt = Optional.of(endedAt.orElse(at));
  }

  /// The first reason stands.
  void failed(String reason) {
    failure = Optional.of(failure.orElse(reason));
  }

  /// The first reason stands.
  void cancel(String reason) {
    cancelled = Optional.of(cancelled.orElse(reason));
  }

  boolean cancelled() {
    return cancelled.isPresent();
  }

  /// What is known when the load begins.
  RunHead head() {
    return new RunHead(
        job("running", ""), order.spec().shownParameters(), PhaseDocument.of(order.spec()));
  }

  /// The result, without its intervals.
  RunDocument document(RunAggregate aggregate) {
    aggregate.noSuccess().filter(_ -> startEpochNanos.isPresent()).ifPresent(this::failed);
    JobSummary job = job().because(aggregate.silence());
    List<PhaseDocument> phases = aggregate.phases(PhaseDocument.of(order.spec()));
    AuditDocument audit = aggregate.audit(verification);
    return new RunDocument(
        job,
        order.spec().shownParameters(),
        phases,
        aggregate.summary(),
        aggregate.operationSummaries(),
        List.of(),
        List.of(agent(aggregate)),
        aggregate.generator(true),
        aggregate.host(Set.of(LocalRun.AGENT)),
        audit,
        aggregate.errors(),
        provenance(),
        aggregate.distribution(),
        startEpochNanos.map(_ -> aggregate.delivery()),
        Optional.empty(),
        aggregate.figures(),
        aggregate.drift(List.of()),
        aggregate.marks(phases),
        aggregate.thresholds(job, audit));
  }

  private JobSummary job() {
    // Whatever breaks while a run stops anyway does not change why it stopped.
    String state = cancelled() ? "cancelled" : failure.isPresent() ? "failed" : "completed";
    return job(state, cancelled.or(() -> failure).or(verification::obstacle).orElse(""));
  }

  private JobSummary job(String state, String reason) {
    return JobSummary.of(
        order.runId(),
        order.spec(),
        order.jobClass().title(),
        state,
        reason,
        startEpochNanos.map(LocalFindings::instant),
        endedAt);
  }

  private static Instant instant(long epochNanos) {
    return Instant.ofEpochSecond(0, epochNanos);
  }

  private AgentDocument agent(RunAggregate aggregate) {
    double firstStartMillis =
        firstStartEpochNanos
            .flatMap(first -> startEpochNanos.map(start -> (first - start) / 1e6))
            .orElse(0.0);
    return new AgentDocument(
        LocalRun.AGENT,
        order.spec().totalThreads(),
        0,
        0,
        firstStartMillis,
        aggregate.summaryOf(LocalRun.AGENT),
        aggregate.hostOf(LocalRun.AGENT),
        environment);
  }

  private Map<String, String> provenance() {
    Map<String, String> all = new LinkedHashMap<>(order.provenance());
    all.put("seed", Long.toString(order.spec().seed()));
    all.put("interval", Spans.format(order.spec().interval()));
    all.putAll(facts.texts());
    return all;
  }
}
