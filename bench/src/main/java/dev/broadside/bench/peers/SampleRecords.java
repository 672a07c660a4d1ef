package dev.broadside.bench.peers;

import dev.broadside.core.load.RunAxis;
import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.FigureRow;
import dev.broadside.core.stat.GeneratorSample;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.stat.LatencyLayout;
import dev.broadside.core.stat.OperationCounts;
import dev.broadside.core.stat.OperationStats;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.stat.Told;
import dev.broadside.core.stat.TransactionStats;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/// Interval records as a busy agent makes them, balanced, with drawn latencies.
///
/// Safe for use by several threads: everything is drawn beforehand, and records differ in their key
/// only and in which of a few draws they hold.
public final class SampleRecords {
  private static final int DRAWS = 64;

  private final RunAxis axis;
  private final int samples;
  private final int operations;
  private final List<Distribution> draws;

  /// Latencies that are log-normal, as those of databases roughly are.
  ///
  /// @param medianMicros half of them are lower
  /// @param sigma standard deviation of their natural logarithm; at 0.5 the 99th percentile is 3.2
  ///   times the median, at 1 it is 10 times
  public record Latencies(double medianMicros, double sigma) {
    public static final Latencies TYPICAL = new Latencies(1_000, 0.5);

    /// A drawn value in nanoseconds.
    public long draw(RandomGenerator random) {
      return (long) (1e3 * medianMicros * Math.exp(sigma * random.nextGaussian()));
    }

    /// The distribution of some values.
    public Distribution draw(int samples, RandomGenerator random) {
      long[] nanos = new long[samples];
      Arrays.setAll(nanos, _ -> draw(random));
      long[] dense = new long[LatencyLayout.SLOTS];
      for (long one : nanos) {
        dense[LatencyLayout.slot(Math.ceilDiv(one, 1_000L))]++;
      }
      int[] slots = IntStream.range(0, dense.length).filter(slot -> dense[slot] > 0).toArray();
      long[] counts = Arrays.stream(slots).mapToLong(slot -> dense[slot]).toArray();
      return new Distribution(
          slots, counts, Arrays.stream(nanos).sum(), Arrays.stream(nanos).max().orElse(0), 0);
    }
  }

  /// @param operations how many the job class has
  /// @param samples transactions in an interval, each with one operation of each kind
  public SampleRecords(
      RunAxis axis, int operations, int samples, Latencies latencies, RandomGenerator random) {
    this(axis, operations, samples, drawn(samples, latencies, random));
  }

  private SampleRecords(RunAxis axis, int operations, int samples, List<Distribution> draws) {
    this.axis = axis;
    this.operations = operations;
    this.samples = samples;
    this.draws = draws;
  }

  private static List<Distribution> drawn(
      int samples, Latencies latencies, RandomGenerator random) {
    return IntStream.range(0, DRAWS).mapToObj(_ -> latencies.draw(samples, random)).toList();
  }

  /// These draws on another axis: drawing anew takes milliseconds.
  SampleRecords on(RunAxis other) {
    return new SampleRecords(other, operations, samples, draws);
  }

  /// One agent's record of one interval.
  public IntervalRecord record(String runId, String agent, int index, boolean last) {
    return new IntervalRecord(
        new RecordKey(runId, agent, 1, RecordKey.LOAD, index),
        new IntervalRecord.Interval(
            index,
            axis.startNanos(index),
            axis.endNanos(index) - axis.startNanos(index),
            axis.phaseOf(index),
            1),
        tally(index),
        new IntervalRecord.Total(
            counts((long) samples * (index + 1)),
            Collections.nCopies(operations, operations((long) samples * (index + 1))),
            0),
        Told.NOTHING,
        GeneratorSample.UNKNOWN,
        last,
        FigureRow.NONE);
  }

  private Tally tally(int index) {
    List<OperationStats> each =
        IntStream.range(0, operations)
            .mapToObj(i -> OperationStats.of(operations(samples), draw(index + i + 1)))
            .toList();
    return new Tally(
        new TransactionStats(
            counts(samples),
            draw(index),
            Distribution.EMPTY,
            Distribution.EMPTY,
            Distribution.EMPTY,
            Distribution.EMPTY,
            Distribution.EMPTY),
        each);
  }

  private Distribution draw(int number) {
    return draws.get(number % DRAWS);
  }

  private static OperationCounts operations(long ok) {
    return new OperationCounts(ok, 0, ok, 0, 0, 0);
  }

  private static OutcomeCounts counts(long ok) {
    return new OutcomeCounts(ok, ok, Map.of(), 0, 0, 0, Map.of(), ok, 0, Map.of(), ok, 0, 0);
  }
}
