package dev.broadside.core.report;

import dev.broadside.core.diagnosis.Diagnosis;
import dev.broadside.core.diagnosis.DiagnosisSeries;
import dev.broadside.core.diagnosis.Surroundings;
import dev.broadside.core.drift.DriftCause;
import dev.broadside.core.drift.DriftDocument;
import dev.broadside.core.drift.DriftSeries;
import dev.broadside.core.figures.BestInterval;
import dev.broadside.core.figures.FigureDocument;
import dev.broadside.core.figures.FigureSum;
import dev.broadside.core.figures.Rounding;
import dev.broadside.core.figures.RunFigures;
import dev.broadside.core.load.LoadChange;
import dev.broadside.core.load.RunAxis;
import dev.broadside.core.phase.AgentSums;
import dev.broadside.core.phase.Backlog;
import dev.broadside.core.phase.LoadSums;
import dev.broadside.core.report.RunDocument.AgentDocument;
import dev.broadside.core.report.RunDocument.PhaseDocument;
import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.GeneratorFigure;
import dev.broadside.core.stat.HostUse;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.stat.Observed;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.stat.TransactionStats;
import dev.broadside.core.threshold.Criteria;
import dev.broadside.core.threshold.ThresholdDocument;
import dev.broadside.core.threshold.ThresholdSeries;
import dev.broadside.core.threshold.ThresholdVerdicts;
import dev.broadside.core.threshold.Unfinished;
import dev.broadside.core.verdict.AuditDocument;
import dev.broadside.core.verdict.AuditLine;
import dev.broadside.core.verdict.Delivery;
import dev.broadside.core.verdict.GeneratorVerdict;
import dev.broadside.core.verdict.LimitTally;
import dev.broadside.core.verdict.NoSuccess;
import dev.broadside.core.verdict.RecordSpan;
import dev.broadside.core.verdict.ThreadDemand;
import dev.broadside.core.work.Verification;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/// Adds up the interval records of one run, in any order, each exactly once.
///
/// An interval *closes* once and in ascending order, and is then handed on as an
/// [IntervalDocument]: see [OpenIntervals]. A record that comes after that still enters all sums
/// and the audit. Thresholds and drift are judged by intervals of which everything is known. Not
/// safe for use by several threads.
public final class RunAggregate {
  private static final int MAX_CONFLICTS = 1_000;

  private final RunAxis axis;
  private final List<String> operations;
  private final Set<String> agents;
  private final Consumer<IntervalDocument> closed;
  private final IntervalDocuments documents;
  private final OpenIntervals open;
  private final RunStreams streams;
  private final Map<String, HostUse> hosts = new LinkedHashMap<>();
  private final LoadSums loads;
  private final RunTotals totals;
  private final List<String> conflicts = new ArrayList<>();
  private final List<String> missing = new ArrayList<>();
  private final LimitTally limits = new LimitTally();
  private final RunFigures figures = new RunFigures();
  private final DriftSeries drift;
  private final ThresholdSeries thresholds;
  private final DiagnosisSeries diagnosis = new DiagnosisSeries();
  private final boolean judgeLimited;
  private final IntervalMarks marks = new IntervalMarks();
  private final RunObservations observations = new RunObservations();
  private final BestInterval best = new BestInterval();
  private long reachedNanos;
  private long records;
  private long duplicates;
  private long weight;
  private boolean underWay;

  /// @param axis the run's time axis
  /// @param operations names by index
  /// @param agents the agents that take part
  /// @param watchers agents that only watch their hosts: an interval waits for their figures as for
  ///   any record, and nothing else does
  /// @param criteria what its figures are held against
  /// @param closed is given each interval once, in ascending order, when it closes
  public RunAggregate(
      RunAxis axis,
      List<String> operations,
      Set<String> agents,
      Set<String> watchers,
      Criteria criteria,
      Consumer<IntervalDocument> closed) {
    drift = new DriftSeries(criteria.drift());
    thresholds =
        new ThresholdSeries(
            criteria.thresholds(), operations, axis.endNanos(0) - axis.startNanos(0));
    this.judgeLimited = criteria.judgeLimited();
    this.axis = axis;
    this.loads = new LoadSums(axis);
    this.operations = List.copyOf(operations);
    this.totals = new RunTotals(operations.size());
    this.agents = Set.copyOf(agents);
    this.documents = new IntervalDocuments(axis, operations, agents);
    this.streams = new RunStreams(axis.openUntilNanos());
    Set<String> awaited = new HashSet<>(agents);
    awaited.addAll(watchers);
    this.open = new OpenIntervals(awaited, agents, streams::ended, this::close, this::settle);
    this.closed = closed;
  }

