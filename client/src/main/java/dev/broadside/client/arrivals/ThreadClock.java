package dev.broadside.client.arrivals;

import dev.broadside.core.time.Time;

/// One load thread's view of the run: when it begins and ends, its course, and sleeps that end when
/// that changes.
///
/// Only [#stop()] and [#follow(Course)] may be called by others than that thread.
public final class ThreadClock {
  private final Time time;
  private final Pause pause;
  private final long originNanos;
  private final long fromNanos;
  private final long endNanos;
  private volatile Course course;

  /// The course that the thread follows.
  private Course known;

  /// @param originNanos reading of [Time#nanos()] at the common start
  /// @param fromNanos the same when the thread begins: at the common start, or amid the run
  /// @param endNanos the same at the planned end
  public ThreadClock(Course course, Time time, long originNanos, long fromNanos, long endNanos) {
    this.course = course;
    this.known = course;
    this.time = time;
    this.pause = new Pause(time);
    this.originNanos = originNanos;
    this.fromNanos = fromNanos;
    this.endNanos = endNanos;
  }

  public long originNanos() {
    return originNanos;
  }

  public long fromNanos() {
    return fromNanos;
  }

  public long nanos() {
    return time.nanos();
  }

  /// The newest course, which the thread follows from now on.
  Course course() {
    known = course;
    return known;
  }

  /// Whether no more iterations begin.
  public boolean over(long nanos) {
    return over(course, nanos);
  }

  boolean over(Course by, long nanos) {
    return by.stopped() || nanos - endNanos >= 0;
  }

  /// Sleeps; false if the run was stopped meanwhile or before.
  public boolean sleepUntil(long nanos) {
    while (!course.stopped()) {
      if (pause.until(nanos)) {
        return !course.stopped();
      }
    }
    return false;
  }

  /// Sleeps; false if there is a newer course than the one that the thread follows.
  boolean sleepOnCourse(long nanos) {
    while (course == known) {
      if (pause.until(nanos)) {
        return course == known;
      }
    }
    return false;
  }

  /// Waits for another course when this one has nothing to do for the thread; false if the run has
  /// ended.
  public boolean awaitChange() {
    return !sleepOnCourse(endNanos) && !over(nanos());
  }

  /// Sleeps for a time, but not beyond the end; false if no more iterations begin then.
  public boolean pause(long forNanos) {
    long until = nanos() + forNanos;
    return sleepUntil(until - endNanos < 0 ? until : endNanos) && !over(nanos());
  }

  /// Replaces the course.
  public void follow(Course other) {
    course = other;
    pause.wake();
  }

  public void stop() {
    follow(course.halted());
  }
}
