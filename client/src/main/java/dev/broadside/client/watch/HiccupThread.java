package dev.broadside.client.watch;

import dev.broadside.core.time.Time;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/// A thread that wants to wake ten times a second, and notes how late it is: what it suffers, load
/// threads suffer too, whether it comes from the collector, the operating system or the hypervisor
/// (as jHiccup shows).
///
/// Not every millisecond, as jHiccup does: each time it wakes it takes a core from a load thread,
/// and the scheduler may move that one away from whom it talks to. Where database and load threads
/// shared two cores, a thousand times a second cost 12 % of all point selects, and fifty times
/// still more than ten. So a pause shows as up to one step shorter than it was; those of the
/// collector are known without it.
///
/// A long delay belongs to every interval that it touches, for nobody worked in any of them; one
/// other thread asks for these, interval by interval.
final class HiccupThread implements AutoCloseable {
  private static final long STEP_NANOS = 100_000_000;

  /// Longer delays are kept with their times.
  private static final long LONG_NANOS = 10_000_000;

  private final Time time;
  private final Runnable lives;
  private final AtomicLong longestShort = new AtomicLong();
  private final Queue<Delay> longOnes = new ConcurrentLinkedQueue<>();
  private final Thread thread;
  private volatile long dueNanos;

  /// A delay from when the thread wanted to wake to when it did.
  private record Delay(long dueNanos, long wokeNanos) {
    long lastedNanos() {
      return wokeNanos - dueNanos;
    }

    boolean touches(long startNanos, long endNanos) {
      return dueNanos - endNanos < 0 && wokeNanos - startNanos > 0;
    }
  }

  private HiccupThread(Time time, Runnable lives) {
    this.time = time;
    this.lives = lives;
    this.dueNanos = time.nanos() + STEP_NANOS;
    this.thread = Thread.ofPlatform().daemon().name("hiccups").unstarted(this::watch);
  }

  /// @param lives is run each time it wakes
  static HiccupThread start(Time time, Runnable lives) {
    HiccupThread hiccups = new HiccupThread(time, lives);
    hiccups.thread.start();
    return hiccups;
  }

  private void watch() {
    try {
      while (true) {
        time.sleepUntil(dueNanos);
        lives.run();
        Delay delay = new Delay(dueNanos, time.nanos());
        if (delay.lastedNanos() > LONG_NANOS) {
          longOnes.add(delay);
        } else {
          longestShort.accumulateAndGet(delay.lastedNanos(), Math::max);
        }
        dueNanos = time.nanos() + STEP_NANOS;
      }
    } catch (InterruptedException _) {
      // By close(): there is nothing more to watch.
    }
  }

  /// The longest delay in an interval, or since the last call where all were short. To be called in
  /// the order of the intervals.
  ///
  /// @param startNanos the interval's beginning as a reading of [Time#nanos()]
  /// @param endNanos its end, which has passed
  long takeLongestNanos(long startNanos, long endNanos) {
    Delay present = new Delay(dueNanos, time.nanos());
    long longest = Math.max(0, longestShort.getAndSet(0));
    if (present.lastedNanos() > LONG_NANOS && present.touches(startNanos, endNanos)) {
      longest = present.lastedNanos();
    }
    for (Delay delay : longOnes) {
      if (delay.touches(startNanos, endNanos)) {
        longest = Math.max(longest, delay.lastedNanos());
      }
    }
    longOnes.removeIf(delay -> delay.wokeNanos() - endNanos <= 0);
    return longest;
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
