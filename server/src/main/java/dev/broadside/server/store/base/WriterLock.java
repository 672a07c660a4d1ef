package dev.broadside.server.store.base;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.slf4j.LoggerFactory;

/// Makes sure that a connection is the only one that writes to its database, or fails.
@FunctionalInterface
public interface WriterLock {
  /// For readers, and for a database that no other process can reach.
  WriterLock NONE = _ -> {};

  /// An advisory lock of PostgreSQL on the schema. It ends with the connection, and keep-alive ends
  /// the connection of a server whose host has failed within a minute.
  WriterLock ADVISORY_LOCK =
      connection -> {
        try (Statement statement = connection.createStatement()) {
          promiseDurability(statement);
          statement.execute("SET tcp_keepalives_idle = 20");
          statement.execute("SET tcp_keepalives_interval = 10");
          statement.execute("SET tcp_keepalives_count = 3");
          try (ResultSet got =
              statement.executeQuery(
                  """
                  SELECT pg_try_advisory_lock(
                    hashtext('broadside'), hashtext(COALESCE(current_schema(), '')))
                  """)) {
            if (!got.next() || !got.getBoolean(1)) {
              throw new TakenException();
            }
          }
        }
      };

  void on(Connection connection) throws SQLException;

  /// Acknowledged records have to survive a crash of the database, even if the default of the role
  /// or the database says otherwise. `remote_apply` promises more and stays.
  private static void promiseDurability(Statement statement) throws SQLException {
    if (!shown(statement, "synchronous_commit").equals("remote_apply")) {
      statement.execute("SET synchronous_commit = on");
    }
    for (String setting : List.of("fsync", "full_page_writes")) {
      if (shown(statement, setting).equals("off")) {
        LoggerFactory.getLogger(WriterLock.class)
            .warn(
                "this PostgreSQL runs with {} = off: a crash of its host can destroy results of"
                    + " which agents keep no copy; turn it on",
                setting);
      }
    }
  }

  private static String shown(Statement statement, String setting) throws SQLException {
    try (ResultSet row = statement.executeQuery("SHOW " + setting)) {
      return row.next() ? row.getString(1) : "";
    }
  }

  /// Another server has the lock.
  final class TakenException extends SQLException {
    private static final long serialVersionUID = 1;

    TakenException() {
      super("another Broadside server uses this database");
    }
  }
}
