package dev.broadside.core.time;

/// Limits how often something may happen: so many times at once, and then so many times a second.
/// It is described by the moment at which it will be full again. Not safe for use by several
/// threads.
public final class TokenBucket {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private final Time time;
  private final long nanosPerToken;
  private final long mostNanos;
  private long fullAtNanos;

  /// A full one.
  ///
  /// @param most how many tokens it holds
  /// @param perSecond how many tokens it gains in a second
  public TokenBucket(Time time, int most, int perSecond) {
    this.time = time;
    this.nanosPerToken = NANOS_PER_SECOND / perSecond;
    this.mostNanos = most * nanosPerToken;
    this.fullAtNanos = time.nanos();
  }

  /// Takes a token; false if there is none.
  public boolean take() {
    long now = time.nanos();
    long missing = Math.max(0, fullAtNanos - now);
    if (missing > mostNanos - nanosPerToken) {
      return false;
    }
    fullAtNanos = now + missing + nanosPerToken;
    return true;
  }
}
