package dev.broadside.core.drift;

import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.stat.TestCounts;
import dev.broadside.core.stat.TransactionStats;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/// Made-up runs in intervals of a minute, whose throughput has the noise of real ones: it remembers
/// (autoregressive, from not at all to 0.9 from one minute to the next, with a standard deviation
/// of 0.5 to 2 %), goes up and down with the day by up to 20 %, stands still or nearly so one to
/// six times a day for up to 20 minutes, and gives way to a backup each night in half of the runs.
///
/// @param hours how long it is
/// @param daily whether there are days in it
final class NoisyRun {
  private static final int DAY = 1_440;
  private static final double LEVEL = 1_000;

  private final RandomGenerator random;
  private final double[] factors;

  NoisyRun(long seed, double hours, boolean daily) {
    random = new SplittableRandom(seed);
    factors = new double[(int) Math.round(60 * hours)];
    noise();
    if (daily) {
      days();
    }
    pauses();
  }

  private double between(double low, double high) {
    return low + (high - low) * random.nextDouble();
  }

  private void noise() {
    double memory = between(0, 0.9);
    double deviation = between(0.005, 0.02);
    double now = deviation * random.nextGaussian();
    for (int i = 0; i < factors.length; i++) {
      factors[i] = 1 + now;
      now = memory * now + Math.sqrt(1 - memory * memory) * deviation * random.nextGaussian();
    }
  }

  private void days() {
    double wave = between(0, 0.2);
    double halfWave = between(0, 0.05);
    double phase = between(0, 2 * Math.PI);
    double halfPhase = between(0, 2 * Math.PI);
    double backup = random.nextBoolean() ? between(0.1, 0.4) : 0;
    int night = random.nextInt(DAY);
    for (int i = 0; i < factors.length; i++) {
      double angle = 2 * Math.PI * i / DAY;
      factors[i] += wave * Math.sin(angle + phase) + halfWave * Math.sin(2 * angle + halfPhase);
      factors[i] *= Math.floorMod(i - night, DAY) < 30 ? 1 - backup : 1;
    }
  }

  private void pauses() {
    double perMinute = between(1, 6) / DAY;
    for (int i = 0; i < factors.length; i++) {
      if (random.nextDouble() < perMinute) {
        double left = between(0, 0.8);
        int end = Math.min(factors.length, i + 1 + random.nextInt(20));
        for (; i < end; i++) {
          factors[i] *= left;
        }
      }
    }
  }

  /// Loses a share of its throughput each day.
  NoisyRun decaying(double perDay) {
    for (int i = 0; i < factors.length; i++) {
      factors[i] *= 1 - perDay * i / DAY;
    }
    return this;
  }

  /// Loses a share of its throughput at one moment.
  NoisyRun stepping(double down, double atHours) {
    for (int i = (int) Math.round(60 * atHours); i < factors.length; i++) {
      factors[i] *= 1 - down;
    }
    return this;
  }

  /// What is said of its throughput.
  ///
  /// @param cycle in minutes; 1 where none is looked for
  DriftFinding judged(int cycle, String... watches) {
    return judged(cycle, List.of(), watches);
  }

  /// The same where something happened.
  DriftFinding judged(int cycle, List<DriftCause> causes, String... watches) {
    List<DriftWatch> named =
        List.of(watches).stream().map(text -> DriftWatch.of(text).orElseThrow()).toList();
    long minute = Duration.ofMinutes(1).toNanos();
    DriftSeries series =
        new DriftSeries(new DriftPlan(0, minute, cycle, true, named, List.of("throughput")));
    for (int i = 0; i < factors.length; i++) {
      long ok = Math.round(60 * LEVEL * Math.max(0, factors[i]));
      OutcomeCounts counts = TestCounts.of(ok, ok, Map.of(), 0, 0, 0, Map.of(), 0, 0, Map.of());
      series.add(i, 1, 60, new Tally(TransactionStats.counted(counts), List.of()), Map.of());
    }
    return series.document(causes).orElseThrow().figures().stream()
        .filter(figure -> figure.subject().figure().equals("throughput"))
        .findFirst()
        .orElseThrow();
  }
}
