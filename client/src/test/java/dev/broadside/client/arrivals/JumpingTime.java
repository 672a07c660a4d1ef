package dev.broadside.client.arrivals;

import dev.broadside.core.time.Time;
import java.time.Instant;

/// Time in which a sleep takes none: it jumps to where the sleeper wants it.
public final class JumpingTime implements Time {
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
    nanos = Math.max(nanos, untilNanos);
  }

  @Override
  public Timer runAt(long atNanos, Runnable work) {
    throw new UnsupportedOperationException("nothing here needs a timer");
  }

  public void pass(long more) {
    nanos += more;
  }
}
