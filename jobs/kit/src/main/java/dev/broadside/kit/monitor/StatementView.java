package dev.broadside.kit.monitor;

import dev.broadside.kit.query.Rows;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Where an engine tells what each form of a statement has done since it began to count. It only
/// reads.
///
/// @param name what people call it, such as `pg_stat_statements`
/// @param sql rows of a key, the text, the moment that the counts of this key begin with (any text
///   that changes when they do), and [Part]s; null for what is not kept
/// @param millis how long one unit of its times is
/// @param passing whether its rows end with the session that they are about, so that it is read as
///   often as the counters
/// @param only what users are told about counts that it lacks by its nature; empty if it lacks none
public record StatementView(String name, String sql, double millis, boolean passing, String only) {

  /// What is counted for a statement, in the order of the columns.
  enum Part {
    CALLS,
    TIME,
    LONGEST,
    ROWS,
    EXAMINED,
    TEMPORARY_TABLES,
    BLOCKS_READ
  }

  private static final int FIRST_PART = 4;

  /// The views of an engine.
  ///
  /// @param ready a query for a name and a value, which is `ON` where the views tell anything; no
  ///   row where it is not known
  /// @param absent why there is no table where it is not, and what to do
  /// @param times rows of a bound in microseconds and how many statements took less than it, and
  ///   not less than the bound before; empty if that is not kept
  public record All(List<StatementView> views, String ready, String absent, String times) {
    public static final All NONE = new All(List.of(), "", "", "");

    boolean areReady(Connection connection) throws SQLException {
      return Rows.pairs(connection, ready).values().stream().allMatch("ON"::equals);
    }
  }

  /// What a view has counted under one key.
  ///
  /// @param since changes when its counts begin anew
  /// @param parts by the order of [Part]; not a number for what is not kept
  record Counted(String text, String since, double[] parts) {
    /// Whether these counts do not go on from earlier ones.
    boolean anew(Counted earlier) {
      return !since.equals(earlier.since)
          || parts[Part.CALLS.ordinal()] < earlier.parts[Part.CALLS.ordinal()]
          || parts[Part.TIME.ordinal()] < earlier.parts[Part.TIME.ordinal()];
    }
  }

  /// What it tells now, by its keys.
  Map<String, Counted> read(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      Map<String, Counted> all = new LinkedHashMap<>();
      while (rows.next()) {
        double[] parts = new double[Part.values().length];
        for (int i = 0; i < parts.length; i++) {
          double value = rows.getDouble(FIRST_PART + i);
          parts[i] = rows.wasNull() ? Double.NaN : value;
        }
        parts[Part.TIME.ordinal()] *= millis;
        parts[Part.LONGEST.ordinal()] *= millis;
        all.put(text(rows, 1), new Counted(text(rows, 2), text(rows, 3), parts));
      }
      return all;
    }
  }

  private static String text(ResultSet rows, int column) throws SQLException {
    return Objects.requireNonNullElse(rows.getString(column), "");
  }
}
