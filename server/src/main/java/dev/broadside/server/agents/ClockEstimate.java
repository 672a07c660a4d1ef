package dev.broadside.server.agents;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Optional;

/// Works out how an agent's wall clock differs from the server's, from echoed heartbeats as NTP
/// does: of the last few echoes the quickest one tells most, and half its round trip bounds the
/// error.
///
/// Not safe for use by several threads.
final class ClockEstimate {
  private static final int KEPT = 8;

  private final Deque<Sample> samples = new ArrayDeque<>();

  /// Worked out when one comes: it is asked for far more often.
  private Optional<Sample> best = Optional.empty();

  /// One echo.
  ///
  /// @param offsetNanos the server's wall clock minus the agent's, if both ways took the same time
  record Sample(long offsetNanos, long roundTripNanos) {
    long errorNanos() {
      return roundTripNanos / 2;
    }
  }

  /// @param roundTripNanos from the ping to its echo
  /// @param serverEpochNanos the server's wall clock when the echo came
  /// @param agentEpochNanos the agent's wall clock when it answered
  void echoed(long roundTripNanos, long serverEpochNanos, long agentEpochNanos) {
    if (samples.size() == KEPT) {
      samples.removeFirst();
    }
    long between = serverEpochNanos - roundTripNanos / 2;
    samples.addLast(new Sample(between - agentEpochNanos, roundTripNanos));
    best = samples.stream().min(Comparator.comparingLong(Sample::roundTripNanos));
  }

  Optional<Sample> best() {
    return best;
  }

  void forget() {
    samples.clear();
    best = Optional.empty();
  }
}
