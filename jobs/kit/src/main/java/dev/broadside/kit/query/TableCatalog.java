package dev.broadside.kit.query;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/// Finds tables and indexes in the schema that statements without a schema name use.
public final class TableCatalog {
  /// What a statement may mean by a table's name, in the words of all drivers; each driver knows
  /// some of them. A search for fewer kinds would report a used name as free.
  private static final List<String> KINDS =
      List.of(
          "TABLE", "BASE TABLE", "VIEW", "PARTITIONED TABLE", "FOREIGN TABLE", "MATERIALIZED VIEW");

  private TableCatalog() {}

  public static boolean hasTable(Connection connection, String table) throws SQLException {
    DatabaseMetaData meta = connection.getMetaData();
    String[] kinds = KINDS.toArray(String[]::new);
    try (ResultSet rows =
        meta.getTables(
            connection.getCatalog(), connection.getSchema(), pattern(meta, table), kinds)) {
      return rows.next();
    }
  }

  public static boolean hasIndex(Connection connection, String table, String index)
      throws SQLException {
    DatabaseMetaData meta = connection.getMetaData();
    try (ResultSet rows =
        meta.getIndexInfo(
            connection.getCatalog(), connection.getSchema(), folded(meta, table), false, true)) {
      while (rows.next()) {
        if (index.equalsIgnoreCase(Objects.requireNonNullElse(rows.getString("INDEX_NAME"), ""))) {
          return true;
        }
      }
      return false;
    }
  }

  /// An index on one table.
  ///
  /// @param columns in the words of a CREATE INDEX
  public record Index(String name, String table, String columns) {
    public String sql() {
      return "create index %s on %s (%s)".formatted(name, table, columns);
    }

    /// Builds it if it does not exist.
    public void build(Connection connection) throws SQLException {
      if (!hasIndex(connection, table, name)) {
        Rows.run(connection, sql());
      }
    }
  }

  /// Drops a table if it exists.
  public static void drop(Connection connection, String table) throws SQLException {
    if (hasTable(connection, table)) {
      Rows.run(connection, "drop table " + table);
    }
  }

  /// Unquoted names are folded, and each database folds its own way.
  private static String folded(DatabaseMetaData meta, String name) throws SQLException {
    if (meta.storesUpperCaseIdentifiers()) {
      return name.toUpperCase(Locale.ROOT);
    }
    return meta.storesLowerCaseIdentifiers() ? name.toLowerCase(Locale.ROOT) : name;
  }

  private static String pattern(DatabaseMetaData meta, String name) throws SQLException {
    return folded(meta, name).replace("_", meta.getSearchStringEscape() + "_");
  }
}
