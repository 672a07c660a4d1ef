package dev.broadside.jobs.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.jobs.testkit.LiveTarget;
import dev.broadside.jobs.testkit.ServerCounts;
import dev.broadside.kit.query.Rows;
import dev.broadside.sql.recording.LogFormat;
import dev.broadside.testkit.JobTester;
import dev.broadside.testkit.MariaDbServer;
import dev.broadside.testkit.PostgreSqlServer;
import dev.broadside.testkit.TestRun;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A load is recorded by a server's own log, and replayed on a copy of the tables: the copy then
/// equals the original, and the server has counted as many statements of each kind.
@Timeout(300)
class ReplayLiveTest {
  private static final int SESSIONS = 4;
  private static final int TRANSACTIONS = 25;
  private static final String SUM =
      "select count(*) + 1000 * sum(n) + sum(length(what)) from t where id > 0";

  @TempDir private Path folder;

  private record Origin(String url, String user, String password) {
    Connection connect() throws SQLException {
      return DriverManager.getConnection(url, user, password);
    }

    Origin copy() {
      return new Origin(url.substring(0, url.lastIndexOf('/')) + "/copy", user, password);
    }

    void run(String... statements) throws SQLException {
      try (Connection connection = connect()) {
        for (String statement : statements) {
          Rows.run(connection, statement);
        }
      }
    }

    void make() throws SQLException {
      run("create database copy");
      for (Origin one : List.of(this, copy())) {
        one.run(
            "create table t (id int not null primary key, n int not null, what varchar(2000))",
            "insert into t values (0, 0, 'first')");
      }
    }

    long sum() throws SQLException {
      try (Connection connection = connect()) {
        return Rows.whole(connection, SUM);
      }
    }
  }

  /// Each session has rows of its own, so that the order of sessions does not matter.
  private static void load(Origin origin) throws SQLException {
    List<Connection> all = new ArrayList<>();
    try {
      for (int i = 0; i < SESSIONS; i++) {
        Connection connection = origin.connect();
        connection.setAutoCommit(false);
        all.add(connection);
      }
      for (int n = 0; n < TRANSACTIONS; n++) {
        for (int i = 0; i < SESSIONS; i++) {
          transaction(all.get(i), 1_000 * (i + 1) + n, n);
        }
      }
    } finally {
      for (Connection connection : all) {
        connection.close();
      }
    }
  }

  private static void transaction(Connection connection, int id, int n) throws SQLException {
    try (PreparedStatement insert =
            connection.prepareStatement("insert into t (id, n, what) values (?, ?, ?)");
        PreparedStatement update =
            connection.prepareStatement("update t\n set n = n + ?\n where id = ?");
        PreparedStatement delete = connection.prepareStatement("delete from t where id = ?")) {
      insert.setInt(1, id);
      insert.setInt(2, n);
      insert.setString(3, "it's a \\ $1 {d 'x'} ? line\n\tand another; " + "x".repeat(10 * n));
      insert.executeUpdate();
      update.setInt(1, id);
      update.setInt(2, id);
      update.executeUpdate();
      if (n % 5 == 4) {
        delete.setInt(1, id - 2);
        delete.executeUpdate();
      }
      connection.commit();
      if (n == 0) {
        try {
          insert.executeUpdate();
        } catch (SQLException _) {
          connection.rollback();
        }
      }
    }
  }

  private Path converted(LogFormat format, Path log) throws IOException {
    List<String> lines = new ArrayList<>();
    try (Reader reader = Files.newBufferedReader(log)) {
      format.convert(
          reader,
          one -> {
            if (!one.sql().contains("general_log")) {
              lines.add(one.json());
            }
          });
    }
    return Files.write(folder.resolve("recording.ndjson"), lines);
  }

  private static JobTester replayed(Origin copy, Path recording) throws Exception {
    JobTester tester =
        JobTester.of(new Replay())
            .with("url", copy.url())
            .with("user", copy.user())
            .with("password", copy.password())
            .with("recording", recording.toString())
            .with("speed", "0")
            .threads(2);
    assertEquals(List.of(), tester.trial());
    tester.prepare();
    assertEquals(List.of(), tester.rehearse());
    try (TestRun run = tester.open()) {
      while (!run.thread(0).finished() || !run.thread(1).finished()) {
        for (int i = 0; i < 2; i++) {
          if (!run.thread(i).finished()) {
            run.iterateOn(i);
          }
        }
      }
    }
    return tester;
  }

  private static Map<String, Long> counted(Origin origin) throws SQLException {
    try (Connection connection = origin.connect()) {
      Map<String, Long> counts =
          new TreeMap<>(ServerCounts.read(LiveTarget.MARIADB, connection, "t").values());
      // Not rollbacks: the rehearsal and the end of a session roll back, too.
      counts.keySet().retainAll(List.of("insert", "update", "delete", "commit"));
      return counts;
    }
  }

  private static Map<String, Long> since(Map<String, Long> before, Map<String, Long> now) {
    Map<String, Long> grown = new TreeMap<>();
    now.forEach((name, count) -> grown.put(name, count - before.getOrDefault(name, 0L)));
    return grown;
  }

  @Test
  void theGeneralLogOfMariaDb() throws Exception {
    Path log = folder.resolve("general.log");
    MariaDbServer server = MariaDbServer.start("--general-log-file=" + log);
    Origin origin = new Origin(server.url(), MariaDbServer.USER, MariaDbServer.PASSWORD);
    origin.make();
    origin.run("set global general_log = on");
    Map<String, Long> before = counted(origin);
    load(origin);
    Map<String, Long> recorded = since(before, counted(origin));
    origin.run("set global general_log = off");

    Path recording = converted(LogFormat.MYSQL_GENERAL, log);
    before = counted(origin);
    JobTester tester = replayed(origin.copy(), recording);
    Map<String, Long> replayed = since(before, counted(origin));
    assertEquals(recorded, replayed);
    assertEquals(origin.sum(), origin.copy().sum());
    assertEquals(
        SESSIONS,
        tester.totals().figure("replay.new-errors"),
        () -> "the log does not tell that they failed then, too: " + tester.totals().failures());
  }

  @Test
  void theLogOfPostgreSql() throws Exception {
    PostgreSqlServer server =
        PostgreSqlServer.start(
            "logging_collector=on", "log_directory=" + folder, "log_filename=pg.log");
    Origin origin = new Origin(server.url(), PostgreSqlServer.USER, "");
    origin.make();
    origin.run("alter system set log_statement = 'all'", "alter system set log_duration = on");
    origin.run("select pg_reload_conf()");
    awaitLogging(origin);
    load(origin);
    origin.run("alter system set log_statement = 'none'", "select pg_reload_conf()");

    Path recording = converted(LogFormat.POSTGRESQL, folder.resolve("pg.log"));
    List<String> own =
        Files.readAllLines(recording).stream()
            .filter(line -> !line.contains("alter system") && !line.contains("pg_reload_conf"))
            .toList();
    Files.write(recording, own);
    JobTester tester = replayed(origin.copy(), recording);
    assertEquals(origin.sum(), origin.copy().sum());
    assertEquals(0, tester.totals().figure("replay.new-errors"), "" + tester.totals().failures());
    assertEquals(SESSIONS, tester.totals().figure("replay.as-recorded"));
  }

  /// Sessions that are opened from now on are logged.
  private static void awaitLogging(Origin origin) throws SQLException {
    boolean all = false;
    while (!all) {
      try (Connection connection = origin.connect()) {
        all = Rows.text(connection, "show log_statement").equals("all");
      }
    }
  }
}
