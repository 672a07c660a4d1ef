package dev.broadside.kit.monitor;

import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.Observation;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/// Looks at what no counter of a database tells, on the connection of a [CounterMonitor]. For one
/// thread.
///
/// What the user may not do is told once, with the name and the grant, and not tried again on that
/// connection. Where the connection is out of auto-commit, the monitor ends each transaction.
public interface Watch {
  /// What people call what it asks.
  String name();

  /// What lets a user ask it; empty if users need not be told that it was refused.
  default String grant() {
    return "";
  }

  /// The figures that it has beside the counters.
  default List<Figure> figures() {
    return List.of();
  }

  /// The values of its figures since the last call, in their order.
  default double[] values() {
    return new double[0];
  }

  /// What it asked since the last call that counters count as if the load had done it, by their
  /// figures.
  default Map<Figure, Long> asked() {
    return Map.of();
  }

  /// The monitor has a new connection, on which nothing was read yet.
  default void connected(Connection open) throws SQLException {}

  /// The counters have been read.
  ///
  /// @return what it found out
  List<Observation> look(Connection open, Look at) throws SQLException;

  /// What it had to leave out by itself, each told once.
  default List<Failure> omissions() {
    return List.of();
  }

  /// One reading of the counters.
  ///
  /// @param told by figure; not a number if it is unknown
  /// @param nanos when, by the monitor's clock
  /// @param last whether the load has ended
  record Look(ToDoubleFunction<Figure> told, long nanos, boolean last) {}
}
