package dev.broadside.core.report;

import dev.broadside.core.figures.IntervalFigures;
import dev.broadside.core.figures.Rounding;
import dev.broadside.core.load.RunAxis;
import dev.broadside.core.report.series.Heat;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.Tally;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/// Makes the document of an interval, or of several that were rolled up into one, from the sums of
/// its records. Pure.
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

  /// The document. It is empty if no record has come, since nothing is known then, and for an
  /// interval after the planned end in which nothing ended.
  ///
  /// @param index the first interval
  /// @param intervals how many intervals it stands for
  /// @param sum the sums of the records that have come
  /// @param tally the tally of that sum, which callers compute once
  /// @param figures is called only if there is a document
  public Optional<IntervalDocument> of(
      int index,
      int intervals,
      IntervalSum sum,
      Tally tally,
      Supplier<Optional<IntervalFigures>> figures) {
    OutcomeCounts counts = tally.transactions().counts();
    boolean idleDrain = index >= axis.intervals() && counts.ended() == 0 && counts.dropped() == 0;
    return sum.loads().isEmpty() || idleDrain
        ? Optional.empty()
        : Optional.of(document(index, intervals, sum, tally, figures.get()));
  }

  private IntervalDocument document(
      int index, int intervals, IntervalSum sum, Tally tally, Optional<IntervalFigures> figures) {
    long start = axis.startNanos(index);
    // A worker that takes over from another one may begin within an interval.
    long length = sum.endNanos() - start;
    Set<String> missing = new TreeSet<>(agents);
    missing.removeAll(sum.loads());
    return new IntervalDocument(
        index,
        start / 1e6,
        length / 1e6,
        axis.phaseName(index),
        axis.measured(index),
        sum.threads(),
        index < axis.intervals() ? List.copyOf(missing) : List.of(),
        StatsDocument.ofTransactions(tally, length / 1e9),
        operations(operations, tally, length / 1e9),
        sum.generator(),
        index < axis.intervals() ? sum.limits() : List.of(),
        figures,
        Optional.of(Heat.of(tally.transactions().latency()))
            .filter(heat -> !heat.equals(Heat.NONE)),
        intervals == 1 ? Optional.empty() : Optional.of(intervals),
        target(index, intervals),
        sum.waiting());
  }

  private Optional<Double> target(int index, int intervals) {
    OptionalDouble rate = axis.ratePerSecond(index, intervals);
    return rate.isPresent()
        ? Optional.of(Rounding.thousandths(rate.getAsDouble()))
        : Optional.empty();
  }

  static Map<String, StatsDocument> operations(
      List<String> operations, Tally tally, double seconds) {
    Map<String, StatsDocument> byName = new LinkedHashMap<>();
    for (int i = 0; i < operations.size(); i++) {
      byName.put(operations.get(i), StatsDocument.ofOperation(tally.operation(i), seconds));
    }
    return byName;
  }
}
