package dev.broadside.client.link;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/// How far the server's wall clock is ahead of this host's monotonic one, measured as NTP does it.
///
/// The host's wall clock has no part in it: setting that clock, even between a ping and an order,
/// changes nothing.
///
/// The server stamps its clock on each answer to a ping, some time between our sending and our
/// hearing. If that was in the middle, the offset is the stamp minus the middle of our two
/// readings; at worst it was at either end, so the error is at most half the round trip, however
/// unequal the two ways are:
///
/// ```
///   server        -----------stamp-----------
///                       /            \
///   this host     --sent-----middle-----heard--
/// ```
///
/// The one of the last eight pings with the shortest round trip counts. A measurement that
/// contradicts it by more than both errors says that the server's clock was set, or that this host
/// was suspended: from then on nothing older counts, and what changed is no [#driftNanos()]. Not
/// safe for use by several threads.
public final class ClockOffset {
  /// How many pings are looked at.
  public static final int WINDOW = 8;

  /// How far two clocks that are slewed may drift apart within the window.
  private static final long MOST_DRIFT_NANOS = Duration.ofMillis(10).toNanos();

  /// A quartz drifts no more than this in a second; a larger difference means that a clock was set.
  /// This much is allowed for the time without an answer.
  private static final long MOST_DRIFT = 10_000;

  private final Deque<Estimate> window = new ArrayDeque<>(WINDOW);

  /// What the offset would be if neither clock had drifted.
  private long undriftedNanos;

  /// So many answers are still to come until the offset is known well enough to see a drift in it.
  private int unsettled;

  /// Until then it counts as so much.
  private long driftBeforeNanos;

  /// One measurement.
  ///
  /// @param offsetNanos the server's wall clock minus this host's monotonic reading
  /// @param roundTripNanos from sending to hearing
  /// @param atNanos this host's monotonic reading in the middle between
  public record Estimate(long offsetNanos, long roundTripNanos, long atNanos) {
    /// The true offset is at most this far away.
    public long errorNanos() {
      return Math.ceilDiv(roundTripNanos, 2L);
    }

    /// Whether both can be true if neither clock was set in between.
    private boolean agreesWith(Estimate other) {
      long apart = Math.abs(offsetNanos - other.offsetNanos);
      long drift = MOST_DRIFT_NANOS + Math.abs(atNanos - other.atNanos) / MOST_DRIFT;
      return apart <= errorNanos() + other.errorNanos() + drift;
    }

    /// A reading of this host's monotonic clock, on the server's wall clock.
    public long toServer(long nanos) {
      return nanos + offsetNanos;
    }

    /// A moment on the server's wall clock, as a reading of this host's monotonic one.
    public long toHost(long epochNanos) {
      return epochNanos - offsetNanos;
    }
  }

  /// Adds one answered ping.
  ///
  /// @param sentNanos this host's monotonic reading when the ping was sent
  /// @param roundTripNanos how long the answer took
  /// @param serverEpochNanos what the server's wall clock said
  public void answered(long sentNanos, long roundTripNanos, long serverEpochNanos) {
    long middle = sentNanos + roundTripNanos / 2;
    Estimate fresh = new Estimate(serverEpochNanos - middle, roundTripNanos, middle);
    if (best().filter(best -> best.agreesWith(fresh)).isEmpty()) {
      driftBeforeNanos = driftNanos();
      unsettled = WINDOW;
      window.clear();
    }
    if (window.size() == WINDOW) {
      window.removeFirst();
    }
    window.addLast(fresh);
    if (unsettled > 0) {
      unsettled--;
      undriftedNanos = best().orElseThrow().offsetNanos - driftBeforeNanos;
    }
  }

  /// By how much the server's clock has gained on this host's monotonic one since the first answer,
  /// other than by being set; 0 before it.
  public long driftNanos() {
    return best().map(best -> best.offsetNanos - undriftedNanos).orElse(0L);
  }

  /// The best measurement of the window; empty before the first answer.
  public Optional<Estimate> best() {
    return window.stream()
        .reduce((one, other) -> other.roundTripNanos() <= one.roundTripNanos() ? other : one);
  }
}