  /// From now on waits for the records of these agents only, since it is unknown when those of the
  /// others will come.
  public void reachable(Set<String> names) {
    open.await(names);
  }

  /// Takes a record in; see [#add(RecordSpan)].
  public boolean add(IntervalRecord record) {
    return add(RecordSpan.of(record));
  }

  /// Takes in records that follow one another. Returns false, and adds nothing, if they had come
  /// before.
  ///
  /// @throws ArithmeticException if their counts are impossible, or larger than any sum of them can
  ///   hold; nothing was added then
  public boolean add(RecordSpan span) {
    IntervalRecord record = span.record();
    long heavier = Math.addExact(weight, record.weight());
    if (!streams.add(span)) {
      duplicates += span.intervals();
      return false;
    }
    records += span.intervals();
    weight = heavier;
    if (RunStreams.load(record.key())) {
      addToSums(span);
    }
    totals.addErrors(record);
    addHost(record);
    observations.add(record.told().observed(), axis.measured(record.index()));
    if (axis.measured(record.index())) {
      diagnosis.observed(record.told().observed());
    }
    figures.add(
        RunStreams.name(record.key()),
        record,
        axis.measured(record.index()),
        open.settled(record.index()));
    open.add(span);
    return true;
  }

  /// Counts records that came again and were left out on their way here.
  public void repeated(long times) {
    duplicates += times;
  }

  /// Lets the audit say that a record came again with other bytes, or cannot be added up. It tells
  /// the first [#MAX_CONFLICTS] of these.
  public void conflict(String what) {
    if (conflicts.size() < MAX_CONFLICTS) {
      conflicts.add(what);
    }
  }

  /// Lets the audit say that records are lost. It tells the first [#MAX_CONFLICTS] of these.
  public void missing(String what) {
    if (missing.size() < MAX_CONFLICTS) {
      missing.add(what);
    }
  }

  private void addToSums(RecordSpan span) {
    IntervalRecord record = span.record();
    reachedNanos = Math.max(reachedNanos, record.endNanos());
    totals.add(record);
    loads.add(record);
    if (axis.measured(record.index())) {
      underWay |= record.generator().of(GeneratorFigure.OLDEST_IN_FLIGHT) > 0;
      limits.add(record.key().agent(), span.generator());
      diagnosis.add(record.errors());
    }
  }

  private void addHost(IntervalRecord record) {
    if (axis.measured(record.index())) {
      HostUse host = record.generator().host();
      hosts.merge(record.key().agent(), host, HostUse::plus);
    }
  }

  /// From now on records come in the order of their intervals: an interval closes when the next one
  /// begins, and no interval has to be closed before its records have come.
  public void ordered() {
    open.ordered();
  }

  /// Closes every interval that is still open, at the end of the run.
  public void closeAll() {
    open.closeAll();
  }

  private void close(int index, int intervals, IntervalSum sum) {
    int end = index + intervals;
    // Nothing is known of an interval without records: it is a gap, and not an interval of zeros.
    Map<String, FigureSum> sums = figures.sums(index, end);
    Tally tally = sum.tally();
    documents.of(index, intervals, sum, tally, () -> figures.close(sums)).ifPresent(this::closed);
  }

  private void closed(IntervalDocument document) {
    marks.add(document);
    document
        .figures()
        .ifPresent(values -> {
          drift.declare(values.declared());
          thresholds.declare(values.declared());
        });
    closed.accept(document);
  }

