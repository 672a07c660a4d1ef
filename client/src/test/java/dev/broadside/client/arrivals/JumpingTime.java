package dev.broadside.client.arrivals;

import dev.broadside.core.time.Time;
import java.time.Instant;
import java.util.NavigableMap;
import java.util.TreeMap;

/// Time in which a sleep takes none: it jumps to where the sleeper wants it.
public final class JumpingTime implements Time {
  private final NavigableMap<Long, Runnable> events = new TreeMap<>();
  private long nanos;

  @Override
  public long nanos() {
    return nanos;
  }

  @Override
  public Instant now() {
    return Instant.EPOCH.plusNanos(nanos);
  }

  @Override
  public void sleepUntil(long untilNanos) {
    if (!events.isEmpty() && events.firstKey() < untilNanos) {
      nanos = Math.max(nanos, events.firstKey());
      events.pollFirstEntry().getValue().run();
    } else {
      nanos = Math.max(nanos, untilNanos);
    }
  }

  /// Something happens at a moment, while somebody sleeps.
  public void happens(long atNanos, Runnable what) {
    events.put(atNanos, what);
  }

  @Override
  public Timer runAt(long atNanos, Runnable work) {
    throw new UnsupportedOperationException("nothing here needs a timer");
  }

  public void pass(long more) {
    nanos += more;
  }
}
