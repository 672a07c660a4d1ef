package dev.broadside.cli;

import dev.broadside.core.diagnosis.Diagnosis;
import dev.broadside.core.figures.LatencyMillis;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.report.HostDocument;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.LatencyBucket;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.RunDocument.Status;
import dev.broadside.core.report.StatsDocument;
import dev.broadside.core.report.study.StudyDocument;
import dev.broadside.core.stat.ErrorSample;
import dev.broadside.core.stat.GeneratorSample;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.study.StudyAxis;
import dev.broadside.core.threshold.ThresholdDocument;
import dev.broadside.core.threshold.ThresholdVerdicts;
import dev.broadside.core.verdict.AuditDocument;
import dev.broadside.core.verdict.Delivery;
import dev.broadside.core.verdict.GeneratorVerdict;
import dev.broadside.core.verdict.Limit;
import dev.broadside.core.verdict.ResultSeal;
import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Verification;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/// Results to print, made by hand.
public final class SampleRuns {
  private SampleRuns() {}

  public static StatsDocument stats(long ok, long failed, double perSecond) {
    return new StatsDocument(
        ok + failed,
        ok,
        failed,
        failed == 0 ? Map.of() : Map.of(ErrorClass.CONNECTION_LOST, failed),
        0,
        0,
        0,
        0,
        Map.of(),
        18 * ok,
        2 * ok,
        Map.of(1, 3L, 2, 1L),
        7 * ok,
        Map.of(
            "throughput",
            perSecond,
            "statements",
            7 * perSecond,
            "attempts",
            perSecond + 1,
            "goodput",
            perSecond),
        Optional.of(ok)
            .filter(count -> count > 0)
            .map(count ->
                latency(count, 1.5, 3.21, 2.75, 5.125, 12.345, 45.678, 123.4, 400, 1234.5)),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(failed)
            .filter(count -> count > 0)
            .map(count -> latency(count, 800, 900, 100, 1_700, 1_700, 1_700, 1_700, 1_700, 1_700)),
        ok + failed,
        0,
        Optional.empty());
  }

  public static IntervalDocument interval(int index, String... missing) {
    return interval(index, 1_234, missing);
  }

  /// One in which nothing ended well.
  public static IntervalDocument failing(int index) {
    return interval(index, 0);
  }

  private static IntervalDocument interval(int index, long ok, String... missing) {
    return new IntervalDocument(
        index,
        index * 1_000.0,
        1_000,
        index == 0 ? "warm-up" : "measure",
        index > 0,
        8,
        List.of(missing),
        stats(ok, 2, ok == 0 ? 0 : 1_234.56),
        Map.of("select_customer", stats(1_234, 0, 1_234.56)),
        GeneratorSample.UNKNOWN,
        index == 0
            ? List.of(new Limit("agent-1", Limit.Cause.CPU_WAIT, 0.5, "load threads waited"))
            : List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        0);
  }

  public static RunDocument run(String state, AuditDocument.Verdict verdict) {
    return run(state, verdict, new Delivery(1, List.of()));
  }

  /// A run that is sealed.
  public static RunDocument run(
      String state, AuditDocument.Verdict verdict, Delivery delivery, ResultSeal seal) {
    return run(state, verdict, delivery).with(seal);
  }

  /// A run with some of its planned load.
  public static RunDocument run(String state, AuditDocument.Verdict verdict, Delivery delivery) {
    Map<String, StatsDocument> operations = new LinkedHashMap<>();
    operations.put("select_customer", stats(37_000, 0, 1_233.33));
    operations.put("insert_order", stats(36_998, 2, 1_233.27));
    return new RunDocument(
        job(state),
        Map.of("scale", "1"),
        List.of(
            phase("warm-up", 0, StatsDocument.ofTransactions(Tally.NONE, 0)),
            phase("measure", 1_000, stats(36_998, 2, 1_233.27))),
        stats(36_998, 2, 1_233.27),
        operations,
        List.of(interval(0), interval(1)),
        List.of(),
        new GeneratorVerdict(
            GeneratorVerdict.Verdict.OK,
            "the agents had room to spare in 30 of 30 intervals",
            0,
            30,
            Optional.empty()),
        HostDocument.UNKNOWN,
        audit(verdict),
        List.of(
            new ErrorSample(
                ErrorClass.CONNECTION_LOST,
                1927,
                "08S01",
                "debit",
                "Connection reset\n\u001b[2J",
                2,
                4_000,
                5_000)),
        Map.of("seed", "1"),
        List.of(
            new LatencyBucket(2_048, 9_000),
            new LatencyBucket(4_096, 27_000),
            new LatencyBucket(8_192, 0),
            new LatencyBucket(16_384, 998)),
        Optional.of(delivery),
        Optional.empty(),
        List.of(),
        Optional.empty(),
        List.of(),
        Optional.empty(),
        List.of(),
        List.of());
  }

