package dev.broadside.core.report;

import dev.broadside.core.figures.LatencyMillis;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.load.Counted;
import dev.broadside.core.report.RunDocument.Status;
import dev.broadside.core.report.study.StudyDocument;
import dev.broadside.core.stat.Observed;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.study.StudyAxis;
import dev.broadside.core.study.StudyPlan;
import dev.broadside.core.study.StudyPoint;
import dev.broadside.core.verdict.AuditDocument;
import dev.broadside.core.verdict.GeneratorVerdict;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Studies made by hand.
public final class Studies {
  private Studies() {}

  /// A study whose steps have these rates; step n has 2 to the n threads on each of two agents.
  static StudyDocument study(String id, double... rates) {
    List<StudyDocument.Step> steps = new ArrayList<>();
    for (int i = 0; i < rates.length; i++) {
      steps.add(new StudyDocument.Step(1 << i, Optional.empty(), run(id, 1 << i, rates[i])));
    }
    return new StudyDocument(
        new StudyDocument.Head(
            id,
            "a study",
            "noop",
            "Nothing",
            new StudyDocument.Head.Along(
                StudyAxis.THREADS,
                steps.stream().map(StudyDocument.Step::threads).toList(),
                Optional.empty()),
            2,
            new Status("completed", "", "2026-01-02T03:04:05Z", "2026-01-02T03:14:05Z")),
        steps);
  }

  /// One of the runs of a definition, on successive days.
  public static RunDocument night(String version, int day, double rate) {
    RunDocument run = run("night", 1, rate);
    return with(
        run,
        job("night-" + day, 1, "completed", LocalDate.of(2026, 1, 2).plusDays(day) + "T03:04:05Z"),
        Map.of("database.version", version));
  }

  /// The same run, failed.
  public static RunDocument failed(RunDocument run) {
    RunDocument.JobSummary job = run.job();
    return with(run, job(job.id(), 1, "failed", job.startedAt()), run.provenance());
  }

  static RunDocument with(
      RunDocument run, RunDocument.JobSummary job, Map<String, String> provenance) {
    return new RunDocument(
        job,
        run.parameters(),
        run.phases(),
        run.summary(),
        run.operations(),
        run.intervals(),
        run.agents(),
        run.generator(),
        run.host(),
        run.audit(),
        run.errors(),
        provenance,
        run.distribution(),
        run.delivery(),
        run.seal(),
        run.figures(),
        run.drift(),
        run.marks(),
        run.thresholds(),
        run.diagnoses(),
        run.observed());
  }

  /// A run about whose target this was found out.
  static RunDocument observing(RunDocument run, List<Observed> observed) {
    return new RunDocument(
        run.job(),
        run.parameters(),
        run.phases(),
        run.summary(),
        run.operations(),
        run.intervals(),
        run.agents(),
        run.generator(),
        run.host(),
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
        observed);
  }

  /// The study of a plan with a step more, which does so much per second.
  static StudyDocument with(StudyDocument study, StudyPlan plan, StudyPoint point, double rate) {
    StudyDocument.Head head = study.study();
    List<StudyDocument.Step> steps = new ArrayList<>(study.steps());
    steps.add(StudyDocument.Step.at(point, run(head.id(), 1, rate)));
    return new StudyDocument(
        new StudyDocument.Head(
            head.id(),
            head.name(),
            head.job(),
            head.title(),
            new StudyDocument.Head.Along(
                plan.along(),
                steps.stream().map(StudyDocument.Step::threads).toList(),
                Optional.of(plan)),
            head.agents(),
            head.status()),
        steps);
  }

  public static RunDocument run(String studyId, int threads, double rate) {
    long count = Math.round(10 * rate);
    return new RunDocument(
        job(studyId + "-t" + threads, threads),
        Map.of("scale", "1"),
        List.of(
            new RunDocument.PhaseDocument(
                "measure",
                0,
                10_000,
                "closed",
                threads,
                Map.of(),
                StatsDocument.ofTransactions(Tally.NONE, 0),
                RunDocument.PhaseDocument.Waiting.NONE)),
        stats(count, rate, threads),
        Map.of("op", stats(count, rate, threads)),
        List.of(),
        List.of(),
        new GeneratorVerdict(GeneratorVerdict.Verdict.OK, "fine", 0, 10, Optional.empty()),
        new HostDocument(0.5, 0.125, 0.25, 3.5, 0.1, 20, 40),
        new AuditDocument(
            AuditDocument.Verdict.BALANCED,
            "",
            new AuditDocument.Counts(count, count, 0, 0),
            1,
            0,
            List.of(),
            List.of()),
        List.of(),
        Map.of(
            "seed",
            "1",
            "database.version",
            "of " + studyId,
            "database.counter.commits",
            studyId,
            "rows before",
            studyId,
            "command line",
            studyId),
        List.of(new LatencyBucket(1_024, count)),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        Optional.empty(),
        List.of(),
        Optional.empty(),
        List.of(),
        List.of());
  }

  private static RunDocument.JobSummary job(String id, int threads) {
    return job(id, threads, "completed", "2026-01-02T03:04:05Z");
  }

  private static RunDocument.JobSummary job(
      String id, int threads, String state, String startedAt) {
    return new RunDocument.JobSummary(
        id,
        "a study",
        new RunDocument.JobSummary.Code("noop", "Nothing", "0".repeat(64)),
        new Status(state, "", startedAt, "2026-01-02T03:05:05Z"),
        new RunDocument.JobSummary.Load(
            "closed, " + Counted.of(threads, "thread") + " per agent, no think time",
            "service time only",
            2,
            2 * threads,
            "platform"));
  }

  private static StatsDocument stats(long count, double rate, int threads) {
    LatencyMillis latency = latency(count, 1, threads, threads, 1, 2 * threads, 3, 4, 5, 6);
    return new StatsDocument(
        count,
        count,
        0,
        Map.of(),
        0,
        0,
        0,
        0,
        Map.of(),
        0,
        0,
        Map.of(),
        2 * count,
        Map.of("throughput", rate, "statements", 2 * rate, "attempts", rate, "goodput", rate),
        count > 0 ? Optional.of(latency) : Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        count,
        0,
        Optional.empty());
  }

  /// Latencies whose measures have these values, in the order of the catalogue.
  static LatencyMillis latency(long count, double stdDev, double... values) {
    List<Measure> measures = Measure.latencies().toList();
    Map<String, Double> byId = new LinkedHashMap<>();
    for (int i = 0; i < measures.size(); i++) {
      byId.put(measures.get(i).id(), values[i]);
    }
    return new LatencyMillis(count, stdDev, 0, byId);
  }
}
