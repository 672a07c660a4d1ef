package dev.broadside.client.arrivals;

import static dev.broadside.core.recorder.ThreadRecorder.AT_ONCE;

import dev.broadside.core.load.LoadModel;
import dev.broadside.core.load.Think;
import dev.broadside.core.pace.Curve;
import java.util.random.RandomGenerator;

/// Each iteration begins when the one before has ended and the thread has thought; a thread that
/// the present phase has no work for sleeps until one that has.
public final class ClosedStarts implements Starts {
  private static final int EXPONENTIAL_CUT = 10;

  private final int thread;
  private final RandomGenerator random;
  private final RunClock clock;
  private Course course;
  private ThreadSchedule duty;
  private long intendedNanos;
  private long dueNanos = AT_ONCE;
  private long moreNanos;

  /// @param thread its number on this agent
  public ClosedStarts(int thread, RandomGenerator random, RunClock clock) {
    this.thread = thread;
    this.random = random;
    this.clock = clock;
    this.course = clock.course();
    this.duty = new ThreadSchedule(course.stages(), thread);
  }

  @Override
  public boolean await(long nanos) {
    look();
    long free = nanos - clock.originNanos();
    long turn = duty.from(free);
    long pauseNanos = turn == Curve.NEVER ? 0 : thinkNanos() + moreNanos;
    moreNanos = 0;
    long start = thought(turn, pauseNanos, free);
    while (start != Curve.NEVER) {
      intendedNanos = clock.originNanos() + start;
      if (clock.over(course, intendedNanos)) {
        return false;
      }
      dueNanos = start == free ? AT_ONCE : intendedNanos;
      if (start == free || clock.sleepOnCourse(intendedNanos)) {
        return true;
      }
      look();
      long now = clock.nanos() - clock.originNanos();
      // What it has begun to think, it thinks to its end.
      turn = turn <= now ? turn : duty.from(now);
      start = thought(turn, pauseNanos, now);
    }
    return false;
  }

  /// When a thread is at work again that thinks from a moment on.
  private long thought(long turn, long pauseNanos, long now) {
    return turn == Curve.NEVER || (pauseNanos == 0 && turn >= now)
        ? turn
        : duty.from(Math.max(now, turn + pauseNanos));
  }

  private void look() {
    Course now = clock.course();
    if (now != course) {
      course = now;
      duty = new ThreadSchedule(now.stages(), thread);
    }
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
