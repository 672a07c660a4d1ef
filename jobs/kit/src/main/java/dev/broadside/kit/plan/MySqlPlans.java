package dev.broadside.kit.plan;

import dev.broadside.core.work.Figure;
import dev.broadside.core.work.Rehearsal.LoadStatement;
import dev.broadside.core.work.database.DatabaseFigures;
import dev.broadside.kit.query.Quoting;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Plans of MySQL and MariaDB: EXPLAIN in its traditional form, which both have had for ever.
///
/// These servers plan for values, so the question has those that the rehearsal bound. If a row that
/// is looked up by a unique key is not there, they tell no plan; then other values are tried, and
/// these are the only ones if nothing was rehearsed. While it plans, the server reads such rows.
public final class MySqlPlans implements PlanSource {
  /// Values that a server turns into any type: many rows have the number 1, and the second reads as
  /// a date and as 2000. LIMIT takes no text.
  private static final List<Object> SAMPLES = List.of("1", 1L, "2000-01-01");

  /// What is cut off: no row is locked, and a comment after a semicolon is no second statement.
  private static final Pattern END =
      Pattern.compile(
          "\\s+(for\\s+(update|share)\\b[^)]*|lock\\s+in\\s+share\\s+mode)[;\\s]*$|[;\\s]+$",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern NO_PLAN =
      Pattern.compile("impossible|no matching|not found", Pattern.CASE_INSENSITIVE);

  /// Without "Using index", which comes and goes with the statistics of a table that was just
  /// loaded, while the index is the same.
  private static final Pattern PART_OF_SHAPE =
      Pattern.compile(
          "Using (index for group-by|temporary|filesort"
              + "|join buffer \\([^)]*\\)|union\\([^)]*\\)|intersect\\([^)]*\\)"
              + "|sort_union\\([^)]*\\))|Select tables optimized away|FirstMatch[^;]*|LooseScan");

  private static final Map<String, Figure> COUNTED =
      Map.of(
          "select", DatabaseFigures.SELECTS,
          "with", DatabaseFigures.SELECTS,
          "update", DatabaseFigures.UPDATES,
          "delete", DatabaseFigures.DELETES,
          "insert", DatabaseFigures.INSERTS,
          "replace", DatabaseFigures.INSERTS);

  @Override
  public void begin(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("set session lock_wait_timeout = 1, innodb_lock_wait_timeout = 1");
    }
  }

  @Override
  public Optional<String> shape(Connection connection, LoadStatement statement, Runnable asks)
      throws SQLException {
    Matcher end = END.matcher(Quoting.MYSQL.bare(statement.sql()));
    String sql = end.find() ? statement.sql().substring(0, end.start()) : statement.sql();
    try (PreparedStatement question =
        connection.prepareStatement("explain format=traditional " + sql)) {
      SQLException refused = null;
      for (List<Optional<Object>> values : values(question, statement)) {
        asks.run();
        try {
          Optional<String> shape = shape(question, values);
          if (shape.isPresent()) {
            return shape;
          }
        } catch (SQLException e) {
          refused = e;
        }
      }
      if (refused != null) {
        throw refused;
      }
      return Optional.empty();
    }
  }

  private static SequencedSet<List<Optional<Object>>> values(
      PreparedStatement question, LoadStatement statement) throws SQLException {
    int count = question.getParameterMetaData().getParameterCount();
    SequencedSet<List<Optional<Object>>> all = new LinkedHashSet<>();
    if (statement.values().size() == count) {
      all.add(statement.values());
    }
    SAMPLES.forEach(sample -> all.add(Collections.nCopies(count, Optional.of(sample))));
    return all;
  }

  private static Optional<String> shape(PreparedStatement question, List<Optional<Object>> values)
      throws SQLException {
    for (int i = 0; i < values.size(); i++) {
      if (values.get(i).isPresent()) {
        question.setObject(i + 1, values.get(i).get());
      } else {
        question.setNull(i + 1, Types.NULL);
      }
    }
    List<String> lines = new ArrayList<>();
    try (ResultSet rows = question.executeQuery()) {
      while (rows.next()) {
        String extra = Objects.requireNonNullElse(rows.getString("Extra"), "");
        if (NO_PLAN.matcher(extra).find()) {
          return Optional.empty();
        }
        lines.add(line(rows, extra));
      }
    }
    return Optional.of(String.join("\n", lines));
  }

  /// `account: const by PRIMARY (8 bytes)`.
  private static String line(ResultSet row, String extra) throws SQLException {
    StringBuilder line = new StringBuilder();
    String kind = Objects.requireNonNullElse(row.getString("select_type"), "");
    if (!kind.equals("SIMPLE")) {
      line.append(kind).append(' ').append(row.getInt("id")).append(", ");
    }
    line.append(Objects.requireNonNullElse(row.getString("table"), "no table"));
    String type = row.getString("type");
    line.append(type == null ? "" : ": " + (type.equals("ALL") ? "all rows" : type));
    String key = row.getString("key");
    if (key != null) {
      line.append(" by ").append(key).append(" (").append(bytes(row)).append(" bytes)");
    }
    String more =
        PART_OF_SHAPE
            .matcher(extra)
            .results()
            .map(found -> found.group().toLowerCase(Locale.ROOT))
            .collect(Collectors.joining("; "));
    return line + (more.isEmpty() ? "" : "; " + more);
  }

  private static String bytes(ResultSet row) throws SQLException {
    return Objects.requireNonNullElse(row.getString("key_len"), "?");
  }

  @Override
  public Optional<Figure> addsTo(LoadStatement statement) {
    return Optional.ofNullable(COUNTED.get(Quoting.MYSQL.verb(statement.sql())));
  }
}
