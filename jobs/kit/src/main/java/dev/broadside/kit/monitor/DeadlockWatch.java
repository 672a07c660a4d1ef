package dev.broadside.kit.monitor;

import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Observation;
import dev.broadside.core.work.database.DatabaseFigures;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Asks a database about its latest deadlock when there has been one, at most every ten seconds.
/// For one thread.
public final class DeadlockWatch implements Watch {
  private static final long PAUSE_NANOS = Duration.ofSeconds(10).toNanos();
  private static final String STATUS_COLUMN = "Status";

  private final String query;
  private String seen = "";
  private boolean suspected;
  private Optional<Long> askedNanos = Optional.empty();

  /// @param query whose answer is InnoDB's status; empty if the database is not asked
  public DeadlockWatch(String query) {
    this.query = query;
  }

  @Override
  public String name() {
    return "SHOW ENGINE INNODB STATUS";
  }

  @Override
  public String grant() {
    return "PROCESS";
  }

  /// A deadlock before the run does not belong to it.
  @Override
  public void connected(Connection open) throws SQLException {
    if (!query.isEmpty()) {
      latest(open).ifPresent(before -> seen = words(before));
    }
  }

  /// Asks if deadlocks were counted, or what comes before them where deadlocks are not.
  @Override
  public List<Observation> look(Connection open, Look at) throws SQLException {
    double deadlocks = at.told().applyAsDouble(DatabaseFigures.DEADLOCKS);
    double waits = at.told().applyAsDouble(DatabaseFigures.ROW_LOCK_WAITS);
    suspected |= !query.isEmpty() && (Double.isNaN(deadlocks) ? waits : deadlocks) > 0;
    boolean pause = askedNanos.filter(asked -> at.nanos() - asked < PAUSE_NANOS).isPresent();
    if (!suspected || pause) {
      return List.of();
    }
    suspected = false;
    askedNanos = Optional.of(at.nanos());
    Optional<InnoDbDeadlock> found = latest(open).filter(one -> !words(one).equals(seen));
    seen = found.map(DeadlockWatch::words).orElse(seen);
    return found.isPresent()
        ? List.of(new Observation.Explained(ErrorClass.DEADLOCK, seen))
        : List.of();
  }

  /// The moment alone is told in whole seconds.
  private static String words(InnoDbDeadlock one) {
    return one.moment() + "\n" + one.text();
  }

  private Optional<InnoDbDeadlock> latest(Connection open) throws SQLException {
    try (Statement statement = open.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      return rows.next() ? InnoDbDeadlock.latest(rows.getString(STATUS_COLUMN)) : Optional.empty();
    }
  }
}
