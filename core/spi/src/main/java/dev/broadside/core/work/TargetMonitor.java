package dev.broadside.core.work;

import java.time.Duration;
import java.util.List;

/// Watches what the target itself does while the load runs, such as the counters of a database.
///
/// The load engine has one for a whole job, on its first agent, and calls it from a thread of its
/// own: whether it is slow, hangs or throws, the load goes on, and the figures are unknown
/// meanwhile. It opens nothing before the first [#read].
public interface TargetMonitor extends AutoCloseable {
  /// The name of the parameter with which users turn it off, in job classes on databases.
  String PARAMETER = "monitor";

  /// What it tells, by position: counts, sums and readings, but nothing that keeps each value.
  /// Asked once. Their ids differ from those of all other figures.
  List<Figure> figures();

  /// The shortest time between two readings. An interval has at most one.
  Duration interval();

  /// Reads the target, connecting first if need be.
  ///
  /// @return for each figure the amount since the reading before, or the reading now; not a number
  ///   if it is unknown. Amounts are unknown in the first reading, and in each that follows a break
  ///   in the target's counters
  /// @throws Exception if nothing could be read; it is called again after a pause
  double[] read() throws Exception;

  /// The load ends: the next [#read] is the last one.
  default void ends() {}

  /// What it had to leave out since it was last asked, each in one sentence.
  default List<Failure> omissions() {
    return List.of();
  }

  /// What it found out in words since it was last asked. Called after each [#read].
  default List<Observation> observations() {
    return List.of();
  }

  @Override
  default void close() throws Exception {}
}
