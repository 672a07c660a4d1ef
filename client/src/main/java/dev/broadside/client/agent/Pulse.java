package dev.broadside.client.agent;

import dev.broadside.core.time.Time;
import java.time.Duration;

/// Runs a task at regular times. Each time is computed from the first one, so that lateness does
/// not add up; times missed in a pause are left out. Safe for use by several threads.
final class Pulse {
  private final Time time;
  private final long periodNanos;
  private final Runnable beat;
  private final long beginNanos;
  private Time.Timer timer = () -> {};
  private boolean stopped;

  Pulse(Time time, Duration period, Runnable beat) {
    this.time = time;
    this.periodNanos = period.toNanos();
    this.beat = beat;
    this.beginNanos = time.nanos();
  }

  synchronized void start() {
    if (!stopped) {
      long passed = (time.nanos() - beginNanos) / periodNanos;
      timer = time.runAt(beginNanos + (passed + 1) * periodNanos, this::strike);
    }
  }

  private void strike() {
    start();
    beat.run();
  }

  synchronized void stop() {
    stopped = true;
    timer.cancel();
  }
}
