package dev.broadside.core.recorder;

import dev.broadside.core.param.PlainText;
import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.ErrorSample;
import dev.broadside.core.stat.FigureValue;
import dev.broadside.core.stat.OperationStats;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.stat.Told;
import dev.broadside.core.stat.TransactionStats;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Figure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/// The memory for the counts of one interval: one block of figures per thread, one set of latency
/// counts per stripe.
final class IntervalSlot {
  private static final Comparator<SlowIteration> SLOWEST_FIRST =
      Comparator.<SlowIteration>comparingLong(one -> one.times().serviceNanos()).reversed();

  private final BlockLayout layout;
  private final List<Figure> figures;
  private final long[][] blocks;
  private final LatencyCounts[] latencies;
  private final ErrorSamples errors = new ErrorSamples();

  /// @param counters holds the latency counts
  /// @param place which of the [Recorder#RING] it is
  IntervalSlot(BlockLayout layout, CounterFile counters, int place) {
    this.layout = layout;
    this.figures = counters.figures();
    blocks = new long[counters.threads()][layout.cells()];
    latencies = new LatencyCounts[counters.stripes()];
    Arrays.setAll(latencies, _ -> new LatencyCounts(counters, place, layout.series()));
  }

  long[] block(int thread) {
    return blocks[thread];
  }

  /// By stripe.
  LatencyCounts[] latencies() {
    return latencies;
  }

  ErrorSamples errors() {
    return errors;
  }

  /// Takes out all counts. Latencies also stay until [#clear()], since the record made from these
  /// counts may not be durable yet. No thread may write meanwhile.
  IntervalCounts drain(LatencyPad pad) {
    long[] sums = new long[layout.cells()];
    List<SlowIteration> slowest = new ArrayList<>();
    for (int thread = 0; thread < blocks.length; thread++) {
      layout.move(blocks[thread], sums);
      layout.slow().drain(thread, blocks[thread], slowest);
    }
    TransactionStats transactions =
        SeriesIndex.transactions(
            Counter.outcomes(cell -> sums[cell]), series -> distribution(series, sums, pad));
    List<OperationStats> operations = new ArrayList<>(layout.operations());
    for (int operation = 0; operation < layout.operations(); operation++) {
      operations.add(operation(operation, sums, pad));
    }
    return new IntervalCounts(
        new Tally(transactions, operations),
        errors.drain(),
        distribution(SeriesIndex.LATENESS, sums, pad),
        figures(sums, pad),
        slowest.stream().sorted(SLOWEST_FIRST).limit(SlowCells.KEPT).toList());
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
    Distribution service = distribution(SeriesIndex.FIRST_OPERATION + operation, sums, pad);
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
    for (LatencyCounts stripe : latencies) {
      stripe.copyInto(pad, series);
    }
    return pad.toDistribution(
        sums[layout.sum(series)], sums[layout.maximum(series)], sums[layout.clamped(series)]);
  }

  /// Makes the latency counts zero, so that the slot is empty again.
  void clear() {
    for (LatencyCounts stripe : latencies) {
      stripe.clear();
    }
  }

  /// The kinds of failure met in one interval, at most [Told#MAX_ERRORS]; further kinds are counted
  /// by their class in the outcome counts only. Safe for use by several threads: failures are slow
  /// anyway, so a lock does no harm.
  static final class ErrorSamples {
    private final List<ErrorSample> samples = new ArrayList<>();

    synchronized void add(Failure failure, long atMillis) {
      for (int i = 0; i < samples.size(); i++) {
        ErrorSample one = samples.get(i);
        if (one.errorClass() == failure.errorClass()
            && one.vendorCode() == failure.vendorCode()
            && one.sqlState().equals(failure.sqlState())
            && one.operation().equals(failure.operation())) {
          samples.set(i, one.plus(ErrorSample.of(failure, one.message(), atMillis)));
          return;
        }
      }
      if (samples.size() < Told.MAX_ERRORS) {
        String message = PlainText.line(failure.message(), Integer.MAX_VALUE);
        samples.add(ErrorSample.of(failure, message, atMillis));
      }
    }

    synchronized List<ErrorSample> drain() {
      List<ErrorSample> all = List.copyOf(samples);
      samples.clear();
      return all;
    }
  }
}
