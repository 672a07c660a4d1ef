package dev.broadside.client.process;

import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.FigureRow;
import dev.broadside.core.stat.FigureValue;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.stat.OperationStats;
import dev.broadside.core.stat.Tally;
import java.util.List;
import java.util.function.UnaryOperator;

/// Keeps a record below [dev.broadside.core.wire.SealedRecord#MAX_BYTES]: if its distributions use
/// very many slots, neighbouring slots are put together. Counts, sums and maxima stay exact.
///
/// That happens with dozens of operations and millions of widely scattered latencies in one
/// interval.
final class RecordSize {
  /// A used slot takes up to six bytes; this leaves a third of the record to the texts of failures.
  private static final int MOST_SLOTS = 25_000;

  /// Each step leaves an eighth of the slots: three significant digits become two, then one.
  private static final int STEP_BITS = 3;

  private static final int MOST_BITS = 9;

  private RecordSize() {}

  static IntervalRecord fitting(IntervalRecord record) {
    IntervalRecord fitting = record;
    for (int bits = STEP_BITS; tooLarge(fitting) && bits <= MOST_BITS; bits += STEP_BITS) {
      int drop = bits;
      fitting =
          record
              .withTally(mapped(record.tally(), one -> one.coarser(drop)))
              .withFigures(mapped(record.figures(), one -> one.coarser(drop)));
    }
    return fitting;
  }

  private static boolean tooLarge(IntervalRecord record) {
    return slots(record.tally()) + slots(record.figures()) > MOST_SLOTS;
  }

  private static int slots(FigureRow figures) {
    int slots = 0;
    for (FigureValue value : figures.values()) {
      slots += value instanceof FigureValue.Values(Distribution values) ? values.usedSlots() : 0;
    }
    return slots;
  }

  private static FigureRow mapped(FigureRow figures, UnaryOperator<Distribution> change) {
    List<FigureValue> values =
        figures.values().stream()
            .map(value ->
                value instanceof FigureValue.Values(Distribution all)
                    ? new FigureValue.Values(change.apply(all))
                    : value)
            .toList();
    return new FigureRow(figures.declared(), values, figures.cumulative());
  }

  private static int slots(Tally tally) {
    return tally.transactions().latencies().stream().mapToInt(Distribution::usedSlots).sum()
        + tally.operations().stream().mapToInt(o -> o.service().usedSlots()).sum();
  }

  private static Tally mapped(Tally tally, UnaryOperator<Distribution> change) {
    return new Tally(
        tally.transactions().withLatencies(change),
        tally.operations().stream()
            .map(o -> OperationStats.of(o.counts(), change.apply(o.service())))
            .toList());
  }
}
