package dev.broadside.client.arrivals;

import static dev.broadside.core.recorder.ThreadRecorder.AT_ONCE;

import dev.broadside.core.pace.Curve;

/// Each iteration serves an arrival that the thread claims when it is free: it sleeps until the
/// arrival is due, or begins at once where it was due before.
public final class OpenStarts implements Starts {
  private final ShareArrivals arrivals;
  private final ThreadSchedule duty;
  private final RunClock clock;

  /// The first phase that has arrivals left, as far as this thread knows.
  private int queue;

  private long begun;
  private long latestNanos = -1;
  private long intendedNanos;
  private long readyNanos;
  private long dueNanos = AT_ONCE;

  public OpenStarts(ShareArrivals arrivals, ThreadSchedule duty, RunClock clock) {
    this.arrivals = arrivals;
    this.duty = duty;
    this.clock = clock;
  }

  @Override
  public boolean await(long nanos) {
    long free = nanos;
    while (!clock.over(free)) {
      long wanted = turn(free - clock.originNanos());
      if (wanted == Curve.NEVER) {
        return false;
      }
      long turnNanos = clock.originNanos() + wanted;
      if (turnNanos - free > 0) {
        if (!clock.sleepUntil(turnNanos)) {
          return false;
        }
        free = clock.nanos();
      } else {
        long claimed = arrivals.queues().get(queue).claim();
        if (claimed != Curve.NEVER) {
          return begins(claimed, free);
        }
        queue++;
      }
    }
    return false;
  }

  /// When this thread may claim the next arrival: it must be at work when it serves it, which for
  /// one of a phase that has not begun is in that phase.
  private long turn(long now) {
    if (queue == arrivals.queues().size()) {
      return Curve.NEVER;
    }
    long turn = duty.from(now);
    ShareArrivals.Queue next = arrivals.queues().get(queue);
    boolean serves = turn == Curve.NEVER || next.startNanos() <= turn || duty.in(next.phase());
    return serves ? turn : duty.from(next.startNanos());
  }

  private boolean begins(long claimed, long free) {
    intendedNanos = clock.originNanos() + claimed;
    if (intendedNanos - free <= 0) {
      readyNanos = free;
      dueNanos = AT_ONCE;
    } else {
      readyNanos = intendedNanos;
      dueNanos = intendedNanos;
      if (!clock.sleepUntil(intendedNanos)) {
        return false;
      }
      // The phase in which it begins, for the parameters that hold there.
      duty.from(claimed);
    }
    begun++;
    latestNanos = claimed;
    return true;
  }

  @Override
  public long intendedNanos() {
    return intendedNanos;
  }

  @Override
  public long readyNanos() {
    return readyNanos;
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
    arrivals.ended(begun, latestNanos);
  }
}
