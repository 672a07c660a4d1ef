package dev.broadside.core.time;

import java.time.Duration;
import java.time.Instant;

/// The clock and the timer of a process, real ([SystemTime]) or moved by a test.
///
/// Durations are measured with [#nanos()], which never jumps; [#now()] is for what people and other
/// hosts see.
public interface Time {

  /// A monotonic reading in nanoseconds; only differences have a meaning, so compare by
  /// subtraction.
  long nanos();

  /// The wall clock, which may jump.
  Instant now();

  /// Waits until [#nanos()] has reached the given reading. Returns at once if it has.
  void sleepUntil(long nanos) throws InterruptedException;

  /// Runs a task once, when [#nanos()] has reached the given reading. Tasks are short and do not
  /// throw.
  Timer runAt(long nanos, Runnable task);

  /// Runs a task once, a while from now.
  default Timer runIn(Duration delay, Runnable task) {
    return runAt(nanos() + delay.toNanos(), task);
  }

  /// The wall clock as nanoseconds since 1970.
  default long epochNanos() {
    return epochNanos(now());
  }

  /// A moment as nanoseconds since 1970.
  static long epochNanos(Instant at) {
    return Math.addExact(Math.multiplyExact(at.getEpochSecond(), 1_000_000_000L), at.getNano());
  }

  /// A task that waits for its time.
  interface Timer {
    /// Cancels the task if it has not begun; otherwise does nothing.
    void cancel();
  }
}
