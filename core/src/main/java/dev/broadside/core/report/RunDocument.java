package dev.broadside.core.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import dev.broadside.core.diagnosis.Diagnosis;
import dev.broadside.core.diagnosis.Surroundings;
import dev.broadside.core.drift.DriftDocument;
import dev.broadside.core.figures.FigureDocument;
import dev.broadside.core.figures.NumberText;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.load.Phase;
import dev.broadside.core.load.PhaseKind;
import dev.broadside.core.stat.ErrorSample;
import dev.broadside.core.stat.HostUse;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.threshold.ThresholdVerdicts;
import dev.broadside.core.verdict.AuditDocument;
import dev.broadside.core.verdict.Delivery;
import dev.broadside.core.verdict.GeneratorVerdict;
import dev.broadside.core.verdict.ResultSeal;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Everything about one run: the one shape for `broadside run --json`, the HTTP API and the page.
/// New fields may be added; those that are here stay.
///
/// @param job what ran, and how it ended
/// @param parameters the job class's parameters, secrets redacted
/// @param phases as planned, and what came of each
/// @param summary the measured phases, over all agents
/// @param operations the same per operation name
/// @param intervals every interval in order; a gap in the numbers is a gap in what is known. A long
///   run has gigabytes of them, so documents are made and read without them, and [RunJson] writes
///   them one by one
/// @param agents who took part
/// @param generator whether the load generator may have been the limit
/// @param host what the processors of the agents' hosts did, over all agents
/// @param audit whether it all adds up
/// @param errors every kind of failure, with its first message
/// @param provenance what else one needs to run it again: versions, driver and database settings,
///   seed, command line
/// @param distribution the transactions' latencies in the measured phases, in powers of two
/// @param delivery how much of the planned load came about; empty until the run has ended, and
///   where it never began
/// @param seal of which records it was made; empty until it is final
/// @param figures what else was counted and measured: by the job class, and of the hosts
/// @param drift which figures rise, fall or step over the measured phases; empty where too little
///   was measured, or the planned load itself changes
/// @param marks what happened, in the order of time
/// @param thresholds how they came out, or so far while it runs; empty where there are none
/// @param diagnoses what held it back, the most important first; none where nothing is known, and
///   while it runs
public record RunDocument(
    JobSummary job,
    Map<String, String> parameters,
    List<PhaseDocument> phases,
    StatsDocument summary,
    Map<String, StatsDocument> operations,
    @JsonSetter(nulls = Nulls.AS_EMPTY) List<IntervalDocument> intervals,
    List<AgentDocument> agents,
    GeneratorVerdict generator,
    HostDocument host,
    AuditDocument audit,
    List<ErrorSample> errors,
    Map<String, String> provenance,
    List<LatencyBucket> distribution,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Delivery> delivery,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<ResultSeal> seal,
    List<FigureDocument> figures,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<DriftDocument> drift,
    List<Mark> marks,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<ThresholdVerdicts> thresholds,
    List<Diagnosis> diagnoses) {

  public RunDocument {
    phases = List.copyOf(phases);
    intervals = List.copyOf(intervals);
    agents = List.copyOf(agents);
    errors = List.copyOf(errors);
    distribution = List.copyOf(distribution);
    marks = List.copyOf(marks);
    diagnoses = List.copyOf(diagnoses);
  }

  /// This document, sealed.
  public RunDocument with(ResultSeal made) {
    return new RunDocument(
        job,
        parameters,
        phases,
        summary,
        operations,
        intervals,
        agents,
        generator,
        host,
        audit,
        errors,
        provenance,
        distribution,
        delivery,
        Optional.of(made),
        figures,
        drift,
        marks,
        thresholds,
        diagnoses);
  }

  /// The figures that are shown: of agents on one host, what the first of them tells of it.
  public List<FigureDocument> toldFigures() {
    Map<String, String> firstOn = new HashMap<>();
    Map<String, String> headings = new HashMap<>();
    for (AgentDocument agent : agents) {
      String first = firstOn.computeIfAbsent(agent.observer().host(), _ -> agent.name());
      headings.put(HostUse.heading(agent.name()), HostUse.heading(first));
    }
    return FigureDocument.told(figures).stream()
        .filter(one -> {
          String heading = one.figure().section().split(", ", 2)[0];
          return heading.equals(headings.getOrDefault(heading, heading));
        })
        .toList();
  }

  /// Why it is no valid measurement of what was planned, in a few words; empty where it is one.
  public String doubt() {
    if (!job.state().equals("completed")) {
      return job.state();
    }
    if (generator.verdict() == GeneratorVerdict.Verdict.LIMITED) {
      return "generator limited";
    }
    if (!audit.balanced()) {
      return "audit " + audit.verdict();
    }
    return delivery.filter(one -> !one.whole()).map(one -> one.percent() + " delivered").orElse("");
  }

  /// What measured phases began with that was due before them, each in words.
  public List<String> backlogs() {
    return phases.stream()
        .filter(phase -> phase.kind().equals(PhaseKind.MEASURE.word()))
        .flatMap(phase -> phase.backlog().stream().map(left -> phase.place() + left))
        .toList();
  }

  /// What ran, and how it ended.
  ///
  /// @param state the state's word: `running`, `completed`, `cancelled`, `failed`, `lost`
  /// @param reason why it waits, failed or was lost; empty otherwise
  /// @param latencyMeaning `service time only` for a closed load, `response time from the intended
  ///   start` for an open one
  /// @param startedAt the common start in ISO 8601; empty where it never began
  /// @param endedAt its end in ISO 8601; empty while it runs
  public record JobSummary(
      String id,
      String name,
      String jobClass,
      String title,
      String pack,
      String state,
      String reason,
      String load,
      String latencyMeaning,
      int agents,
      int threads,
      String threadKind,
      String startedAt,
      String endedAt) {

    /// If it failed, this summary with the cause added to its reason.
    public JobSummary because(Optional<String> why) {
      return why.filter(_ -> state.equals("failed"))
          .map(words ->
              new JobSummary(
                  id,
                  name,
                  jobClass,
                  title,
                  pack,
                  state,
                  reason + "; " + words,
                  load,
                  latencyMeaning,
                  agents,
                  threads,
                  threadKind,
                  startedAt,
                  endedAt))
          .orElse(this);
    }

    /// When it was so many milliseconds after the common start; empty where there was none.
    public Optional<Instant> at(double millis) {
      try {
        return Optional.of(Instant.parse(startedAt).plusMillis(Math.round(millis)));
      } catch (DateTimeParseException _) {
        return Optional.empty();
      }
    }

    /// A job of this kind that ran as it was asked for.
    public static JobSummary of(
        String id,
        JobSpec spec,
        String title,
        String state,
        String reason,
        Optional<Instant> startedAt,
        Optional<Instant> endedAt) {
      return new JobSummary(
          id,
          spec.name(),
          spec.jobClass(),
          title,
          spec.pack(),
          state,
          reason,
          spec.loadWords(),
          spec.latencyMeaning(),
          spec.agents().count(),
          spec.totalThreads(),
          spec.threadKind().word(),
          startedAt.map(Instant::toString).orElse(""),
          endedAt.map(Instant::toString).orElse(""));
    }
  }

  /// A phase as planned, on the run's axis, and what came of it.
  ///
  /// @param load its load in a few words
  /// @param threads its load threads, over all agents
  /// @param mix parameter values of this phase only
  /// @param stats what ended in it, and what was due in it and never begun; zeros where it has not
  ///   come, or nothing was to be done
  /// @param waitingBefore how many arrivals of the phases before were still waiting when it began
  /// @param waitingMillis for how long the oldest of them had been due by then
  public record PhaseDocument(
      String kind,
      double startMillis,
      double durationMillis,
      String load,
      int threads,
      Map<String, String> mix,
      StatsDocument stats,
      long waitingBefore,
      double waitingMillis) {
    /// A shorter wait than this is no backlog.
    private static final double LEAST_WAIT_MILLIS = 100;

    /// One that has not come.
    public PhaseDocument(
        String kind,
        double startMillis,
        double durationMillis,
        String load,
        int threads,
        Map<String, String> mix) {
      this(
          kind,
          startMillis,
          durationMillis,
          load,
          threads,
          mix,
          StatsDocument.ofTransactions(Tally.NONE, 0),
          0,
          0);
    }

    /// This phase with its results.
    PhaseDocument with(StatsDocument found, long waiting, double oldestMillis) {
      return new PhaseDocument(
          kind, startMillis, durationMillis, load, threads, mix, found, waiting, oldestMillis);
    }

    private String place() {
      return kind + " at " + NumberText.seconds(startMillis) + ": ";
    }

    /// What the phases before left to it, in words; empty where that is nothing worth a word.
    public Optional<String> backlog() {
      return waitingMillis < LEAST_WAIT_MILLIS
          ? Optional.empty()
          : Optional.of(
              String.format(
                  Locale.ROOT,
                  "%,d %s when it began, the oldest for %.1f s; %,d of the %,d transactions that"
                      + " ended in it were due before it",
                  waitingBefore,
                  waitingBefore == 1 ? "arrival waited" : "arrivals waited",
                  waitingMillis / 1e3,
                  stats.carriedOver(),
                  stats.transactions() + stats.failed() + stats.uncertain()));
    }

    /// All phases of a run, one behind the other.
    public static List<PhaseDocument> of(JobSpec spec) {
      List<PhaseDocument> documents = new ArrayList<>();
      long start = 0;
      for (Phase phase : spec.phases()) {
        long duration = phase.duration().toNanos();
        documents.add(
            new PhaseDocument(
                phase.kind().word(),
                start / 1e6,
                duration / 1e6,
                phase.load().words(),
                spec.agents().count() * phase.load().threadsPerAgent(),
                phase.mix()));
        start += duration;
      }
      return documents;
    }
  }

  /// An agent that took part.
  ///
  /// @param clockOffsetMillis the server's wall clock minus the agent's, as measured before the
  ///   start
  /// @param clockErrorMillis the bound of that measurement's error
  /// @param firstStartMillis when its first iteration began, from the common start; corrected by
  ///   the offset
  /// @param stats its measured phases
  /// @param host what its host's processors did in them
  /// @param environment its host, JVM and flags
  public record AgentDocument(
      String name,
      int threads,
      double clockOffsetMillis,
      double clockErrorMillis,
      double firstStartMillis,
      StatsDocument stats,
      HostDocument host,
      Map<String, String> environment) {

    /// What this agent watches. Agents of which it is not known where they run count as one host
    /// each.
    Surroundings.Observer observer() {
      return new Surroundings.Observer(name, environment.getOrDefault("boot", name), threads > 0);
    }
  }
}
