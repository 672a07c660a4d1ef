package dev.broadside.core.time;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/// The wall clock, as far as it can be trusted when data is deleted because of its age.
///
/// It goes on from the newest known moment by [Time#nanos()], which never jumps, and follows the
/// wall clock while that stays within [#SLACK]. If the wall clock is further away, it is in doubt:
/// it was set, or the process was suspended. The doubt ends when the wall clock comes back, when an
/// administrator confirms it ([#believe()]), or by itself if the difference is at most [#PAUSE] and
/// the wall clock runs evenly for [#PROOF].
///
/// To keep the time across restarts, store [#now()] and pass it in again. Safe for use by several
/// threads.
public final class TrustedClock {
  /// Clocks that are adjusted, or read late, differ by less.
  public static final Duration SLACK = Duration.ofHours(1);

  /// A host may have been off or asleep for this long without a confirmation.
  public static final Duration PAUSE = Duration.ofDays(7);

  /// The network corrects a wrong clock within this time after a start.
  public static final Duration PROOF = Duration.ofHours(6);

  private final Time time;
  private Instant known;
  private long knownNanos;
  private Optional<Doubt> doubt = Optional.empty();

  /// @param lead how far the wall clock is ahead
  private record Doubt(Duration lead, long sinceNanos) {}

  /// @param before the newest known moment of an earlier process, if any
  public TrustedClock(Time time, Optional<Instant> before) {
    this.time = time;
    known = before.orElseGet(time::now);
    knownNanos = time.nanos();
  }

  /// The best known time.
  public synchronized Instant now() {
    long nanos = time.nanos();
    Instant wall = time.now();
    Instant reckoned = known.plusNanos(nanos - knownNanos);
    Duration lead = Duration.between(reckoned, wall);
    if (lead.abs().compareTo(SLACK) <= 0 || proven(lead, nanos)) {
      return follow(wall, nanos);
    }
    if (doubt.filter(one -> even(one, lead)).isEmpty()) {
      doubt = Optional.of(new Doubt(lead, nanos));
    }
    return reckoned;
  }

  private boolean proven(Duration lead, long nanos) {
    return lead.abs().compareTo(PAUSE) <= 0
        && doubt
            .filter(one -> even(one, lead) && nanos - one.sinceNanos >= PROOF.toNanos())
            .isPresent();
  }

  private static boolean even(Doubt doubt, Duration lead) {
    return doubt.lead.minus(lead).abs().compareTo(SLACK) <= 0;
  }

  private Instant follow(Instant wall, long nanos) {
    known = wall;
    knownNanos = nanos;
    doubt = Optional.empty();
    return wall;
  }

  /// The later of this and the wall clock. Data that is stamped with it never counts as older than
  /// it is, even if the other one turns out to be right.
  public synchronized Instant latest() {
    Instant reckoned = now();
    Instant wall = time.now();
    return wall.isAfter(reckoned) ? wall : reckoned;
  }

  /// Why the wall clock is in doubt, in a sentence without a full stop; empty if it is not.
  public synchronized Optional<String> doubt() {
    Instant reckoned = now().truncatedTo(ChronoUnit.SECONDS);
    Instant wall = time.now().truncatedTo(ChronoUnit.SECONDS);
    return doubt.map(_ ->
        "this host's clock says "
            + wall
            + ", and from what was known before it ought to be about "
            + reckoned);
  }

  /// An administrator confirms that the wall clock is right.
  public synchronized void believe() {
    follow(time.now(), time.nanos());
  }
}
