package dev.broadside.server.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/// Makes a new connection the only one of its kind on its database, or fails.
@FunctionalInterface
interface Claim {
  /// For readers, and where nobody else can reach the database.
  Claim NONE = _ -> {};

  /// An advisory lock of PostgreSQL on the schema. It goes with the connection, and the database's
  /// own keep-alive ends the connection of a server whose host is gone within a minute.
  Claim ADVISORY_LOCK =
      connection -> {
        try (Statement statement = connection.createStatement()) {
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

  /// Somebody else has it.
  final class TakenException extends SQLException {
    private static final long serialVersionUID = 1;

    TakenException() {
      super("another Broadside server uses this database");
    }
  }
}
