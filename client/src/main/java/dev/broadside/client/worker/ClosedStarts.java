package dev.broadside.client.worker;

import static dev.broadside.core.stat.ThreadRecorder.AT_ONCE;

import dev.broadside.core.job.Think;
import java.util.random.RandomGenerator;

/// Each iteration begins when the one before has ended and the thread has thought.
final class ClosedStarts implements Starts {
  private static final int EXPONENTIAL_CUT = 10;

  private final Think think;
  private final RandomGenerator random;
  private final RunClock clock;
  private long intendedNanos;
  private long dueNanos = AT_ONCE;

  ClosedStarts(Think think, RandomGenerator random, RunClock clock) {
    this.think = think;
    this.random = random;
    this.clock = clock;
  }

  @Override
  public boolean await(long nanos) {
    long pauseNanos = nextNanos();
    intendedNanos = nanos + pauseNanos;
    if (clock.over(intendedNanos)) {
      return false;
    }
    if (pauseNanos == 0) {
      dueNanos = AT_ONCE;
      return true;
    }
    dueNanos = intendedNanos;
    return clock.sleepUntil(intendedNanos);
  }

  private long nextNanos() {
    return switch (think) {
      case Think.None() -> 0;
      case Think.Fixed(var time) -> time.toNanos();
      case Think.Uniform(var shortest, var longest) ->
          random.nextLong(shortest.toNanos(), Math.max(shortest.toNanos(), longest.toNanos()) + 1);
      case Think.Exponential(var mean) ->
          (long) (mean.toNanos() * Math.min(EXPONENTIAL_CUT, -Math.log(1 - random.nextDouble())));
    };
  }

  @Override
  public long intendedNanos() {
    return intendedNanos;
  }

  @Override
  public long dueNanos() {
    return dueNanos;
  }

  @Override
  public long dropped(long nanos) {
    return 0;
  }
}