  /// No figure is judged by an interval in which an agent was not at work, or of which a record is
  /// missing: a gap is not a zero.
  private void settle(int index, int intervals, IntervalSum sum) {
    int end = index + intervals;
    long start = axis.startNanos(index);
    long nanos = axis.startNanos(end) - start;
    boolean measured = axis.measured(index);
    if (!sum.loads().isEmpty()) {
      follow(index, sum);
    }
    if (measured && sum.whole(agents, nanos, axis.phaseOf(index))) {
      judge(index, intervals, sum, start / 1e6, nanos / 1e9);
    } else if (!measured && !axis.measuredTimeUntil(start).isZero()) {
      // The rest of the measured phases ends here. Right after them nothing else does.
      boolean all = index >= axis.intervals() && axis.measures(axis.phases() - 1);
      thresholds.behind(sum.tally(), figures.sums(index, end), all);
    }
    figures.settle(end, measured ? nanos : 0);
  }

  private void follow(int index, IntervalSum sum) {
    double oldest = sum.generator().of(GeneratorFigure.OLDEST_WAITING);
    loads
        .backlog()
        .add(
            new Backlog.Interval(
                axis.phaseOf(index),
                axis.measured(index),
                axis.startNanos(index),
                sum.endNanos(),
                sum.tally().transactions().counts(),
                sum.unfinished(),
                sum.lost(),
                new Backlog.Queue(sum.waiting(), (long) oldest)));
  }

  private void judge(
      int index, int intervals, IntervalSum sum, double startMillis, double seconds) {
    Tally tally = sum.tally();
    Map<String, FigureSum> sums = figures.sums(index, index + intervals);
    drift.add(index, intervals, seconds, tally, sums);
    ThresholdSeries.Interval interval =
        new ThresholdSeries.Interval(
            index,
            intervals,
            startMillis,
            seconds,
            sum.threads(),
            tally,
            sums,
            loads.backlog().overdue());
    thresholds.add(interval);
    diagnosis.add(interval);
    boolean full = axis.endNanos(index) - axis.startNanos(index) >= axis.endNanos(0);
    best.add(tally.transactions().counts().ok() / seconds, intervals, full);
  }

  /// The transactions of the measured phases, over all agents: those that ended in them, and those
  /// that were due in them and never begun.
  public Tally measured() {
    return loads.measured();
  }

  /// Each phase with its results.
  ///
  /// @param planned all phases of the run
  public List<PhaseDocument> phases(List<PhaseDocument> planned) {
    return IntStream.range(0, planned.size())
        .mapToObj(i -> {
          PhaseDocument phase = planned.get(i);
          double millis = reachedNanos / 1e6 - phase.startMillis();
          double seconds = Math.clamp(millis, 0, phase.durationMillis()) / 1e3;
          Backlog.Queue before = loads.backlog().queueAfter(i - 1);
          return phase.with(
              StatsDocument.ofTransactions(loads.of(one -> one == i), seconds),
              new PhaseDocument.Waiting(
                  before.waiting(), Rounding.micros(before.oldestNanos() / 1e6)));
        })
        .toList();
  }

  /// Why nothing ended any more in the last part of the measured load, in words that name the
  /// database. Empty if something ended until the last, or everything ended.
  public Optional<String> silence() {
    return loads.silence();
  }

  private Unfinished left() {
    Backlog backlog = loads.backlog();
    return new Unfinished(
        loads.givenUp(),
        backlog.overdue(),
        backlog.gone(),
        backlog.lost(),
        loads.unfinished().orElse(""));
  }

  /// The measured phases over all agents.
  public StatsDocument summary() {
    return StatsDocument.ofTransactions(measured(), seconds());
  }

  /// The transactions' latencies in the measured phases, in powers of two.
  public List<LatencyBucket> distribution() {
    return LatencyBucket.of(measured().transactions().latency());
  }

  /// The measured phases of each operation.
  public Map<String, StatsDocument> operationSummaries() {
    return IntervalDocuments.operations(operations, measured(), seconds());
  }

