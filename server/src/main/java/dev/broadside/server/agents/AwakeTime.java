package dev.broadside.server.agents;

import dev.broadside.core.time.Time;
import java.time.Duration;

/// A monotonic clock that stands still while the coordinator does: an agent can only be heard while
/// it looks, so a stopped process, a long pause for garbage or a step that hangs does not count as
/// silence of an agent.
///
/// It has to be read now and then; what lies between two readings beyond [#LONGEST_LOOK] is sleep.
/// Belongs to the coordinator's thread.
public final class AwakeTime {
  /// The coordinator looks at its agents twice a second.
  static final Duration LONGEST_LOOK = Duration.ofSeconds(2);

  private final Time time;
  private long lastNanos;
  private long asleepNanos;

  public AwakeTime(Time time) {
    this.time = time;
    this.lastNanos = time.nanos();
  }

  /// A reading in nanoseconds; only differences mean anything.
  public long nanos() {
    long now = time.nanos();
    asleepNanos += Math.max(0, now - lastNanos - LONGEST_LOOK.toNanos());
    lastNanos = now;
    return now - asleepNanos;
  }
}
