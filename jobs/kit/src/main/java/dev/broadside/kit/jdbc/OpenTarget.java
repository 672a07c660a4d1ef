package dev.broadside.kit.jdbc;

import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.query.Rows;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;

/// A target with a connection beside the load, before or after it, and the words of its database.
///
/// @param connection in auto-commit
public record OpenTarget(Target target, Connection connection, Dialect dialect) {

  /// A target that nobody connects to, with the words of its driver's database.
  static OpenTarget unopened(Target target) {
    Class<Connection> type = Connection.class;
    Object none =
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, _, _) -> {
              throw new SQLException("there is no connection to " + target.url());
            });
    return new OpenTarget(target, type.cast(none), target.engine());
  }

  public long whole(String query) throws SQLException {
    return Rows.whole(connection, query);
  }

  /// Runs statements and ignores their rows.
  public void run(Iterable<String> statements) throws SQLException {
    for (String statement : statements) {
      Rows.run(connection, statement);
    }
  }
}