  /// What else was counted and measured in the measured phases.
  public List<FigureDocument> figures() {
    return best.beside(figures.documents(seconds(), measured().transactions().counts().ok()));
  }

  /// What drifts in the measured phases, as far as intervals have closed.
  ///
  /// @param changes that users made to the load
  public Optional<DriftDocument> drift(List<LoadChange> changes) {
    List<DriftCause> causes = new ArrayList<>();
    changes.forEach(change ->
        causes.add(new DriftCause(change.atNanos() / 1e6, change.by() + " changed the load")));
    axis.phaseStarts()
        .forEach(start -> causes.add(new DriftCause(start / 1e6, "the next phase began")));
    for (Mark mark : streams.marks()) {
      causes.add(new DriftCause(mark.atMillis(), mark.who() + " was away"));
      mark.untilMillis()
          .ifPresent(until -> causes.add(new DriftCause(until, mark.who() + " was back")));
    }
    for (Delivery.Shortfall shortfall : delivery().shortfalls()) {
      if (shortfall.untilMillis() < reachedNanos / 1e6) {
        causes.add(new DriftCause(shortfall.untilMillis(), shortfall.agent() + " was lost"));
      }
    }
    return drift.document(causes);
  }

  /// What held the run back, by its measured intervals of which all is known.
  ///
  /// @param parameters those of the job class
  /// @param took the agents that took part
  /// @param generator the verdict of the same result
  /// @param audit the audit of the same result
  public List<Diagnosis> diagnoses(
      Map<String, String> parameters,
      List<AgentDocument> took,
      GeneratorVerdict generator,
      AuditDocument audit) {
    List<Surroundings.Observer> observers = took.stream().map(AgentDocument::observer).toList();
    return diagnosis.diagnoses(
        new Surroundings(
            audit.balanced(), generator, parameters, observers, operations, observations.all()));
  }

  /// The verdicts on the thresholds of a run.
  ///
  /// @param job what is known of the run
  /// @param audit the audit of the same result
  public Optional<ThresholdVerdicts> thresholds(RunDocument.JobSummary job, AuditDocument audit) {
    Optional<String> doubt = doubt(job, audit);
    List<ThresholdDocument> each =
        limited(job)
            .map(why -> thresholds.limited(judgeLimited, why, left()))
            .orElseGet(() -> thresholds.documents(left()));
    return ThresholdVerdicts.of(
        doubt.isEmpty()
            ? each
            : thresholds.documents(left()).stream().map(one -> one.doubted(doubt.get())).toList());
  }

  /// The verdicts so far of a run that goes on.
  public Optional<ThresholdVerdicts> thresholds() {
    return ThresholdVerdicts.of(thresholds.documents(left()));
  }

  /// Why a run that came to its planned end has failed: nothing ended ok in its measured phases.
  /// Empty if something did, if nothing was due, or if missing records may hold more.
  public Optional<String> noSuccess() {
    return complete()
        ? NoSuccess.of(measured().transactions().counts(), underWay, totals.errors())
        : Optional.empty();
  }

  /// Why no threshold of this run can hold; empty if one can, and while the run goes on.
  private Optional<String> doubt(RunDocument.JobSummary job, AuditDocument audit) {
    if (job.endedAt().isEmpty()) {
      return Optional.empty();
    }
    if (noSuccess().isPresent()) {
      return Optional.of("nothing ended well in the measured phases");
    }
    if (!job.state().equals("completed")) {
      return Optional.of("the run did not come to its planned end, " + job.state());
    }
    if (!audit.balanced()) {
      return Optional.of("the audit is " + audit.verdict());
    }
    return Optional.of(delivery()).filter(delivery -> !delivery.whole()).map(Delivery::shortfall);
  }

  /// When the load generator was the limit of a finished run; empty if it was not.
  private Optional<String> limited(RunDocument.JobSummary job) {
    return Optional.of(generator(false))
        .filter(_ -> !job.endedAt().isEmpty())
        .filter(generator -> generator.verdict() == GeneratorVerdict.Verdict.LIMITED)
        .map(generator ->
            "the load generator was the limit in "
                + generator.limitedIntervals()
                + " of "
                + generator.intervals()
                + " intervals");
  }

