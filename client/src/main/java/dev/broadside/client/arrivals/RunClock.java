package dev.broadside.client.arrivals;

import dev.broadside.core.time.Time;

/// One load thread's view of the run: where it begins and ends, whether it was stopped, and a sleep
/// that ends with it.
///
/// Only [#stop()] may be called by others than that thread.
public final class RunClock {
  private final Time time;
  private final Pause pause;
  private final long originNanos;
  private final long fromNanos;
  private final long endNanos;
  private volatile boolean stopped;

  /// @param originNanos reading of [Time#nanos()] at the common start
  /// @param endNanos the same at the planned end
  public RunClock(Time time, long originNanos, long endNanos) {
    this(time, originNanos, originNanos, endNanos);
  }

  /// @param fromNanos the same when the thread begins: at the common start, or amid the run
  public RunClock(Time time, long originNanos, long fromNanos, long endNanos) {
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

  /// Whether no iteration begins any more.
  public boolean over(long nanos) {
    return stopped || nanos - endNanos >= 0;
  }

  /// Sleeps; false where the run was stopped meanwhile or before.
  public boolean sleepUntil(long nanos) {
    while (!stopped) {
      if (pause.until(nanos)) {
        return !stopped;
      }
    }
    return false;
  }

  /// Sleeps for a time, but not beyond the end; false where no iteration begins any more then.
  public boolean pause(long forNanos) {
    long until = nanos() + forNanos;
    return sleepUntil(until - endNanos < 0 ? until : endNanos) && !over(nanos());
  }

  public void stop() {
    stopped = true;
    pause.wake();
  }
}
