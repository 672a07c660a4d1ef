package dev.broadside.server.security;

import dev.broadside.core.time.Time;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Login links and the browser sessions that they open. Kept in memory: a restart of the server
/// ends them. Safe for use by several threads.
///
/// A link works once and for ten minutes. A session ends after twelve hours without a request, or
/// by logging out. Both are kept by the hash of their token only.
public final class Sessions {
  static final Duration LINK_LIFE = Duration.ofMinutes(10);
  static final Duration IDLE = Duration.ofHours(12);
  private static final int MAX_LINKS = 100;
  private static final int MAX_SESSIONS = 1_000;

  private final Time time;
  private final Map<String, Long> linkEndNanos = new LinkedHashMap<>();
  private final Map<String, Open> sessions = new LinkedHashMap<>();

  private record Open(String csrf, long seenNanos) {}

  /// A session as its owner sees it.
  ///
  /// @param token goes into the cookie
  /// @param csrf goes into a header of each request that changes something
  public record Session(String token, String csrf) {}

  public Sessions(Time time) {
    this.time = time;
  }

  /// Makes a login token for one use.
  public synchronized String newLink() {
    String token = Tokens.make();
    linkEndNanos.put(Tokens.hash(token), time.nanos() + LINK_LIFE.toNanos());
    dropOldest(linkEndNanos, MAX_LINKS);
    return token;
  }

  /// Uses a login token up; empty if it is unknown, used or expired.
  public synchronized Optional<Session> login(String token) {
    Long endNanos = linkEndNanos.remove(Tokens.hash(token));
    if (endNanos == null || time.nanos() - endNanos >= 0) {
      return Optional.empty();
    }
    return Optional.of(open());
  }

  /// Opens a session for a user who has authenticated.
  public synchronized Session open() {
    Session session = new Session(Tokens.make(), Tokens.make());
    sessions.put(Tokens.hash(session.token()), new Open(session.csrf(), time.nanos()));
    dropOldest(sessions, MAX_SESSIONS);
    return session;
  }

  /// The CSRF token of a live session, which it keeps alive; empty if there is no such session.
  public synchronized Optional<String> csrf(String sessionToken) {
    String hash = Tokens.hash(sessionToken);
    Open open = sessions.remove(hash);
    if (open == null || time.nanos() - open.seenNanos() >= IDLE.toNanos()) {
      return Optional.empty();
    }
    // Put back as the newest, so that the session dropped for room is the one idle the longest.
    sessions.put(hash, new Open(open.csrf(), time.nanos()));
    return Optional.of(open.csrf());
  }

  /// Whether a session is alive; asking does not keep it alive.
  public synchronized boolean alive(String sessionToken) {
    Open open = sessions.get(Tokens.hash(sessionToken));
    return open != null && time.nanos() - open.seenNanos() < IDLE.toNanos();
  }

  /// Ends a session.
  public synchronized void logout(String sessionToken) {
    sessions.remove(Tokens.hash(sessionToken));
  }

  private static <V> void dropOldest(Map<String, V> map, int most) {
    while (map.size() > most) {
      map.remove(map.keySet().iterator().next());
    }
  }
}