  /// The broken threshold for which the run is to be stopped, in words; empty if there is none.
  public Optional<String> broken() {
    return thresholds.abort(this::left);
  }

  /// What happened, as far as the plan and the records tell: when phases began, when the target was
  /// away, when a worker died and another one took over its load, and which intervals were joined.
  public List<Mark> marks(List<PhaseDocument> phases) {
    List<Mark> all = new ArrayList<>(marks.marks());
    all.addAll(streams.marks());
    all.addAll(observations.marks());
    silence().ifPresent(words -> all.add(silent(words)));
    finished().ifPresent(all::add);
    for (PhaseDocument phase : phases.size() > 1 ? phases : List.<PhaseDocument>of()) {
      String words =
          phase.kind() + ": " + phase.load() + phase.backlog().map(left -> "; " + left).orElse("");
      all.add(Mark.at(Mark.Kind.PHASE, phase.startMillis(), "", words));
    }
    all.sort(Comparator.comparingDouble(Mark::atMillis));
    return all;
  }

  /// When the last agent had done all its work, if that was before the planned end.
  private Optional<Mark> finished() {
    return agents.stream()
        .map(agent -> loads.of(agent).map(AgentSums::finishedNanos).orElse(OptionalLong.empty()))
        .map(nanos -> nanos.orElse(Long.MAX_VALUE))
        .max(Comparator.naturalOrder())
        .filter(nanos -> nanos < Long.MAX_VALUE)
        .map(nanos -> Mark.at(Mark.Kind.PHASE, nanos / 1e6, "", "all work was done"));
  }

  /// What was found out about the target in words, in the order of time.
  public List<Observed> observed() {
    return observations.all();
  }

  private Mark silent(String words) {
    double until = Math.min(reachedNanos, axis.endNanos()) / 1e6;
    double from = until - loads.backlog().silentNanos() / 1e6;
    return Mark.span(Mark.Kind.TARGET, Math.max(0, from), until, words);
  }

  /// The measured phases of one agent.
  public StatsDocument summaryOf(String agent) {
    return StatsDocument.ofTransactions(measuredOf(agent), seconds());
  }

  /// What the agents' hosts did in the measured phases.
  ///
  /// @param speakers one agent of each host, so that none counts twice
  public HostDocument host(Set<String> speakers) {
    return HostDocument.of(
        agents.stream()
            .map(agent -> {
              HostUse use = hosts.getOrDefault(agent, HostUse.NONE);
              return new HostDocument.Share(
                  speakers.contains(agent) ? use : use.ofWorker(),
                  figures.hostKnown(agent).transactions());
            })
            .toList());
  }

  /// The use of one agent's host, per transaction of that agent. For an agent that only watches, it
  /// is per transaction of all agents while it watched.
  public HostDocument hostOf(String agent) {
    long transactions =
        loads
            .of(agent)
            .map(sums -> sums.measured().transactions().counts().ok())
            .orElseGet(() -> figures.hostKnown(agent).transactions());
    return HostDocument.of(hosts.getOrDefault(agent, HostUse.NONE), transactions);
  }

  /// The measured time. It is shorter than planned while the run goes on, and if it ended early.
  private double seconds() {
    return axis.measuredTimeUntil(reachedNanos).toNanos() / 1e9;
  }

  /// How much of the planned load there are records of. For an agent that had done all its work,
  /// the plan ends there.
  public Delivery delivery() {
    long wanted = 0;
    long delivered = 0;
    List<Delivery.Shortfall> shortfalls = new ArrayList<>();
    for (String agent : new TreeSet<>(agents)) {
      Optional<AgentSums> sums = loads.of(agent);
      long end =
          sums.map(AgentSums::finishedNanos).orElse(OptionalLong.empty()).orElse(axis.endNanos());
      long planned = axis.measuredTimeUntil(end).toNanos();
      wanted += planned;
      long own = Math.min(sums.map(AgentSums::measuredNanos).orElse(0L), planned);
      delivered += own;
      if (own < planned) {
        long reached = sums.map(AgentSums::untilNanos).orElse(0L);
        double until = reached >= axis.endNanos() ? -1 : reached / 1e6;
        shortfalls.add(new Delivery.Shortfall(agent, (double) own / planned, until));
      }
    }
    return new Delivery(shortfalls.isEmpty() ? 1 : (double) delivered / wanted, shortfalls);
  }

