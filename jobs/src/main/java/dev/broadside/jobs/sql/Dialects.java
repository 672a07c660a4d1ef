package dev.broadside.jobs.sql;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;

/// Finds the dialect of the database behind a connection.
public final class Dialects {
  private static final List<Dialect> ALL =
      List.of(
          MySqlDialect.MYSQL,
          MySqlDialect.MARIADB,
          new PostgreSqlDialect(),
          new OracleDialect(true),
          new OracleDialect(false),
          new H2Dialect());

  private Dialects() {}

  /// The dialect of the database that answers here.
  ///
  /// The version decides between MySQL and MariaDB, since Connector/J calls both "MySQL". H2 in its
  /// Oracle mode stands in for Oracle.
  ///
  /// @throws SQLException where the database is none that we know
  public static Dialect of(Connection connection) throws SQLException {
    DatabaseMetaData meta = connection.getMetaData();
    String product = meta.getDatabaseProductName().toLowerCase(Locale.ROOT);
    String version = meta.getDatabaseProductVersion().toLowerCase(Locale.ROOT);
    return switch (product) {
      case "mysql", "mariadb" ->
          version.contains("mariadb") || product.equals("mariadb")
              ? MySqlDialect.MARIADB
              : MySqlDialect.MYSQL;
      case "postgresql" -> new PostgreSqlDialect();
      case "oracle" -> new OracleDialect(true);
      case "h2" -> ofH2(connection);
      default ->
          throw new SQLException("the database " + product + " is none that Broadside knows");
    };
  }

  private static Dialect ofH2(Connection connection) throws SQLException {
    String mode =
        Rows.text(
            connection,
            "select setting_value from information_schema.settings where setting_name = 'MODE'");
    return mode.equalsIgnoreCase("oracle") ? new OracleDialect(false) : new H2Dialect();
  }

  /// The dialect with this name.
  ///
  /// @throws IllegalArgumentException where there is none
  public static Dialect named(String name) {
    return ALL.stream()
        .filter(dialect -> dialect.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no dialect " + name));
  }
}
