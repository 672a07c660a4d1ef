package dev.broadside.core.pace;

import java.util.Arrays;
import java.util.List;

/// Which arrivals of a whole job are a share's: of each so many in a row, those at some places.
/// Immutable.
///
/// @param places ascending, each from 0 to `of - 1`; none where the share has no arrivals
/// @param of how many arrivals are a round
public record ShareTurns(List<Long> places, long of) {
  public ShareTurns {
    places = places.stream().sorted().toList();
  }

  /// Every so many-th arrival: an equal part.
  public static ShareTurns of(Share share) {
    return new ShareTurns(List.of((long) share.index()), share.of());
  }

  public boolean none() {
    return places.isEmpty();
  }

  /// Of how many arrivals of the whole one is the share's, on average.
  double every() {
    return (double) of / places.size();
  }

  /// The places by number of an arrival, where so many arrivals of the whole came before.
  Numbers after(long before) {
    long[] first =
        places.stream().mapToLong(place -> Math.floorMod(place - before, of)).sorted().toArray();
    return new Numbers(first, of);
  }

  /// Which arrival of the whole a share's n-th one is.
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
