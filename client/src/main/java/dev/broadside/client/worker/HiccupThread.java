package dev.broadside.client.worker;

import dev.broadside.core.time.Time;
import java.util.concurrent.atomic.AtomicLong;

/// A thread that wants to wake fifty times a second, and notes how late it is: what it suffers,
/// load threads suffer too, whether it comes from the collector, the operating system or the
/// hypervisor (as jHiccup shows).
///
/// Not every millisecond, as jHiccup does: each time it wakes it takes a core from a load thread,
/// and on two cores that cost 12 % of all point selects.
final class HiccupThread implements AutoCloseable {
  private static final long STEP_NANOS = Long.getLong("hic", 1_000_000);

  private final Time time;
  private final AtomicLong longest = new AtomicLong();
  private final Thread thread;

  private HiccupThread(Time time) {
    this.time = time;
    this.thread = Thread.ofPlatform().daemon().name("hiccups").unstarted(this::watch);
  }

  static HiccupThread start(Time time) {
    HiccupThread hiccups = new HiccupThread(time);
    hiccups.thread.start();
    return hiccups;
  }

  private void watch() {
    try {
      while (true) {
        long due = time.nanos() + STEP_NANOS;
        time.sleepUntil(due);
        long late = time.nanos() - due;
        longest.accumulateAndGet(late, Math::max);
      }
    } catch (InterruptedException _) {
      // By close(): there is nothing more to watch.
    }
  }

  /// The longest delay since the last call.
  long takeLongestNanos() {
    return longest.getAndSet(0);
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
