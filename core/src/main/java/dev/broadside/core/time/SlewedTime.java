package dev.broadside.core.time;

import java.time.Instant;

/// A clock that can be set forward or back without a leap: for a while it goes a little faster or
/// slower than the clock beneath it. NTP calls that a slew.
///
/// Times measured during a slew are wrong by at most one part in [#STEEPNESS], which is less than
/// the width of a histogram's slot. The wall clock is that of the clock beneath it. Safe for use by
/// several threads; reading it locks and allocates nothing.
public final class SlewedTime implements Time {
  /// It gains or loses one nanosecond in this many: 500 parts per million, like NTP's fastest slew.
  public static final long STEEPNESS = 2_000;

  private final Time beneath;
  private volatile Slew slew;

  /// Between two readings of the clock beneath, the lead changes from one value to another.
  private record Slew(long fromNanos, long before, long toNanos, long after) {
    long lead(long nanos) {
      long passed = nanos - fromNanos;
      if (passed <= 0) {
        return before;
      }
      if (nanos - toNanos >= 0) {
        return after;
      }
      return before + Long.signum(after - before) * (passed / STEEPNESS);
    }

    /// The first reading of the clock beneath at which this clock has reached a reading.
    long beneath(long nanos) {
      long passed = nanos - (fromNanos + before);
      if (passed <= 0) {
        return nanos - before;
      }
      if (nanos - (toNanos + after) >= 0) {
        return nanos - after;
      }
      // Rounded down, so the first reading is this one or shortly after.
      long first =
          fromNanos
              + (after > before
                  ? passed - passed / (STEEPNESS + 1) - 1
                  : passed + passed / (STEEPNESS - 1) - 1);
      while (first + lead(first) - nanos < 0) {
        first++;
      }
      return first;
    }
  }

  public SlewedTime(Time beneath) {
    this.beneath = beneath;
    long now = beneath.nanos();
    this.slew = new Slew(now, 0, now, 0);
  }

  /// Sets it forward by some time, or back if that is negative. The rest of an earlier slew is
  /// added.
  public synchronized void slewBy(long nanos) {
    long now = beneath.nanos();
    long before = slew.lead(now);
    long after = Math.addExact(slew.after, nanos);
    long length = Math.multiplyExact(Math.abs(after - before), STEEPNESS);
    slew = new Slew(now, before, now + length, after);
  }

  @Override
  public long nanos() {
    long now = beneath.nanos();
    return now + slew.lead(now);
  }

  @Override
  public Instant now() {
    return beneath.now();
  }

  @Override
  public void sleepUntil(long nanos) throws InterruptedException {
    // The clock may be slewed during the sleep.
    while (nanos() - nanos < 0) {
      beneath.sleepUntil(slew.beneath(nanos));
    }
  }

  @Override
  public Timer runAt(long nanos, Runnable task) {
    Waiting waiting = new Waiting(nanos, task);
    waiting.arm(this);
    return waiting;
  }

  /// A task that checks the clock again when its time seems to have come.
  private static final class Waiting implements Timer {
    private final long nanos;
    private final Runnable task;
    private Timer timer = () -> {};
    private boolean cancelled;

    Waiting(long nanos, Runnable task) {
      this.nanos = nanos;
      this.task = task;
    }

    synchronized void arm(SlewedTime clock) {
      if (!cancelled) {
        timer = clock.beneath.runAt(clock.slew.beneath(nanos), () -> rung(clock));
      }
    }

    private void rung(SlewedTime clock) {
      if (clock.nanos() - nanos < 0) {
        arm(clock);
      } else {
        task.run();
      }
    }

    @Override
    public synchronized void cancel() {
      cancelled = true;
      timer.cancel();
    }
  }
}
