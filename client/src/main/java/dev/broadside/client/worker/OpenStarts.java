package dev.broadside.client.worker;

import static dev.broadside.core.stat.ThreadRecorder.AT_ONCE;

import dev.broadside.core.pace.Pacer;

/// Each iteration begins when the pacer says, however long the one before took; one that is late
/// begins at once.
final class OpenStarts implements Starts {
  private final Pacer pacer;
  private final RunClock clock;

  /// How many starts were given out.
  private long given;

  private long intendedNanos;
  private long dueNanos = AT_ONCE;

  OpenStarts(Pacer pacer, RunClock clock) {
    this.pacer = pacer;
    this.clock = clock;
  }

  @Override
  public boolean await(long nanos) {
    long next = startNanos(given);
    if (!clock.inTime(next) || clock.over(nanos)) {
      return false;
    }
    intendedNanos = next;
    if (next - nanos <= 0) {
      dueNanos = AT_ONCE;
    } else if (clock.sleepUntil(next)) {
      dueNanos = next;
    } else {
      return false;
    }
    given++;
    return true;
  }

  private long startNanos(long n) {
    return clock.originNanos() + pacer.startNanos(n);
  }

  @Override
  public long intendedNanos() {
    return intendedNanos;
  }

  @Override
  public long dueNanos() {
    return dueNanos;
  }

  /// Everything that was due by now, or by the planned end if that is earlier, and is not given
  /// out.
  @Override
  public long dropped(long nanos) {
    long step = 1;
    while (due(given + step - 1, nanos)) {
      step *= 2;
    }
    long low = given;
    long high = given + step - 1;
    while (low < high) {
      long middle = low + (high - low) / 2;
      if (due(middle, nanos)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - given;
  }

  private boolean due(long n, long nanos) {
    long start = startNanos(n);
    return clock.inTime(start) && start - nanos <= 0;
  }
}
