package dev.broadside.core.time;

import java.time.Instant;

/// A clock that is moved, a little faster or slower for a while and never by a leap, until it has
/// gone so much further or less far than the one beneath it. NTP calls that a slew.
///
/// What is measured while it is slewed is wrong by at most one part in [#STEEPNESS], which is less
/// than what two neighbouring slots of a histogram are apart. The wall clock is that of the clock
/// beneath it. Safe for use by several threads; reading it locks and allocates nothing.
public final class SlewedTime implements Time {
  /// It gains or loses a nanosecond in so many: 500 parts per million, as NTP slews at the most.
  public static final long STEEPNESS = 2_000;

  private final Time beneath;
  private volatile Slew slew;

  /// From one reading of the clock beneath to another it goes from one lead over it to another.
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

    /// The first reading of the clock beneath at which this one has come to a reading.
    long beneath(long nanos) {
      long passed = nanos - (fromNanos + before);
      if (passed <= 0) {
        return nanos - before;
      }
      if (nanos - (toNanos + after) >= 0) {
        return nanos - after;
      }
      // Rounded down, so the first one is there or just behind.
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

  /// Lets it go so much further from now on than it would have gone, or less far where that is
  /// negative. What an earlier call has asked for and has not come about yet is added.
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
    // It may be slewed while somebody sleeps.
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

  /// A task for which the clock is looked at again when its time seems to have come.
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
