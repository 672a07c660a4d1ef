package dev.broadside.core.stat;

import dev.broadside.core.work.ErrorClass;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// Random values of every kind, from a seed.
public final class RandomTallies {
  private final Random random;

  public RandomTallies(long seed) {
    random = new Random(seed);
  }

  /// Values that span the whole layout and a little more.
  public long[] latencies(int count) {
    return LongStream.generate(() -> (long) Math.pow(10, 2 + 10.7 * random.nextDouble()))
        .limit(count)
        .toArray();
  }

  public static Distribution distribution(long... nanos) {
    long[] dense = new long[LatencyLayout.SLOTS];
    long sum = 0;
    long max = 0;
    long clamped = 0;
    for (long one : nanos) {
      long micros = Math.ceilDiv(one, 1_000L);
      clamped += micros > LatencyLayout.MAX_MICROS ? 1 : 0;
      dense[LatencyLayout.slot(Math.min(micros, LatencyLayout.MAX_MICROS))]++;
      sum += one;
      max = Math.max(max, one);
    }
    int[] used = IntStream.range(0, dense.length).filter(slot -> dense[slot] > 0).toArray();
    long[] counts = IntStream.of(used).mapToLong(slot -> dense[slot]).toArray();
    return new Distribution(used, counts, sum, max, clamped);
  }

  public Distribution distribution() {
    return distribution(latencies(random.nextInt(50)));
  }

  public OutcomeCounts counts() {
    return TestCounts.of(
        random.nextInt(1_000),
        random.nextInt(1_000),
        Map.of(
            ErrorClass.values()[random.nextInt(ErrorClass.values().length)],
            1L + random.nextInt(9)),
        random.nextInt(10),
        random.nextInt(10),
        random.nextInt(10),
        Map.of(DropReason.values()[random.nextInt(2)], 1L + random.nextInt(9)),
        random.nextInt(1_000),
        random.nextInt(1_000),
        Map.of(1 + random.nextInt(OutcomeCounts.MAX_RETRIES), 1L + random.nextInt(9)));
  }

  public Tally tally() {
    TransactionStats transactions =
        new TransactionStats(
            counts(),
            distribution(),
            distribution(),
            distribution(),
            distribution(),
            distribution(),
            distribution());
    List<OperationStats> operations =
        LongStream.range(0, random.nextInt(4))
            .mapToObj(_ -> new OperationStats(random.nextInt(9), 1, 2, 3, 4, 5, distribution()))
            .toList();
    return new Tally(transactions, operations);
  }
}
