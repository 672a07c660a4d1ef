package dev.broadside.client.arrivals;

import static dev.broadside.core.recorder.ThreadRecorder.AT_ONCE;

import dev.broadside.core.pace.Curve;

/// Each iteration serves an arrival that the thread claims when it is free: it sleeps until the
/// arrival is due, or begins at once where it was due before.
public final class OpenStarts implements Starts {
  private final int thread;
  private final RunClock clock;
  private Course course;
  private ThreadSchedule duty;

  /// The first stage that has arrivals left, as far as this thread knows.
  private int queue;

  private long begun;
  private long latestNanos = -1;
  private long intendedNanos;
  private long readyNanos;
  private long dueNanos = AT_ONCE;

  /// @param thread its number on this agent
  public OpenStarts(int thread, RunClock clock) {
    this.thread = thread;
    this.clock = clock;
    this.course = clock.course();
    this.duty = new ThreadSchedule(course.stages(), thread);
  }

  @Override
  public boolean await(long nanos) {
    long free = nanos;
    while (true) {
      look();
      if (clock.over(course, free)) {
        return false;
      }
      long wanted = turn(free - clock.originNanos());
      if (wanted == Curve.NEVER) {
        return false;
      }
      long turnNanos = clock.originNanos() + wanted;
      if (turnNanos - free > 0) {
        clock.sleepOnCourse(turnNanos);
        free = clock.nanos();
      } else {
        ShareArrivals.Queue claims = course.arrivals().queues().get(queue);
        long claimed = claims.claim();
        if (claimed == Curve.NEVER) {
          queue++;
        } else if (begins(claims, claimed, free)) {
          return true;
        } else {
          free = clock.nanos();
        }
      }
    }
  }

  private void look() {
    Course now = clock.course();
    if (now != course) {
      course = now;
      duty = new ThreadSchedule(now.stages(), thread);
      queue = 0;
    }
  }

  /// When this thread may claim the next arrival: it must be at work when it serves it, which for
  /// one of a stage that has not begun is in that stage.
  private long turn(long now) {
    if (queue == course.arrivals().queues().size()) {
      return Curve.NEVER;
    }
    long turn = duty.from(now);
    ShareArrivals.Queue next = course.arrivals().queues().get(queue);
    boolean serves = turn == Curve.NEVER || next.startNanos() <= turn || duty.in(next.stage());
    return serves ? turn : duty.from(next.startNanos());
  }

  /// Waits for an arrival that this thread has claimed; false where there is none any more.
  private boolean begins(ShareArrivals.Queue claims, long claimed, long free) {
    intendedNanos = clock.originNanos() + claimed;
    if (intendedNanos - free <= 0) {
      readyNanos = free;
      dueNanos = AT_ONCE;
    } else {
      readyNanos = intendedNanos;
      dueNanos = intendedNanos;
      while (!clock.sleepOnCourse(intendedNanos)) {
        look();
        if (course.stopped() || !course.arrivals().keep(claims, claimed)) {
          return false;
        }
      }
      // The stage in which it begins, for the parameters that hold there.
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
    course.arrivals().ended(begun, latestNanos);
    begun = 0;
  }
}
