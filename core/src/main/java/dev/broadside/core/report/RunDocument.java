package dev.broadside.core.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.Nulls;
import dev.broadside.core.diagnosis.Diagnosis;
import dev.broadside.core.diagnosis.Surroundings;
import dev.broadside.core.drift.DriftDocument;
import dev.broadside.core.figures.FigureDocument;
import dev.broadside.core.figures.NumberText;
import dev.broadside.core.figures.Rounding;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.load.Phase;
import dev.broadside.core.load.PhaseKind;
import dev.broadside.core.stat.ErrorSample;
import dev.broadside.core.stat.HostUse;
import dev.broadside.core.stat.Observed;
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
/// @param phases the phases as planned, and the results of each
/// @param summary the measured phases, over all agents
/// @param operations the same per operation name
/// @param intervals every interval in order; a gap in the numbers is a gap in what is known. A long
///   run has gigabytes of them, so documents are made and read without them, and [RunJson] writes
///   them one by one
/// @param agents the agents that took part
/// @param generator whether the load generator may have been the limit
/// @param host the use of the processors of all agents' hosts
/// @param audit whether all counts add up
/// @param errors every kind of failure, with its first message
/// @param provenance what else one needs to run it again: versions, driver and database settings,
///   seed, command line
/// @param distribution the transactions' latencies in the measured phases, in powers of two
/// @param delivery how much of the planned load came about; empty until the run has ended, and if
///   it never began
/// @param seal the records that the result was made of; empty until it is final
/// @param figures what else the job class and the hosts counted and measured
/// @param drift which figures rise, fall or step over the measured phases; empty if too little was
///   measured, or the planned load itself changes
/// @param marks what happened, in the order of time
/// @param thresholds the verdicts on the thresholds, so far if the run goes on; empty if there are
///   none
/// @param diagnoses what held the run back, the most important first; empty if nothing is known,
///   and while it runs
/// @param observed what was found out about the target in words, in the order of time
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
    List<Diagnosis> diagnoses,
    List<Observed> observed) {
  /// From one per second at a price per hour to a price per million.
  private static final double MILLION_PER_HOUR = 1e6 / 3_600;

  public RunDocument {
    phases = List.copyOf(phases);
    intervals = List.copyOf(intervals);
    agents = List.copyOf(agents);
    errors = List.copyOf(errors);
    distribution = List.copyOf(distribution);
    marks = List.copyOf(marks);
    diagnoses = List.copyOf(diagnoses);
    observed = List.copyOf(observed);
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
        diagnoses,
        observed);
  }

  /// The figures that are shown. Several agents on one host see the same host; only the figures of
  /// the first agent are shown then.
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

  /// What is known of the places of its load and its target.
  public Surroundings surroundings() {
    return new Surroundings(
        audit.balanced(),
        generator,
        parameters,
        agents.stream().map(AgentDocument::observer).toList(),
        List.copyOf(operations.keySet()),
        observed);
  }

  /// Why it is no valid measurement of what was planned, in a few words; empty if it is one.
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

  /// What a million transactions that ended well cost, by the price of an hour; not a number if the
  /// user gave none, or nothing ended well.
  public double pricePerMillion() {
    double throughput = summary.throughput();
    return pricePerHour()
        .filter(_ -> throughput > 0)
        .map(price -> Rounding.micros(Double.parseDouble(price) / throughput * MILLION_PER_HOUR))
        .orElse(Double.NaN);
  }

  /// The price of an hour as the user gave it, a decimal number.
  public Optional<String> pricePerHour() {
    return Optional.ofNullable(provenance.get("price-per-hour"))
        .filter(price -> price.matches("\\d{1,7}(\\.\\d{1,20})?"));
  }

  /// The arrivals that were due before a measured phase and still waited when it began, a text for
  /// each such phase.
  public List<String> backlogs() {
    return phases.stream()
        .filter(phase -> phase.kind().equals(PhaseKind.MEASURE.word()))
        .flatMap(phase -> phase.backlog().stream().map(left -> phase.place() + left))
        .toList();
  }

  /// What ran, and how it ended.
  public record JobSummary(
      String id,
      String name,
      @JsonUnwrapped Code code,
      @JsonUnwrapped Status status,
      @JsonUnwrapped Load asked) {

    /// The code that ran.
    ///
    /// @param jobClass the id of the job class
    /// @param title the job class's title
    /// @param pack the hash of the pack that holds the job class
    public record Code(String jobClass, String title, String pack) {}

    /// The load that was asked for.
    ///
    /// @param load the load model in a few words
    /// @param latencyMeaning `service time only` for a closed load, `response time from the
    ///   intended start` for an open one
    /// @param agents how many agents it runs on
    /// @param threads load threads over all agents
    /// @param threadKind `platform` or `virtual`
    public record Load(
        String load, String latencyMeaning, int agents, int threads, String threadKind) {}

    public String jobClass() {
      return code.jobClass;
    }

    public String title() {
      return code.title;
    }

    public String state() {
      return status.state();
    }

    public String reason() {
      return status.reason();
    }

    public String startedAt() {
      return status.startedAt();
    }

    public String endedAt() {
      return status.endedAt();
    }

    public int agents() {
      return asked.agents;
    }

    public int threads() {
      return asked.threads;
    }

    public JobSummary with(Status changed) {
      return new JobSummary(id, name, code, changed, asked);
    }

    /// If it failed, this summary with the cause added to its reason.
    public JobSummary because(Optional<String> why) {
      return why.filter(_ -> state().equals("failed"))
          .map(words -> with(new Status(state(), reason() + "; " + words, startedAt(), endedAt())))
          .orElse(this);
    }

    /// The time that was so many milliseconds after the common start; empty if the load never
    /// began.
    public Optional<Instant> at(double millis) {
      try {
        return Optional.of(Instant.parse(startedAt()).plusMillis(Math.round(millis)));
      } catch (DateTimeParseException _) {
        return Optional.empty();
      }
    }

    /// The summary of a run that was started as its job asks.
    public static JobSummary of(String id, JobSpec spec, String title, Status status) {
      return new JobSummary(
          id,
          spec.name(),
          new Code(spec.jobClass(), title, spec.pack()),
          status,
          new Load(
              spec.loadWords(),
              spec.latencyMeaning(),
              spec.agents().count(),
              spec.totalThreads(),
              spec.threadKind().word()));
    }
  }

  /// A phase as planned, on the run's axis, and its results.
  ///
  /// @param load its load in a few words
  /// @param threads its load threads, over all agents
  /// @param mix parameter values of this phase only
  /// @param stats the transactions that ended in it, or were due in it and never begun; zeros if
  ///   the phase has not come
  public record PhaseDocument(
      String kind,
      double startMillis,
      double durationMillis,
      String load,
      int threads,
      Map<String, String> mix,
      StatsDocument stats,
      @JsonUnwrapped Waiting waiting) {

    /// The arrivals of the phases before that were still waiting when a phase began.
    ///
    /// @param waitingBefore how many arrivals of the phases before were still waiting when the
    ///   phase began
    /// @param waitingMillis how long the oldest of those arrivals had been due by then
    public record Waiting(long waitingBefore, double waitingMillis) {
      public static final Waiting NONE = new Waiting(0, 0);

      /// A shorter wait than this is no backlog.
      private static final double LEAST_MILLIS = 100;

      private String words() {
        return String.format(
            Locale.ROOT,
            "%,d %s when it began, the oldest for %.1f s",
            waitingBefore,
            waitingBefore == 1 ? "arrival waited" : "arrivals waited",
            waitingMillis / 1e3);
      }
    }

    /// This phase with its results.
    PhaseDocument with(StatsDocument found, Waiting before) {
      return new PhaseDocument(
          kind, startMillis, durationMillis, load, threads, mix, found, before);
    }

    private String place() {
      return kind + " at " + NumberText.seconds(startMillis) + ": ";
    }

    /// The arrivals that the phases before left to this phase, in words; empty if there are too few
    /// to matter.
    public Optional<String> backlog() {
      return waiting.waitingMillis < Waiting.LEAST_MILLIS
          ? Optional.empty()
          : Optional.of(
              String.format(
                  Locale.ROOT,
                  "%s; %,d of the %,d transactions that ended in it were due before it",
                  waiting.words(),
                  stats.carriedOver(),
                  stats.transactions() + stats.failed() + stats.uncertain()));
    }

    /// All phases of a run, one after the other, before any of them has come.
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
                phase.mix(),
                StatsDocument.ofTransactions(Tally.NONE, 0),
                Waiting.NONE));
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
  /// @param stats the transactions of its measured phases
  /// @param host the use of its host's processors in the measured phases
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

  /// How far a run or a study is.
  ///
  /// @param state `running`, `completed`, `cancelled`, `failed` or `lost`; a study may also be
  ///   `paused` or `stopping`
  /// @param reason why it waits, failed, was cancelled or was lost; empty otherwise
  /// @param startedAt when the load began on all agents, in ISO 8601; empty if it never did. A
  ///   study begins with its first step
  /// @param endedAt when it ended, in ISO 8601; empty while it goes on
  public record Status(String state, String reason, String startedAt, String endedAt) {
    public static Status of(
        String state, String reason, Optional<Instant> startedAt, Optional<Instant> endedAt) {
      return new Status(
          state,
          reason,
          startedAt.map(Instant::toString).orElse(""),
          endedAt.map(Instant::toString).orElse(""));
    }
  }

  /// Whether the figures of a run can be trusted.
  ///
  /// @param generator whether the load generator may have been the limit
  /// @param audit whether the sums add up
  public record Trust(GeneratorVerdict.Verdict generator, AuditDocument.Verdict audit) {
    public static Trust of(RunDocument run) {
      return new Trust(run.generator().verdict(), run.audit().verdict());
    }
  }
}
