package dev.broadside.core.pace;

import java.util.Arrays;
import java.util.List;

/// Which arrivals of a whole job belong to a share: those at some places in each round of arrivals.
/// Immutable.
///
/// @param places ascending, each from 0 to `of - 1`; none if the share has no arrivals
/// @param of how many arrivals make a round
public record ShareTurns(List<Long> places, long of) {
  public ShareTurns {
    places = places.stream().sorted().toList();
  }

  /// An equal part: one arrival of each round.
  public static ShareTurns of(Portion share) {
    return new ShareTurns(List.of((long) share.index()), share.of());
  }

  public boolean none() {
    return places.isEmpty();
  }

  /// The average distance between two of the share's arrivals, counted in arrivals of the whole
  /// job.
  double every() {
    return (double) of / places.size();
  }

  /// Turns the number of a share's arrival into its number in the whole job, after a number of
  /// earlier arrivals.
  Numbers after(long before) {
    long[] first =
        places.stream().mapToLong(place -> Math.floorMod(place - before, of)).sorted().toArray();
    return new Numbers(first, of);
  }

  /// The numbers that a share's arrivals have in the whole job.
  static final class Numbers {
    private final long[] first;
    private final long of;

    private Numbers(long[] first, long of) {
      this.first = Arrays.copyOf(first, first.length);
      this.of = of;
    }

    double at(long n) {
      long rounds = n / first.length;
      return first[Math.toIntExact(n % first.length)] + (double) rounds * of;
    }
  }
}
