package dev.broadside.server.agents;

import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Message.Ping;
import dev.broadside.core.wire.Message.Pong;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/// Whether an agent still hears us and we hear it: only an own ping that comes back counts, since a
/// link that carries one direction only is a broken link.
///
/// Not safe for use by several threads.
final class Heartbeat {
  private static final int MAX_UNANSWERED = 100;

  private final Time time;
  private final AwakeTime awake;
  private final ClockEstimate clock;
  private final Map<Long, Long> sentNanos = new LinkedHashMap<>();
  private long nextNonce;
  private long echoNanos;

  Heartbeat(Time time, AwakeTime awake, ClockEstimate clock) {
    this.time = time;
    this.awake = awake;
    this.clock = clock;
    this.nextNonce = time.nanos();
    this.echoNanos = awake.nanos();
  }

  /// The next ping, to be sent at once.
  Ping ping() {
    if (sentNanos.size() == MAX_UNANSWERED) {
      sentNanos.remove(sentNanos.keySet().iterator().next());
    }
    long nonce = nextNonce++;
    sentNanos.put(nonce, time.nanos());
    return new Ping(nonce);
  }

  /// Takes an answer; one to no ping of ours is ignored.
  void heard(Pong pong) {
    if (sentNanos.remove(pong.nonce()) instanceof Long sent) {
      long now = time.nanos();
      echoNanos = awake.nanos();
      clock.echoed(now - sent, time.epochNanos(), pong.epochNanos());
    }
  }

  /// A new link begins as if an echo had just come; answers to pings over the old one no longer
  /// count.
  void restart() {
    sentNanos.clear();
    echoNanos = awake.nanos();
  }

  /// How long ago the last echo came, in time in which one could have been heard.
  Duration silence() {
    return Duration.ofNanos(awake.nanos() - echoNanos);
  }
}
