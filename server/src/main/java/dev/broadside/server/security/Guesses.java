package dev.broadside.server.security;

import dev.broadside.core.time.Time;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/// Counts failed attempts per address, and says when an address has had enough. Safe for use by
/// several threads.
///
/// At most ten failures a minute: whoever has used them up waits until the minute that began with
/// his first one is over. Only wrong guesses are counted, and only they wait: what is asked for
/// here has 256 random bits and is not guessed, while others who know theirs may share the address.
/// Remembers a bounded number of addresses and forgets the oldest.
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

  /// How long an address whose attempt has failed has to wait; zero where it may try again.
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
