package dev.broadside.bench.micro;

import dev.broadside.bench.peers.SampleRecords;
import dev.broadside.bench.peers.SampleStore;
import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.Tally;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// Adding distributions up, over agents and over intervals.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class MergeBenchmark {
  private static final int SAMPLES = 10_000;
  private static final int OPERATIONS = 5;

  private final SampleRecords records =
      new SampleRecords(
          SampleStore.AXIS,
          OPERATIONS,
          SAMPLES,
          SampleRecords.Latencies.TYPICAL,
          new SplittableRandom(1));
  private final Tally one = records.tally(1);
  private final Tally other = records.tally(2);
  private final Tally.Sum sum = new Tally.Sum();

  /// Two values into a third.
  @Benchmark
  public Distribution plus() {
    return one.transactions().service().plus(other.transactions().service());
  }

  /// One interval's record into a running sum: a transaction's distribution and five operations'.
  @Benchmark
  public void addToSum() {
    sum.add(one);
  }

  /// What a report reads of a distribution.
  @Benchmark
  public double percentile() {
    return one.transactions().service().percentileMillis(99);
  }
}
