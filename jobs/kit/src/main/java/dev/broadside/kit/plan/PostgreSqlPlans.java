package dev.broadside.kit.plan;

import dev.broadside.core.work.Rehearsal.LoadStatement;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// Plans of PostgreSQL: the generic plan, which needs no values, and which sessions use whose
/// statements are prepared on the server unless another one is cheaper for their values.
///
/// The connection is out of auto-commit.
public final class PostgreSqlPlans implements PlanSource {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\$(\\d{1,4})");

  /// Lines that are steps; all others say more of the step above.
  private static final Pattern STEP = Pattern.compile("\\s*(->|InitPlan|SubPlan|CTE ).*");

  @Override
  public void begin(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "select set_config('plan_cache_mode', 'force_generic_plan', true),"
              + " set_config('lock_timeout', '100ms', true)");
    }
  }

  /// `EXPLAIN (GENERIC_PLAN)` would do it in one statement, but only from version 16 on, and not by
  /// way of a driver that binds values.
  @Override
  public Optional<String> shape(Connection connection, LoadStatement statement, Runnable asks)
      throws SQLException {
    String sql = connection.nativeSQL(statement.sql());
    int values =
        PLACEHOLDER
            .matcher(sql)
            .results()
            .map(PostgreSqlPlans::number)
            .max(Integer::compare)
            .orElse(0);
    String nulls =
        values == 0 ? "" : "(" + String.join(", ", Collections.nCopies(values, "null")) + ")";
    Savepoint before = connection.setSavepoint();
    try (Statement question = connection.createStatement()) {
      question.setEscapeProcessing(false);
      question.execute("prepare broadside_plan as " + sql);
      Optional<String> shape =
          shape(question, "explain (costs off) execute broadside_plan" + nulls);
      question.execute("deallocate broadside_plan");
      connection.releaseSavepoint(before);
      return shape;
    } catch (SQLException refused) {
      connection.rollback(before);
      forget(connection, before);
      throw refused;
    }
  }

  private static int number(MatchResult placeholder) {
    return Integer.parseInt(placeholder.group(1));
  }

  /// A rollback does not undo that the statement was prepared.
  private static void forget(Connection connection, Savepoint before) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("deallocate broadside_plan");
    } catch (SQLException _) {
      connection.rollback(before);
    }
  }

  /// The server indents a step by four or six columns more than the one above it.
  private static Optional<String> shape(Statement question, String sql) throws SQLException {
    List<String> lines = new ArrayList<>();
    Deque<Integer> above = new ArrayDeque<>();
    try (ResultSet rows = question.executeQuery(sql)) {
      while (rows.next()) {
        String line = "" + rows.getString(1);
        if (lines.isEmpty() || STEP.matcher(line).matches()) {
          int column = line.length() - line.stripLeading().length();
          while (!above.isEmpty() && above.peek() >= column) {
            above.pop();
          }
          lines.add(PlanSource.step(above.size(), line.replaceFirst("^\\s*(->\\s*)?", "")));
          above.push(column);
        }
      }
    }
    return Optional.of(String.join("\n", lines));
  }
}
