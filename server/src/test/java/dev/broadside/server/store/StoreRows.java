package dev.broadside.server.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import javax.sql.DataSource;

/// All that a store holds, as lines that can be held against each other.
final class StoreRows {
  private static final String HISTORY = "flyway_schema_history";

  private StoreRows() {}

  /// Every row of every table.
  static List<String> of(DataSource source) throws SQLException {
    try (Connection connection = source.getConnection()) {
      List<String> rows = new ArrayList<>();
      for (String table : tables(connection)) {
        List<String> own = lines(connection, "SELECT * FROM " + table);
        Collections.sort(own);
        own.forEach(row -> rows.add(table + ": " + row));
      }
      return rows;
    }
  }

  /// Tables and indexes with their columns, and which migrations are done.
  static List<String> layout(DataSource source) throws SQLException {
    try (Connection connection = source.getConnection()) {
      List<String> layout =
          lines(
              connection,
              sqlite(connection)
                  ? "SELECT sql FROM sqlite_master ORDER BY name"
                  : """
                  SELECT table_name, column_name, data_type, is_nullable
                  FROM information_schema.columns WHERE table_schema = 'public'
                  UNION ALL SELECT indexname, indexdef, '', '' FROM pg_indexes
                  WHERE schemaname = 'public' ORDER BY 1, 2
                  """);
      layout.addAll(
          lines(connection, "SELECT version, success FROM " + HISTORY + " ORDER BY version"));
      return layout;
    }
  }

  private static boolean sqlite(Connection connection) throws SQLException {
    return connection.getMetaData().getURL().startsWith("jdbc:sqlite");
  }

  private static List<String> tables(Connection connection) throws SQLException {
    return lines(
            connection,
            sqlite(connection)
                ? "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
                : """
                SELECT table_name FROM information_schema.tables
                WHERE table_schema = 'public' ORDER BY table_name
                """)
        .stream()
        .filter(name -> !name.startsWith("sqlite_") && !name.equals(HISTORY))
        .toList();
  }

  private static List<String> lines(Connection connection, String query) throws SQLException {
    List<String> lines = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      int columns = row.getMetaData().getColumnCount();
      while (row.next()) {
        List<String> cells = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          Object value = row.getObject(i);
          cells.add(
              value instanceof byte[] bytes
                  ? bytes.length + " bytes " + Arrays.hashCode(bytes)
                  : String.valueOf(value));
        }
        lines.add(String.join(" | ", cells));
      }
    }
    return lines;
  }
}
