package dev.broadside.core.recorder;

/// How long load threads are without a connection, and how often they try to open another one.
/// Touched only when one is lost. Safe for use by several threads.
public final class LostConnections {
  private int threads;
  private long sinceNanos;
  private long waitedNanos;
  private long attempts;

  /// The changes since the last look.
  ///
  /// @param waitedNanos the time of all threads together
  public record Look(long waitedNanos, long attempts) {}

  synchronized void lost(long now) {
    pass(now);
    threads++;
  }

  synchronized void tried() {
    attempts++;
  }

  synchronized void found(long now) {
    pass(now);
    threads--;
  }

  /// @param now a clock reading
  public synchronized Look look(long now) {
    pass(now);
    Look look = new Look(waitedNanos, attempts);
    waitedNanos = 0;
    attempts = 0;
    return look;
  }

  private void pass(long now) {
    waitedNanos += threads * (now - sinceNanos);
    sinceNanos = now;
  }
}
