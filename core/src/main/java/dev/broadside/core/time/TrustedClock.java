package dev.broadside.core.time;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/// The wall clock as far as it can be believed where something is deleted for its age.
///
/// It goes on from the newest moment that is known, by [Time#nanos()], which never jumps. It
/// follows the wall clock while that stays within [#SLACK]. Further away the wall clock is in
/// doubt: somebody has set it, or the process did not run for so long. The doubt ends when the wall
/// clock comes back, when somebody vouches for it ([#believe()]), or by itself where at most
/// [#PAUSE] is in question and the wall clock goes evenly for [#PROOF].
///
/// Whoever keeps [#now()] across restarts hands it in again. Safe for use by several threads.
public final class TrustedClock {
  /// Clocks that are adjusted, or looked at late, differ by less.
  public static final Duration SLACK = Duration.ofHours(1);

  /// For so long a host may have been off or asleep without anybody's word for it.
  public static final Duration PAUSE = Duration.ofDays(7);

  /// A clock that is wrong after a start is set right by the network within that.
  public static final Duration PROOF = Duration.ofHours(6);

  private final Time time;
  private Instant known;
  private long knownNanos;
  private Optional<Doubt> doubt = Optional.empty();

  /// @param lead how far the wall clock is ahead
  private record Doubt(Duration lead, long sinceNanos) {}

  /// @param before the newest moment that was known before; empty where nothing was
  public TrustedClock(Time time, Optional<Instant> before) {
    this.time = time;
    known = before.orElseGet(time::now);
    knownNanos = time.nanos();
  }

  /// What time it is by all that is known.
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

  /// This or the wall clock, whichever is later: what is noted so is never taken for older than it
  /// is, whichever of them turns out to be right.
  public synchronized Instant latest() {
    Instant reckoned = now();
    Instant wall = time.now();
    return wall.isAfter(reckoned) ? wall : reckoned;
  }

  /// Why the wall clock is in doubt, in a sentence without a stop; empty where it is not.
  public synchronized Optional<String> doubt() {
    Instant reckoned = now().truncatedTo(ChronoUnit.SECONDS);
    Instant wall = time.now().truncatedTo(ChronoUnit.SECONDS);
    return doubt.map(_ ->
        "this host's clock says "
            + wall
            + ", and from what was known before it ought to be about "
            + reckoned);
  }

  /// Somebody says that the wall clock is right.
  public synchronized void believe() {
    follow(time.now(), time.nanos());
  }
}
