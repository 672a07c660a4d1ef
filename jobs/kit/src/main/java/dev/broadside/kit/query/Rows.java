package dev.broadside.kit.query;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Small queries around a run, never inside one: a whole number, a text, a column, pairs.
public final class Rows {
  /// The SQL standard's condition "no data".
  public static final String NO_DATA = "02000";

  private Rows() {}

  /// The whole number that a query gives in its first row.
  ///
  /// @throws SQLException if it gives no row
  public static long whole(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      if (!rows.next()) {
        throw new SQLException("no row came from: " + query, NO_DATA);
      }
      return rows.getLong(1);
    }
  }

  /// The text that a query gives in its first row; empty if there is no row.
  public static String text(Connection connection, String query) throws SQLException {
    return column(connection, query).stream().findFirst().orElse("");
  }

  /// The first column of a query, as texts.
  public static List<String> column(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      List<String> texts = new ArrayList<>();
      while (rows.next()) {
        texts.add(Objects.requireNonNullElse(rows.getString(1), ""));
      }
      return texts;
    }
  }

  /// The first two columns of a query, as texts; a later row wins over an earlier one of the same
  /// name.
  public static Map<String, String> pairs(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      Map<String, String> pairs = new LinkedHashMap<>();
      while (rows.next()) {
        pairs.put(
            Objects.requireNonNullElse(rows.getString(1), ""),
            Objects.requireNonNullElse(rows.getString(2), ""));
      }
      return pairs;
    }
  }

  /// Runs a statement and ignores its rows.
  public static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
