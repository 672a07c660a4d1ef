package dev.broadside.client.arrivals;

import static dev.broadside.core.recorder.ThreadRecorder.AT_ONCE;

import dev.broadside.core.job.LoadModel;
import dev.broadside.core.job.Think;
import dev.broadside.core.pace.Curve;
import java.util.random.RandomGenerator;

/// Each iteration begins when the one before has ended and the thread has thought; a thread that
/// the present phase has no work for sleeps until one that has.
public final class ClosedStarts implements Starts {
  private static final int EXPONENTIAL_CUT = 10;

  private final ThreadSchedule duty;
  private final RandomGenerator random;
  private final RunClock clock;
  private long intendedNanos;
  private long dueNanos = AT_ONCE;
  private long moreNanos;

  public ClosedStarts(ThreadSchedule duty, RandomGenerator random, RunClock clock) {
    this.duty = duty;
    this.random = random;
    this.clock = clock;
  }

  @Override
  public boolean await(long nanos) {
    long fromStart = nanos - clock.originNanos();
    long turn = duty.from(fromStart);
    long pauseNanos = turn == Curve.NEVER ? 0 : thinkNanos() + moreNanos;
    moreNanos = 0;
    long start = pauseNanos == 0 ? turn : duty.from(turn + pauseNanos);
    if (start == Curve.NEVER) {
      return false;
    }
    intendedNanos = clock.originNanos() + start;
    if (clock.over(intendedNanos)) {
      return false;
    }
    if (start == fromStart) {
      dueNanos = AT_ONCE;
      return true;
    }
    dueNanos = intendedNanos;
    return clock.sleepUntil(intendedNanos);
  }

  @Override
  public void pause(long nanos) {
    moreNanos = nanos;
  }

  private long thinkNanos() {
    return switch (duty.stage().load()) {
      case LoadModel.Closed(int _, Think think) -> nextNanos(think);
      case LoadModel.Open _ -> 0;
    };
  }

  private long nextNanos(Think think) {
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
  public long readyNanos() {
    return intendedNanos;
  }

  @Override
  public long dueNanos() {
    return dueNanos;
  }

  @Override
  public Stage stage() {
    return duty.stage();
  }

  @Override
  public void end() {
    // A closed load has no arrivals to account for.
  }
}
