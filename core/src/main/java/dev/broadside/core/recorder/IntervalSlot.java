package dev.broadside.core.recorder;

import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.FigureValue;
import dev.broadside.core.stat.OperationStats;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.stat.TransactionStats;
import dev.broadside.core.work.Figure;
import java.util.ArrayList;
import java.util.List;

/// Room for the counts of one open interval: one block of figures per thread, one set of latency
/// counts per stripe.
final class IntervalSlot {
  private final BlockLayout layout;
  private final List<Figure> figures;
  private final long[][] blocks;
  private final LatencyCounts[][] latencies;
  private final ErrorSamples errors = new ErrorSamples();

  IntervalSlot(BlockLayout layout, List<Figure> figures, int threads, int stripes) {
    this.layout = layout;
    this.figures = figures;
    blocks = new long[threads][layout.cells()];
    latencies = new LatencyCounts[stripes][layout.series()];
    for (LatencyCounts[] stripe : latencies) {
      for (int series = 0; series < stripe.length; series++) {
        stripe[series] = new LatencyCounts(threads > stripes);
      }
    }
  }

  long[] block(int thread) {
    return blocks[thread];
  }

  LatencyCounts[] latencies(int stripe) {
    return latencies[stripe];
  }

  ErrorSamples errors() {
    return errors;
  }

  /// Takes everything out, so that the slot is empty again. Nobody may write meanwhile.
  IntervalCounts drain(LatencyPad pad) {
    long[] sums = new long[layout.cells()];
    for (long[] block : blocks) {
      layout.move(block, sums);
    }
    TransactionStats transactions =
        new TransactionStats(
            Counter.outcomes(cell -> sums[cell]),
            distribution(Series.SERVICE, sums, pad),
            distribution(Series.SCHEDULE_DELAY, sums, pad),
            distribution(Series.WAIT, sums, pad),
            distribution(Series.RESPONSE, sums, pad),
            distribution(Series.FAILED, sums, pad));
    List<OperationStats> operations = new ArrayList<>(layout.operations());
    for (int operation = 0; operation < layout.operations(); operation++) {
      operations.add(operation(operation, sums, pad));
    }
    return new IntervalCounts(
        new Tally(transactions, operations),
        errors.drain(),
        distribution(Series.LATENESS, sums, pad),
        figures(sums, pad));
  }

  private List<FigureValue> figures(long[] sums, LatencyPad pad) {
    int[] series = layout.seriesOf(figures);
    List<FigureValue> values = new ArrayList<>(series.length);
    for (int i = 0; i < series.length; i++) {
      values.add(
          switch (figures.get(i).kind()) {
            case COUNT, SUM -> new FigureValue.Amount(sums[layout.figure(i)]);
            case DISTRIBUTION, DURATION ->
                new FigureValue.Values(distribution(series[i], sums, pad));
            case WORST, MEAN, LAST -> FigureValue.UNKNOWN;
          });
    }
    return values;
  }

  private OperationStats operation(int operation, long[] sums, LatencyPad pad) {
    Distribution service = distribution(Series.FIRST_OPERATION + operation, sums, pad);
    return new OperationStats(
        service.count(),
        sums[layout.operation(operation, OperationCounter.FAILED)],
        sums[layout.operation(operation, OperationCounter.EFFECTIVE)],
        sums[layout.operation(operation, OperationCounter.UNCERTAIN)],
        sums[layout.operation(operation, OperationCounter.ROLLED_BACK)],
        sums[layout.operation(operation, OperationCounter.UNANSWERED)],
        service);
  }

  private Distribution distribution(int series, long[] sums, LatencyPad pad) {
    for (LatencyCounts[] stripe : latencies) {
      stripe[series].drainInto(pad);
    }
    return pad.toDistribution(
        sums[layout.sum(series)], sums[layout.maximum(series)], sums[layout.clamped(series)]);
  }
}
