package dev.broadside.server.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.Outcome;
import dev.broadside.core.job.Settings;
import dev.broadside.core.report.Json;
import dev.broadside.core.study.StudyState;
import dev.broadside.server.store.NoticeTable.Row;
import dev.broadside.server.store.row.JobCode;
import dev.broadside.server.store.row.Work;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.sqlite.SQLiteDataSource;

/// Stores as earlier versions left them.
public final class EarlierLayout {
  /// What a server that knew notices of jobs alone had to tell of one, and how.
  public static final String BODY =
      """
      {"event":"ended","at":"2026-03-01T11:00:00Z","job":"run","name":"a job","definition":"run",\
      "jobClass":"noop","state":"completed","reason":"","throughput":250.0,"p95":2.0,\
      "audit":"BALANCED","generator":"OK"}\
      """;

  /// When the one is to be sent again that was sent in vain.
  public static final Instant LATER = Instant.parse("2026-03-01T14:00:00Z");

  private EarlierLayout() {}

  /// Makes a store of a layout.
  ///
  /// @param layout the number of its last migration
  static void make(DataSource source, Map<String, String> dialect, int layout) {
    Flyway.configure()
        .dataSource(source)
        .locations("classpath:dev/broadside/server/store/migrations")
        .placeholders(dialect)
        .target("" + layout)
        .load()
        .migrate();
  }

  static DataSource sqlite(Path file) {
    SQLiteDataSource source = new SQLiteDataSource();
    source.setUrl("jdbc:sqlite:" + file.toAbsolutePath());
    return source;
  }

  /// The last layout that had notices of jobs alone: one that is to be sent, one that is to be sent
  /// again, one that has arrived; and two studies, one of them over, each step of which was told
  /// of.
  public static void withNoticesOfJobs(Path file) throws SQLException {
    withNoticesOfJobs(sqlite(file), ResultStore.SQLITE);
  }

  static void withNoticesOfJobs(DataSource source, Map<String, String> dialect)
      throws SQLException {
    make(source, dialect, 21);
    try (Connection connection = source.getConnection()) {
      try (Statement statement = connection.createStatement()) {
        statement.execute(
            """
            INSERT INTO jobs
              (id, submitted_at, word, finished, spec, secrets, code, status, headline)
            VALUES ('run', 0, 'completed', 1, '', '', '', '', '')
            """);
        statement.execute(
            """
            INSERT INTO job_index
              (job_id, submitted_at, finished, word, job_class, target, folder, words)
            VALUES ('run', 0, 1, 'completed', 'noop', '', '', 'run')
            """);
      }
      notice(connection, "run.ended.ops", 0, 0, 0);
      notice(connection, "run.ended.team", 2, LATER.toEpochMilli(), 0);
      notice(connection, "run.waiting.ops", 0, 0, 1);
      study(connection, "over", new StudyState.Done(Instant.EPOCH, new Outcome.Completed()));
      study(connection, "going", new StudyState.Running());
    }
  }

  private static void notice(Connection connection, String id, int tries, long due, int done)
      throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            """
            INSERT INTO notices (id, job_id, channel, body, tries, due_at, done)
            VALUES (?, 'run', ?, ?, ?, ?, ?)
            """)) {
      insert.setString(1, id);
      insert.setString(2, id.substring(id.lastIndexOf('.') + 1));
      insert.setString(3, BODY);
      insert.setInt(4, tries);
      insert.setLong(5, due);
      insert.setInt(6, done);
      insert.execute();
    }
  }

  private static void study(Connection connection, String id, StudyState state)
      throws SQLException {
    JobSpec spec = SpecBuilder.of("noop").settings(new Settings(Map.of("notify", "ops"))).build();
    try (PreparedStatement insert =
        connection.prepareStatement(
            """
            INSERT INTO studies (id, submitted_at, finished, spec, secrets, code, plan, state)
            VALUES (?, 0, ?, ?, '', ?, ?, ?)
            """)) {
      insert.setString(1, id);
      insert.setInt(2, state instanceof StudyState.Done ? 1 : 0);
      insert.setString(3, Json.mapper().writeValueAsString(spec));
      insert.setString(
          4, Json.mapper().writeValueAsString(new JobCode("No operation", List.of("wait"), 0)));
      insert.setString(5, Json.mapper().writeValueAsString(SpecBuilder.ladder(List.of(1, 2))));
      insert.setString(6, Json.mapper().writerFor(StudyState.class).writeValueAsString(state));
      insert.execute();
    }
  }

  /// What is to be told of [#withNoticesOfJobs] is still to be told, and nothing else.
  static void assertNoticesAreThere(ResultStore store) {
    Row first = new Row("run.ended.ops", Work.job("run"), "", "ops", BODY, 0);
    Row again = new Row("run.ended.team", Work.job("run"), "", "team", BODY, 2);
    assertEquals(List.of("ops"), store.notices().dueChannels(LATER.minusMillis(1)));
    assertEquals(List.of("ops", "team"), store.notices().dueChannels(LATER));
    assertEquals(List.of(first), store.notices().due("ops", LATER, 9));
    assertEquals(List.of(again), store.notices().due("team", LATER, 9));
    assertEquals(
        List.of(Work.study("going")), store.notices().watched(), "what was over is no news");
  }
}
