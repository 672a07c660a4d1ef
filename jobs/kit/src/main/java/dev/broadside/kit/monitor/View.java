package dev.broadside.kit.monitor;

import dev.broadside.core.work.Figure;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A statement that tells some counters of an engine. It only reads.
///
/// @param name what people call it, such as `v$sysstat`
/// @param sql of [Shape]
/// @param shape how values lie in its rows
/// @param grant what lets a user read it; empty if users need not be told that it is left out
/// @param costly whether it is read once a minute, and its readings are kept meanwhile
public record View(String name, String sql, Shape shape, String grant, boolean costly) {
  /// How values lie in the rows of a view.
  enum Shape {
    /// Rows of name and value; `%s` in the statement stands for the names.
    NAMES,
    /// Columns by their names. Of several rows the highest value counts.
    COLUMNS,
    /// Rows of sessions, one of them the monitor's own: how many have a state of these names.
    SESSIONS,
    /// One row, whose columns are asked for: `%s` in the statement stands for them.
    EXPRESSIONS
  }

  static View names(String name, String sql, String grant) {
    return new View(name, sql, Shape.NAMES, grant, false);
  }

  static View expressions(String name, String from, String grant) {
    return new View(name, "select %s " + from, Shape.EXPRESSIONS, grant, false);
  }

  View onceAMinute() {
    return new View(name, sql, shape, grant, true);
  }

  /// A counter that is read here.
  EngineCounter gives(Figure figure, String source) {
    return new EngineCounter(figure, this, source, 1, 0);
  }

  /// The statement that reads some counters.
  String statement(List<EngineCounter> counters) {
    String wanted =
        switch (shape) {
          case NAMES ->
              counters.stream()
                  .flatMap(View::names)
                  .distinct()
                  .collect(Collectors.joining("', '", "'", "'"));
          case COLUMNS, SESSIONS -> "";
          case EXPRESSIONS ->
              counters.stream().map(EngineCounter::source).collect(Collectors.joining(", "));
        };
    return sql.replace("%s", wanted);
  }

  private static Stream<String> names(EngineCounter counter) {
    return Arrays.stream(counter.source().split(" \\+ "));
  }

  /// Reads counters, in their units; not a number if the view does not tell them.
  double[] read(Connection connection, List<EngineCounter> counters) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(statement(counters))) {
      return switch (shape) {
        case NAMES -> named(rows, counters);
        case COLUMNS -> highest(rows, counters);
        case SESSIONS -> inState(rows, counters);
        case EXPRESSIONS -> inOrder(rows, counters);
      };
    }
  }

  private static double[] named(ResultSet rows, List<EngineCounter> counters) throws SQLException {
    Map<String, Double> values = new HashMap<>();
    while (rows.next()) {
      values.put(rows.getString(1), rows.getDouble(2));
    }
    return counters.stream()
        .mapToDouble(counter ->
            counter.factor()
                * names(counter).mapToDouble(name -> values.getOrDefault(name, Double.NaN)).sum())
        .toArray();
  }

  private static double[] highest(ResultSet rows, List<EngineCounter> counters)
      throws SQLException {
    double[] values = nothing(counters);
    while (rows.next()) {
      for (int i = 0; i < values.length; i++) {
        EngineCounter counter = counters.get(i);
        double value = value(rows, rows.findColumn(counter.source()), counter);
        values[i] = value <= values[i] ? values[i] : value;
      }
    }
    return values;
  }

  /// Who sees no session but its own may not see those of others: then nothing is known.
  private static double[] inState(ResultSet rows, List<EngineCounter> counters)
      throws SQLException {
    List<String> states = new ArrayList<>();
    while (rows.next()) {
      states.add(Objects.requireNonNullElse(rows.getString("State"), ""));
    }
    return states.size() < 2
        ? nothing(counters)
        : counters.stream()
            .mapToDouble(counter -> {
              Set<String> names = names(counter).collect(Collectors.toSet());
              return states.stream().filter(names::contains).count();
            })
            .toArray();
  }

  private static double[] inOrder(ResultSet rows, List<EngineCounter> counters)
      throws SQLException {
    double[] values = nothing(counters);
    if (rows.next()) {
      for (int i = 0; i < values.length; i++) {
        values[i] = value(rows, i + 1, counters.get(i));
      }
    }
    return values;
  }

  private static double value(ResultSet rows, int column, EngineCounter counter)
      throws SQLException {
    double value = rows.getDouble(column);
    return rows.wasNull() ? Double.NaN : counter.factor() * value;
  }

  private static double[] nothing(List<EngineCounter> counters) {
    double[] values = new double[counters.size()];
    Arrays.fill(values, Double.NaN);
    return values;
  }
}
