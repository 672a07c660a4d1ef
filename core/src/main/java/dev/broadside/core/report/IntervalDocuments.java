package dev.broadside.core.report;

import dev.broadside.core.figures.IntervalFigures;
import dev.broadside.core.load.RunAxis;
import dev.broadside.core.report.series.Heat;
import dev.broadside.core.stat.FigureRow;
import dev.broadside.core.stat.GeneratorSample;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.verdict.Limit;
import dev.broadside.core.verdict.Limit.Cause;
import dev.broadside.core.verdict.RecordSpan;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/// Makes the document of an interval, or of several that were rolled up into one, from what the
/// agents recorded in it. Pure.
public final class IntervalDocuments {
  private final RunAxis axis;
  private final List<String> operations;
  private final Set<String> agents;

  /// @param operations names by index
  /// @param agents the agents that take part
  public IntervalDocuments(RunAxis axis, List<String> operations, Set<String> agents) {
    this.axis = axis;
    this.operations = List.copyOf(operations);
    this.agents = Set.copyOf(agents);
  }

  /// The document; empty where nobody's record has come, since nothing is known then, and of what
  /// ends after the planned end without anything in it.
  ///
  /// @param index the first interval
  /// @param intervals how many it stands for
  /// @param spans what has come
  /// @param tally of these, as [#tally] has it
  /// @param figures is asked where there is a document
  public Optional<IntervalDocument> of(
      int index,
      int intervals,
      Collection<RecordSpan> spans,
      Tally tally,
      Supplier<Optional<IntervalFigures>> figures) {
    List<RecordSpan> load = load(spans);
    OutcomeCounts counts = tally.transactions().counts();
    boolean idleDrain = index >= axis.intervals() && counts.ended() == 0 && counts.dropped() == 0;
    return load.isEmpty() || idleDrain
        ? Optional.empty()
        : Optional.of(document(index, intervals, load, tally, figures.get()));
  }

  /// What all load did in these.
  public static Tally tally(Collection<RecordSpan> spans) {
    return Tally.sum(load(spans).stream().map(span -> span.record().tally()).toList());
  }

  private static List<RecordSpan> load(Collection<RecordSpan> spans) {
    return spans.stream()
        .filter(span -> span.record().key().stream().equals(RecordKey.LOAD))
        .toList();
  }

  private IntervalDocument document(
      int index,
      int intervals,
      Collection<RecordSpan> spans,
      Tally tally,
      Optional<IntervalFigures> figures) {
    Map<String, IntervalRecord> byAgent = new LinkedHashMap<>();
    spans.forEach(span ->
        byAgent.merge(span.record().key().agent(), span.record(), IntervalDocuments::together));
    long start = axis.startNanos(index);
    // A worker that takes over from another one begins amid an interval.
    long length =
        byAgent.values().stream().mapToLong(one -> one.endNanos() - start).max().orElse(0);
    Set<String> missing = new TreeSet<>(agents);
    missing.removeAll(byAgent.keySet());
    return new IntervalDocument(
        index,
        start / 1e6,
        length / 1e6,
        axis.phaseName(index),
        axis.measured(index),
        byAgent.values().stream().mapToInt(IntervalRecord::threads).sum(),
        index < axis.intervals() ? List.copyOf(missing) : List.of(),
        StatsDocument.ofTransactions(tally, length / 1e9),
        operations(operations, tally, length / 1e9),
        byAgent.values().stream()
            .map(IntervalRecord::generator)
            .reduce(GeneratorSample.UNKNOWN, GeneratorSample::worse),
        index < axis.intervals() ? limited(spans) : List.of(),
        figures,
        Optional.of(Heat.of(tally.transactions().latency()))
            .filter(heat -> !heat.equals(Heat.NONE)),
        intervals == 1 ? Optional.empty() : Optional.of(intervals));
  }

  /// Each cause on each agent, as it was met first.
  private static List<Limit> limited(Collection<RecordSpan> spans) {
    record Where(String agent, Cause cause) {}
    Map<Where, Limit> first = new LinkedHashMap<>();
    spans.stream()
        .flatMap(span -> span.limited().stream())
        .flatMap(interval -> interval.limits().stream())
        .forEach(limit -> first.putIfAbsent(new Where(limit.agent(), limit.cause()), limit));
    return List.copyOf(first.values());
  }

  static Map<String, StatsDocument> operations(
      List<String> operations, Tally tally, double seconds) {
    Map<String, StatsDocument> byName = new LinkedHashMap<>();
    for (int i = 0; i < operations.size(); i++) {
      byName.put(operations.get(i), StatsDocument.ofOperation(tally.operation(i), seconds));
    }
    return byName;
  }

  /// Two workers of one agent may share an interval, when the second takes over from the first; and
  /// of intervals that are rolled up some may be there one by one.
  private static IntervalRecord together(IntervalRecord one, IntervalRecord other) {
    IntervalRecord later = one.key().compareTo(other.key()) < 0 ? other : one;
    long start = Math.min(one.startNanos(), other.startNanos());
    return new IntervalRecord(
        later.key(),
        Math.min(one.index(), other.index()),
        start,
        Math.max(one.endNanos(), other.endNanos()) - start,
        one.phase(),
        later.threads(),
        one.tally().plus(other.tally()),
        later.cumulative(),
        later.cumulativeOperations(),
        one.inFlight() + other.inFlight(),
        later.errors(),
        one.generator().worse(other.generator()),
        later.last(),
        FigureRow.NONE);
  }
}
