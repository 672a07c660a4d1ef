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

  private final Map<Cause, Limit> first = new EnumMap<>(Cause.class);
  private final Map<Cause, Integer> times = new EnumMap<>(Cause.class);

  /// Takes in what one agent met in one interval.
  public void add(int interval, List<Limit> limits) {
    if (!limits.isEmpty()) {
      intervals.set(interval);
    }
    for (Limit limit : limits) {
      first.putIfAbsent(limit.cause(), limit);
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
        .map(limit -> "on " + limit.agent() + " " + limit.reason())
        .orElse("");
  }
}
