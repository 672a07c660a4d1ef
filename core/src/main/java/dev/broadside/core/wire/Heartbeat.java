package dev.broadside.core.wire;

import dev.broadside.core.time.Time;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/// Whether both sides of a link still hear each other: only an own ping that comes back counts as a
/// sign of life, since a link that carries one direction only is broken.
///
/// The owner sends the pings and passes the answers on. Not safe for use by several threads.
public final class Heartbeat {
  private static final int MOST_UNANSWERED = 100;

  private final Time time;
  private final LongSupplier awakeNanos;

  /// When each ping was sent, by its nonce.
  private final Map<Long, Long> unanswered = new LinkedHashMap<>();

  private long nextNonce;
  private long lastEchoNanos;
  private int echoes;

  /// A ping that came back.
  ///
  /// @param sentNanos when it was sent
  /// @param roundTripNanos the time until its answer came
  public record Echo(long sentNanos, long roundTripNanos) {}

  /// Begins now, as if an echo had just come.
  ///
  /// @param awakeNanos a clock that measures [#silence()]: it may stand still while no answer could
  ///   have been heard
  /// @param firstNonce where the nonces begin, so that no answer to an older heartbeat fits
  public Heartbeat(Time time, LongSupplier awakeNanos, long firstNonce) {
    this.time = time;
    this.awakeNanos = awakeNanos;
    this.nextNonce = firstNonce;
    this.lastEchoNanos = awakeNanos.getAsLong();
  }

  /// The next ping, to be sent at once.
  public Message.Ping ping() {
    if (unanswered.size() == MOST_UNANSWERED) {
      unanswered.remove(unanswered.keySet().iterator().next());
    }
    unanswered.put(nextNonce, time.nanos());
    return new Message.Ping(nextNonce++);
  }

  /// Takes an answer; empty if it answers no ping of this heartbeat.
  public Optional<Echo> heard(Message.Pong pong) {
    Optional<Echo> echo =
        Optional.ofNullable(unanswered.remove(pong.nonce()))
            .map(sent -> new Echo(sent, time.nanos() - sent));
    if (echo.isPresent()) {
      lastEchoNanos = awakeNanos.getAsLong();
      echoes++;
    }
    return echo;
  }

  /// How many echoes there were.
  public int echoes() {
    return echoes;
  }

  /// How long ago the last echo came.
  public Duration silence() {
    return Duration.ofNanos(awakeNanos.getAsLong() - lastEchoNanos);
  }
}
