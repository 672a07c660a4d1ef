package dev.broadside.kit.plan;

import dev.broadside.core.work.Rehearsal.LoadStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// Plans of Oracle: those of the cursors that the load's own sessions use, since EXPLAIN PLAN
/// writes to a table. A statement has one as soon as it was parsed.
public final class OraclePlans implements PlanSource {
  /// As long as the texts in `v$sql` are.
  private static final int LONGEST = 1_000;

  public static final String QUESTION =
      """
      select p.depth, p.operation, p.options, p.object_name from v$sql_plan p
      join (select sql_id, child_number from v$sql
            where sql_text = ? and parsing_schema_name = sys_context('USERENV', 'CURRENT_SCHEMA')
            order by last_active_time desc fetch first 1 rows only) s
        on s.sql_id = p.sql_id and s.child_number = p.child_number
      order by p.id\
      """;

  @Override
  public void begin(Connection connection) {}

  @Override
  public Optional<String> shape(Connection connection, LoadStatement statement, Runnable asks)
      throws SQLException {
    try (PreparedStatement question = connection.prepareStatement(QUESTION)) {
      String text = connection.nativeSQL(statement.sql()).replaceAll("\\s", " ");
      question.setString(1, text.substring(0, Math.min(text.length(), LONGEST)));
      return shape(question);
    }
  }

  private static Optional<String> shape(PreparedStatement question) throws SQLException {
    List<String> lines = new ArrayList<>();
    try (ResultSet rows = question.executeQuery()) {
      while (rows.next()) {
        String step = rows.getString(2) + " " + text(rows, 3) + " " + text(rows, 4);
        lines.add(PlanSource.step(rows.getInt(1), step.replaceAll(" +", " ")));
      }
    }
    return lines.isEmpty() ? Optional.empty() : Optional.of(String.join("\n", lines));
  }

  private static String text(ResultSet row, int column) throws SQLException {
    return Objects.requireNonNullElse(row.getString(column), "");
  }
}
