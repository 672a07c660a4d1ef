package dev.broadside.server.security;

import dev.broadside.core.time.Time;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/// Counts failed attempts per address, and limits them to ten a minute. Safe for use by several
/// threads.
///
/// After ten failures an address waits until a minute after its first one. Only wrong secrets are
/// counted and have to wait: a secret has 256 random bits, so it is never guessed, and clients with
/// the right one may share the address. Remembers a bounded number of addresses and forgets the
/// oldest.
public final class Guesses {
  private static final int MOST = 10;
  private static final int MAX_ADDRESSES = 4_096;
  private static final long MINUTE_NANOS = Duration.ofMinutes(1).toNanos();

  private final Time time;
  private final Map<String, Window> windows = new LinkedHashMap<>();

  private record Window(long sinceNanos, int failures) {}

  public Guesses(Time time) {
    this.time = time;
  }

  /// How long an address whose attempt has failed has to wait; zero if it may try again.
  public synchronized Duration wait(String address) {
    Window window = windows.get(address);
    if (window == null || window.failures() < MOST) {
      return Duration.ZERO;
    }
    long left = MINUTE_NANOS - (time.nanos() - window.sinceNanos());
    return left <= 0 ? Duration.ZERO : Duration.ofNanos(left);
  }

  /// Notes a failed attempt.
  public synchronized void failed(String address) {
    long now = time.nanos();
    Window before = windows.remove(address);
    Window next =
        before == null || now - before.sinceNanos() >= MINUTE_NANOS
            ? new Window(now, 1)
            : new Window(before.sinceNanos(), before.failures() + 1);
    windows.put(address, next);
    if (windows.size() > MAX_ADDRESSES) {
      windows.remove(windows.keySet().iterator().next());
    }
  }
}
