package dev.broadside.core.verdict;

import dev.broadside.core.verdict.Limit.Cause;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// Which intervals were limited, and by what most. Not safe for use by several threads.
public final class LimitTally {
  /// A bit each: a week of seconds that were all limited is 75 KB.
  private final BitSet intervals = new BitSet();

  private final Map<Cause, Met> first = new EnumMap<>(Cause.class);
  private final Map<Cause, Integer> times = new EnumMap<>(Cause.class);

  /// All of it, to be kept and taken up again.
  ///
  /// @param intervals a bit each
  public record State(byte[] intervals, Map<Cause, Met> first, Map<Cause, Integer> times) {
    public State {
      first = Map.copyOf(first);
      times = Map.copyOf(times);
    }
  }

  public record Met(int interval, Limit limit) {
    private static final Comparator<Met> ORDER =
        Comparator.comparingInt(Met::interval).thenComparing(met -> met.limit.agent());

    Met orEarlier(Met other) {
      return ORDER.compare(other, this) < 0 ? other : this;
    }
  }

  public State state() {
    return new State(intervals.toByteArray(), first, times);
  }

  /// Takes up what was kept; nothing was added before.
  public void restore(State kept) {
    intervals.or(BitSet.valueOf(kept.intervals));
    first.putAll(kept.first);
    times.putAll(kept.times);
  }

  /// Takes in what one agent met in one interval; in any order.
  public void add(int interval, List<Limit> limits) {
    if (!limits.isEmpty()) {
      intervals.set(interval);
    }
    for (Limit limit : limits) {
      first.merge(limit.cause(), new Met(interval, limit), Met::orEarlier);
      times.merge(limit.cause(), 1, Integer::sum);
    }
  }

  /// @param measured how many intervals were looked at
  public GeneratorVerdict verdict(int measured) {
    return GeneratorVerdict.of(intervals.cardinality(), measured, reason());
  }

  /// The cause met most often, as it was met first; of several the one that tells most.
  private String reason() {
    Comparator<Cause> often = Comparator.comparing(times::get);
    return times.keySet().stream()
        .max(often.thenComparing(Comparator.reverseOrder()))
        .map(first::get)
        .map(Met::limit)
        .map(limit -> "on " + limit.agent() + " " + limit.reason())
        .orElse("");
  }
}
