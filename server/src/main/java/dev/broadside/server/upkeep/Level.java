package dev.broadside.server.upkeep;

import dev.broadside.core.load.RunAxis;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// How coarse intervals become, and when.
///
/// @param length of a rolled-up interval, as far as whole intervals fit into it
/// @param after how much older than the newest interval of the run it must be; a run that is no
///   longer than this is never rolled up
public record Level(Duration length, Duration after) {

  /// Some intervals in a row.
  ///
  /// @param from the first one
  /// @param to the one after the last
  record Stretch(int from, int to) {}

  /// How many intervals of a run become one on each level: each a multiple of the one before, so
  /// that what is rolled up can be rolled up again.
  static List<Integer> sizes(List<Level> levels, Duration interval) {
    int[] size = {1};
    return levels.stream()
        .map(level -> {
          Duration before = interval.multipliedBy(size[0]);
          size[0] *= (int) Math.max(1, level.length.dividedBy(before));
          return size[0];
        })
        .toList();
  }

  /// The first whole stretch that holds an interval or lies after it, and within one phase; empty
  /// if none does.
  static Optional<Stretch> stretch(RunAxis axis, int index, int size) {
    for (int at = index; at < axis.intervals(); ) {
      int first = axis.firstBeside(at);
      int from = first + (at - first) / size * size;
      int to = from + size;
      if (to <= axis.intervals() && axis.firstBeside(to - 1) == first) {
        return Optional.of(new Stretch(from, to));
      }
      at = from + 1;
      while (at < axis.intervals() && axis.firstBeside(at) == first) {
        at++;
      }
    }
    return Optional.empty();
  }
}