  private static RunDocument.PhaseDocument phase(
      String kind, double startMillis, StatsDocument stats) {
    return new RunDocument.PhaseDocument(
        kind,
        startMillis,
        kind.equals("measure") ? 30_000 : 1_000,
        "closed",
        8,
        Map.of(),
        stats,
        RunDocument.PhaseDocument.Waiting.NONE);
  }

  private static RunDocument.JobSummary job(String state) {
    return new RunDocument.JobSummary(
        "run-1",
        "a run",
        new RunDocument.JobSummary.Code("igenoltp", "iGenOLTP", "0".repeat(64)),
        new Status(state, "", "2026-01-02T03:04:05Z", "2026-01-02T03:04:36Z"),
        new RunDocument.JobSummary.Load("closed", "service time only", 2, 8, "platform"));
  }

  /// The same run, of which thresholds came out so.
  public static RunDocument judged(RunDocument run, ThresholdDocument... each) {
    ObjectNode tree = Json.mapper().valueToTree(run);
    tree.set("thresholds", Json.mapper().valueToTree(ThresholdVerdicts.of(List.of(each))));
    return Json.mapper().treeToValue(tree, RunDocument.class);
  }

  /// The same run, but lock waits held it back.
  public static RunDocument diagnosed(RunDocument run) {
    Diagnosis locks =
        new Diagnosis(
            "locks",
            "Lock waits",
            Diagnosis.Certainty.LIKELY,
            "The threads waited for locks in 62 % of their time",
            List.of(
                new Diagnosis.Evidence(
                    "db.row_lock_waits", "lock waits", 480, "/s", 1_000, 31_000, "charts")),
            "find the rows that many transactions change");
    ObjectNode tree = Json.mapper().valueToTree(run);
    tree.set("diagnoses", Json.mapper().valueToTree(List.of(locks)));
    return Json.mapper().treeToValue(tree, RunDocument.class);
  }

  /// A threshold that came out so.
  public static ThresholdDocument threshold(String text, ThresholdDocument.Verdict verdict) {
    return new ThresholdDocument(
        new ThresholdDocument.Asked(text, "p99", "<", 20, "ms"),
        verdict,
        new ThresholdDocument.Found(OptionalDouble.of(45.68), false, OptionalDouble.empty()),
        "p99 was 45.68 ms; it must be < 20 ms");
  }

  /// A study that has completed.
  public static StudyDocument study(String id, StudyDocument.Step... steps) {
    return new StudyDocument(
        new StudyDocument.Head(
            id,
            "a ladder",
            "igenoltp",
            "iGenOLTP",
            new StudyDocument.Head.Along(
                StudyAxis.THREADS,
                Stream.of(steps).map(StudyDocument.Step::threads).toList(),
                Optional.empty()),
            1,
            new Status("completed", "", "2026-01-02T03:04:05Z", "2026-01-02T03:14:05Z")),
        List.of(steps));
  }

  /// A step with so many threads that gave so many transactions per second.
  public static StudyDocument.Step step(int threads, double perSecond) {
    RunDocument run = run("completed", AuditDocument.Verdict.BALANCED);
    return new StudyDocument.Step(
        threads,
        Optional.empty(),
        new RunDocument(
            run.job(),
            run.parameters(),
            run.phases(),
            stats(Math.round(30 * perSecond), 0, perSecond),
            run.operations(),
            run.intervals(),
            run.agents(),
            run.generator(),
            new HostDocument(0.5, 0.125, 0.25, 3.5, 0.1, 20, 40),
            run.audit(),
            run.errors(),
            run.provenance(),
            run.distribution(),
            run.delivery(),
            run.seal(),
            run.figures(),
            run.drift(),
            run.marks(),
            run.thresholds(),
            run.diagnoses(),
            run.observed()));
  }

  private static AuditDocument audit(AuditDocument.Verdict verdict) {
    return new AuditDocument(
        verdict,
        "AUDIT "
            + verdict
            + "  begun 37,000 = ok 36,998 + failed 2 + uncertain 0 · 32 interval records",
        new AuditDocument.Counts(37_000, 36_998, 2, 0),
        32,
        0,
        verdict == AuditDocument.Verdict.BALANCED
            ? List.of()
            : List.of("agent-2: record 7 is missing"),
        List.of(new Verification.Check("orders are stationary", true, false, "100,000 = 100,000")));
  }

  /// Latencies whose measures have these values, in the order of the catalogue.
  public static LatencyMillis latency(long count, double stdDev, double... values) {
    List<Measure> measures = Measure.latencies().toList();
    Map<String, Double> byId = new LinkedHashMap<>();
    for (int i = 0; i < measures.size(); i++) {
      byId.put(measures.get(i).id(), values[i]);
    }
    return new LatencyMillis(count, stdDev, 0, byId);
  }
}
