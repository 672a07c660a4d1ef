package dev.broadside.bench.micro;

import dev.broadside.core.pace.ArrivalSequence;
import dev.broadside.core.pace.Rate;
import dev.broadside.core.pace.Portion;
import java.time.Duration;
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

/// When the next iteration of an open load is due, which a thread works out for each of them.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class PacerBenchmark {
  private static final Duration LENGTH = Duration.ofMinutes(10);
  private static final Portion SHARE = new Portion(1, 3);
  private static final double RATE = 50_000;

  private final ArrivalSequence constant = even(new Rate.Constant(RATE));
  private final ArrivalSequence ramp = even(new Rate.Ramp(0, RATE, LENGTH));
  private final ArrivalSequence sine = even(new Rate.Sine(RATE, RATE / 2, Duration.ofMinutes(1)));
  private final ArrivalSequence poisson =
      ArrivalSequence.poisson(new Rate.Constant(RATE).curve(), LENGTH.toNanos(), 1, SHARE);
  private long next;

  private static ArrivalSequence even(Rate rate) {
    return ArrivalSequence.constant(rate.curve(), LENGTH.toNanos(), 0, SHARE);
  }

  /// The next arrival, and after the last one the first again.
  private long next(ArrivalSequence arrivals) {
    next = next + 1 < arrivals.count() ? next + 1 : 0;
    return arrivals.startNanos(next);
  }

  @Benchmark
  public long constant() {
    return next(constant);
  }

  @Benchmark
  public long ramp() {
    return next(ramp);
  }

  @Benchmark
  public long sine() {
    return next(sine);
  }

  @Benchmark
  public long poisson() {
    return next(poisson);
  }
}
