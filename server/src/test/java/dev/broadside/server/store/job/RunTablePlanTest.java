package dev.broadside.server.store.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.server.store.PlainBox;
import dev.broadside.server.store.ResultStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is asked at each look at a run's charts must not read all of the run: how SQLite goes about
/// it.
final class RunTablePlanTest {
  @TempDir private Path folder;

  /// It went through every interval of the run with its document, at each look and every 5 s.
  @Test
  void whatHasChangedIsFoundByTheIndexOfEvents() {
    assertEquals(
        "SEARCH intervals USING INDEX intervals_by_event"
            + " (run_id=? AND event_id>? AND event_id<?)",
        plan(RunTable.CHANGED).replace("COVERING INDEX", "INDEX"));
  }

  /// It went through every event of the run up to the one that was asked for.
  @Test
  void firstEventOfTheNewestIntervalsIsFoundAmongThese() {
    assertEquals(
        "SEARCH intervals USING PRIMARY KEY (run_id=? AND interval_index>?)",
        plan(RunTable.FIRST_EVENT));
  }

  /// The first step, which reads the table.
  private String plan(String sql) {
    Path file = folder.resolve("broadside.db");
    ResultStore.sqlite(file, new PlainBox()).close();
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement();
        ResultSet steps = statement.executeQuery("EXPLAIN QUERY PLAN " + sql)) {
      return steps.next() ? steps.getString("detail") : "";
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }
}
