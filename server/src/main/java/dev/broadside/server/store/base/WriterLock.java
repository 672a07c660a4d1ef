package dev.broadside.server.store.base;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.slf4j.LoggerFactory;

/// Makes a new connection the only one of its kind on its database, or fails.
@FunctionalInterface
public interface Claim {
  /// For readers, and where nobody else can reach the database.
  Claim NONE = _ -> {};

  /// An advisory lock of PostgreSQL on the schema. It goes with the connection, and the database's
  /// own keep-alive ends the connection of a server whose host is gone within a minute.
  Claim ADVISORY_LOCK =
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

  /// What is acknowledged has to survive a crash of the database, whatever somebody has made the
  /// default of a role or a database; `remote_apply` promises more and stays.
  private static void promiseDurability(Statement statement) throws SQLException {
    if (!shown(statement, "synchronous_commit").equals("remote_apply")) {
      statement.execute("SET synchronous_commit = on");
    }
    for (String setting : List.of("fsync", "full_page_writes")) {
      if (shown(statement, setting).equals("off")) {
        LoggerFactory.getLogger(Claim.class)
            .warn(
                "this PostgreSQL runs with {} = off: a crash of its host can destroy results that"
                    + " agents have deleted already; turn it on",
                setting);
      }
    }
  }

  private static String shown(Statement statement, String setting) throws SQLException {
    try (ResultSet row = statement.executeQuery("SHOW " + setting)) {
      return row.next() ? row.getString(1) : "";
    }
  }

  /// Somebody else has it.
  final class TakenException extends SQLException {
    private static final long serialVersionUID = 1;

    TakenException() {
      super("another Broadside server uses this database");
    }
  }
}
