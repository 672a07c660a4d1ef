package dev.broadside.core.compare;

import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.LatencyLayout;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.TestCounts;
import dev.broadside.core.stat.TransactionStats;
import java.util.Arrays;
import java.util.Map;
import java.util.random.RandomGenerator;

/// Made-up runs in intervals of a second, with the noise of real ones: the rate goes up and down by
/// 5 % (a standard deviation) and remembers 0.7 of that from one second to the next, latencies are
/// log-normal around a median that moves with it, and checkpoints make a few seconds slow now and
/// then.
///
/// @param rate transactions per second
/// @param medianMicros of their latencies
/// @param runToRun standard deviation of what differs from run to run, as a part of the whole
record NoisyLoad(double rate, double medianMicros, double runToRun) {
  static final NoisyLoad USUAL = new NoisyLoad(300, 4_000, 0);

  private static final double MEMORY = 0.7;
  private static final double DEVIATION = 0.05;
  private static final double WIDTH = 0.5;

  /// The same, so much slower.
  NoisyLoad slower(double part) {
    return new NoisyLoad(rate * (1 - part), medianMicros / (1 - part), runToRun);
  }

  Sample run(int seconds, RandomGenerator random) {
    Sample sample = new Sample();
    double own = 1 + runToRun * random.nextGaussian();
    double noise = DEVIATION * random.nextGaussian();
    int checkpoint = 0;
    for (int i = 0; i < seconds; i++) {
      checkpoint = checkpoint > 0 ? checkpoint - 1 : random.nextInt(60) == 0 ? 3 : 0;
      double speed = own * (1 + noise) * (checkpoint > 0 ? 0.85 : 1);
      int count = (int) Math.round(rate * speed);
      sample.add(
          i, 1, i * 1_000_000_000L, 1_000_000_000L, stats(count, medianMicros / speed, random));
      noise = MEMORY * noise + Math.sqrt(1 - MEMORY * MEMORY) * DEVIATION * random.nextGaussian();
    }
    return sample;
  }

  static TransactionStats stats(int count, double median, RandomGenerator random) {
    long[] micros = new long[count];
    Arrays.setAll(micros, _ -> (long) (median * Math.exp(WIDTH * random.nextGaussian())));
    Arrays.sort(micros);
    int[] slots = Arrays.stream(micros).mapToInt(LatencyLayout::slot).toArray();
    int[] used = Arrays.stream(slots).distinct().toArray();
    long[] counts = new long[used.length];
    for (int i = 0, at = 0; i < slots.length; i++) {
      at += slots[i] == used[at] ? 0 : 1;
      counts[at]++;
    }
    long top = count == 0 ? 0 : micros[count - 1];
    Distribution latency =
        new Distribution(used, counts, 1_000 * Arrays.stream(micros).sum(), 1_000 * top, 0);
    OutcomeCounts outcomes =
        TestCounts.of(count, count, Map.of(), 0, 0, 0, Map.of(), count, 0, Map.of());
    return new TransactionStats(
        outcomes,
        latency,
        Distribution.EMPTY,
        Distribution.EMPTY,
        Distribution.EMPTY,
        Distribution.EMPTY,
        Distribution.EMPTY);
  }
}