  /// The counts from the first to the last iteration.
  public RunTotals totals() {
    return totals;
  }

  /// The latencies of each operation that ended well in the measured phases, in the job class's
  /// order.
  public Map<String, Distribution> operationLatencies() {
    Tally tally = measured();
    Map<String, Distribution> byName = new LinkedHashMap<>();
    for (int i = 0; i < operations.size(); i++) {
      byName.put(operations.get(i), tally.operation(i).service());
    }
    return byName;
  }

  /// Whether every agent's closing record has come, and no record is missing before it.
  public boolean complete() {
    return loads.agents().containsAll(agents) && streams.complete();
  }

  /// Whether an agent's closing record has come, and no record is missing before it.
  public boolean complete(String agent) {
    return streams.ended(agent);
  }

  /// Whether the load generator may have been the limit.
  ///
  /// @param asPlanned whether the load was left as planned, so that the plan says how much was
  ///   asked for
  public GeneratorVerdict generator(boolean asPlanned) {
    long intervals =
        IntStream.range(0, Math.min(axis.intervals(), open.nextToClose()))
            .filter(axis::measured)
            .count();
    return limits.verdict(
        new LimitTally.Run(
            Math.toIntExact(intervals),
            interval -> axis.startNanos(interval) / 1e6,
            agent -> measuredOf(agent).transactions().scheduleDelay(),
            asPlanned ? ofThreads() : Optional.empty()));
  }

  private Tally measuredOf(String agent) {
    return loads.of(agent).map(AgentSums::measured).orElse(Tally.NONE);
  }

  /// How many threads an open load needs, by its plan.
  private Optional<ThreadDemand> ofThreads() {
    OptionalDouble asked = axis.measuredArrivalsUntil(reachedNanos);
    TransactionStats stats = measured().transactions();
    return asked.isEmpty() || asked.getAsDouble() <= 0 || stats.service().isEmpty()
        ? Optional.empty()
        : Optional.of(
            ThreadDemand.of(
                asked.getAsDouble(),
                stats.counts().ended(),
                seconds(),
                limits.threadSeconds(),
                stats.service()));
  }

  /// The audit of a run in which every agent began its load.
  ///
  /// @param verification what the job class found on the target
  public AuditDocument audit(Verification verification) {
    return audit(verification, Set.of());
  }

  /// The audit of a run that some agents never began.
  ///
  /// @param idle agents that reported that their load never began; they have no records
  public AuditDocument audit(Verification verification, Set<String> idle) {
    List<String> contradictions = new ArrayList<>(conflicts);
    List<String> missed = new ArrayList<>(missing);
    agents.stream()
        .filter(agent -> !loads.agents().contains(agent) && !idle.contains(agent))
        .sorted()
        .forEach(agent -> missed.add(agent + ": no record has come"));
    missed.addAll(streams.missing());
    contradictions.addAll(streams.contradictions());
    missed.addAll(figures.missing(streams.loads()));
    contradictions.addAll(figures.contradictions());
    if (verification.verdict() == Verification.Verdict.BROKEN) {
      verification.checks().stream()
          .filter(check -> !check.holds() && !check.evidence())
          .forEach(check -> contradictions.add(AuditDocument.finding(check)));
    }
    return AuditLine.of(
        totals.outcomes(), records, duplicates, contradictions, missed, verification);
  }

  /// How many arrivals of an open load an agent's workers began or dropped.
  public long arrivals(String agent) {
    return loads.of(agent).map(AgentSums::arrivals).orElse(0L);
  }
}
