package dev.broadside.kit.monitor;

import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Observation;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;

/// Asks a database about its latest deadlock when there has been one, at most every ten seconds.
/// For one thread.
final class DeadlockWatch {
  private static final long PAUSE_NANOS = Duration.ofSeconds(10).toNanos();
  private static final String STATUS_COLUMN = "Status";

  private final String query;
  private String seen = "";
  private boolean suspected;
  private Optional<Long> askedNanos = Optional.empty();

  /// @param query whose answer is InnoDB's status; empty if the database is not asked
  DeadlockWatch(String query) {
    this.query = query;
  }

  /// A deadlock before the run is none of it.
  void begin(Connection open) throws SQLException {
    if (!query.isEmpty()) {
      latest(open).ifPresent(before -> seen = before.moment());
    }
  }

  /// What the database says about a deadlock that was not told yet.
  ///
  /// @param counted whether deadlocks, or what comes before them, were counted since the last call
  Optional<Observation> look(Connection open, boolean counted, long nanos) throws SQLException {
    suspected |= counted && !query.isEmpty();
    boolean pause = askedNanos.filter(asked -> nanos - asked < PAUSE_NANOS).isPresent();
    if (!suspected || pause) {
      return Optional.empty();
    }
    suspected = false;
    askedNanos = Optional.of(nanos);
    Optional<InnoDbDeadlock> found = latest(open).filter(one -> !one.moment().equals(seen));
    found.ifPresent(one -> seen = one.moment());
    return found.map(
        one -> new Observation.Explained(ErrorClass.DEADLOCK, one.moment() + "\n" + one.text()));
  }

  private Optional<InnoDbDeadlock> latest(Connection open) throws SQLException {
    try (Statement statement = open.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      return rows.next() ? InnoDbDeadlock.latest(rows.getString(STATUS_COLUMN)) : Optional.empty();
    }
  }
}
