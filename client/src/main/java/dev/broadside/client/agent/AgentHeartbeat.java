package dev.broadside.client.agent;

import dev.broadside.client.link.ClockOffset;
import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Message.Ping;
import dev.broadside.core.wire.Message.Pong;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/// Whether the other side still hears us and we hear it: only an own ping that comes back counts as
/// a sign of life.
///
/// A function of the readings passed in; whoever holds it sends the pings. Not safe for use by
/// several threads.
final class AgentHeartbeat {
  /// After this long without an echo the link is dead.
  static final Duration DEAD_AFTER = Duration.ofSeconds(10);

  private static final int MAX_UNANSWERED = 1_000;

  private final Time time;
  private final ClockOffset clock;

  /// When each ping was sent, by its nonce.
  private final Map<Long, Long> unanswered = new LinkedHashMap<>();

  private long nextNonce;
  private long lastEchoNanos;
  private int echoes;

  /// Begins now, as if an echo had just come.
  ///
  /// @param firstNonce where this link's nonces begin, so that no answer of an older link fits
  AgentHeartbeat(Time time, ClockOffset clock, long firstNonce) {
    this.time = time;
    this.clock = clock;
    this.nextNonce = firstNonce;
    this.lastEchoNanos = time.nanos();
  }

  /// The next ping, to be sent at once.
  Ping ping() {
    if (unanswered.size() == MAX_UNANSWERED) {
      unanswered.remove(unanswered.keySet().iterator().next());
    }
    unanswered.put(nextNonce, time.nanos());
    return new Ping(nextNonce++);
  }

  /// Takes an answer; one to no ping of ours is ignored.
  ///
  /// @return whether it was an echo
  boolean heard(Pong pong) {
    Long sent = unanswered.remove(pong.nonce());
    if (sent == null) {
      return false;
    }
    lastEchoNanos = time.nanos();
    echoes++;
    clock.answered(sent, time.nanos() - sent, pong.epochNanos());
    return true;
  }

  /// How many echoes there were on this link.
  int echoes() {
    return echoes;
  }

  /// Whether there was no echo for so long that the link is dead.
  boolean dead() {
    return time.nanos() - lastEchoNanos >= DEAD_AFTER.toNanos();
  }
}
