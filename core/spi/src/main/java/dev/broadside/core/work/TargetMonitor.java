package dev.broadside.core.work;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/// Watches what the target itself does while the load runs, such as the counters of a database.
///
/// The load engine has one for a whole job, on its first agent, and calls it from a thread of its
/// own: whether it is slow, hangs or throws, the load goes on, and the figures are unknown
/// meanwhile. What it opens, [#figures] and [#read] open.
public interface TargetMonitor extends AutoCloseable {
  /// The name of the parameter with which users turn it off, in job classes on databases.
  String PARAMETER = "monitor";

  /// Something that a user wants to have read of a database beside the figures of
  /// [JobClass#monitor].
  sealed interface Extra {
    /// How the ids of its figures begin, without a dot behind it, such as `mon.queue`.
    String id();

    /// The shortest time between two readings.
    Duration interval();

    /// A query of the job's own database.
    ///
    /// @param statement gives one number, or rows of a name and a number
    /// @param unit of the figures; may be empty
    record Query(String id, String statement, String unit, Duration interval) implements Extra {}

    /// The counters of a further database, such as a replica.
    ///
    /// @param address values of connection parameters that differ from the job's own, by name
    record Database(String id, Map<String, String> address, Duration interval) implements Extra {
      public Database {
        address = Map.copyOf(address);
      }

      @Override
      public String toString() {
        return "a database for " + id;
      }
    }
  }

  /// What it tells, by position: counts, sums and readings, but nothing that keeps each value.
  /// Asked once, before the load begins, and may ask the target. Their ids differ from those of all
  /// other figures.
  ///
  /// @throws Exception if they cannot be known; then nothing of it is
  List<Figure> figures() throws Exception;

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
