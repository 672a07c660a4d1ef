package dev.broadside.jobs.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Iteration;
import dev.broadside.core.work.JobThread;
import dev.broadside.kit.query.Rows;
import dev.broadside.testkit.JobTester;
import dev.broadside.testkit.TestRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Recordings that are played on H2.
class ReplayTest {
  @TempDir private Path folder;
  private final String url = JobTester.h2(";DB_CLOSE_DELAY=-1");

  private JobTester tester(String recording) throws Exception {
    return JobTester.of(new Replay())
        .with("url", url)
        .with("recording", Files.writeString(folder.resolve("r.ndjson"), recording).toString())
        .with("speed", "0");
  }

  private void run(String sql) throws Exception {
    try (Connection connection = DriverManager.getConnection(url)) {
      Rows.run(connection, sql);
    }
  }

  private static void playAll(TestRun run, int threads) throws Exception {
    boolean played = true;
    while (played) {
      played = false;
      for (int i = 0; i < threads; i++) {
        if (!run.thread(i).finished()) {
          run.iterateOn(i);
          played = true;
        }
      }
    }
  }

  @Test
  void sessionsAreSharedOutAndEachPlaysInItsOrderOnAConnectionOfItsOwn() throws Exception {
    run("create table t (n int primary key, who varchar(10))");
    StringBuilder recording = new StringBuilder();
    for (int session = 0; session < 5; session++) {
      recording.append(
          """
          {"session": "%1$d", "at": %1$d, "sql": "set @who = 's%1$d'"}
          {"session": "%1$d", "at": %1$d, "sql": "insert into t values (%1$d, @who)"}
          {"session": "%1$d", "at": %1$d, "sql": "update t set who = who || '!' where n = %1$d"}
          {"session": "%1$d", "at": %1$d, "sql": "select * from t where n = %1$d"}
          """
              .formatted(session));
    }
    JobTester tester = tester(recording.toString()).threads(2);
    assertEquals(List.of(), tester.trial());
    tester.prepare();
    assertEquals(List.of(), tester.rehearse());
    try (TestRun run = tester.open()) {
      assertEquals(5, run.gauge(Replay.LEFT));
      playAll(run, 2);
      assertEquals(0, run.gauge(Replay.LEFT));
    }
    assertEquals(25, tester.totals().transactions().ok(), () -> "" + tester.totals().failures());
    assertEquals(5, tester.totals().operation("connect").ok());
    assertEquals(5, tester.totals().operation("statement 2").ok());
    assertEquals(10, tester.totals().rowsWritten());
    assertEquals(5, tester.totals().rowsRead());
    try (Connection connection = DriverManager.getConnection(url)) {
      assertEquals(5, Rows.whole(connection, "select count(*) from t where who = 's' || n || '!'"));
    }
  }

  @Test
  void errorsThatTheRecordingDidNotHaveAreToldApart() throws Exception {
    run("create table t (n int primary key)");
    JobTester tester =
        tester(
            """
            {"session": "1", "at": 0, "sql": "insert into t values (1)"}
            {"session": "1", "at": 1, "sql": "insert into t values (1)", "error": "duplicate"}
            {"session": "1", "at": 2, "sql": "insert into t values (2)", "error": "duplicate"}
            {"session": "1", "at": 3, "sql": "select * from gone"}
            {"session": "1", "at": 4, "sql": "insert into t values (3)"}
            """);
    tester.prepare();
    try (TestRun run = tester.open()) {
      playAll(run, 1);
    }
    assertEquals(1, tester.totals().figure("replay.as-recorded"));
    assertEquals(1, tester.totals().figure("replay.no-longer"));
    assertEquals(1, tester.totals().figure("replay.new-errors"));
    assertEquals(1, tester.totals().operation("failed as recorded").ok());
    assertEquals(1, tester.totals().transactions().failed());
    assertEquals(5, tester.totals().transactions().ok());
    assertEquals(
        List.of(ErrorClass.OTHER),
        tester.totals().failures().stream().map(one -> one.errorClass()).toList());
  }

  @Test
  void whatMayChangeMoreThanRowsIsRefusedUnlessTheUserConsents() throws Exception {
    String recording = "{\"session\": \"1\", \"at\": 0, \"sql\": \"create table t (n int)\"}\n";
    assertEquals(
        List.of(
            "parameter recording: 1 of its statements may change more than rows of this database,"
                + " such as line 1: create table t (n int); take them out, or give --any-statement"
                + " on a copy."),
        tester(recording).refusals());
    JobTester consented = tester(recording).with("any-statement", "true");
    assertEquals(List.of(), consented.refusals());
    consented.prepare();
    try (TestRun run = consented.open()) {
      playAll(run, 1);
    }
    run("insert into t values (1)");
  }

  @Test
  void aFileThatIsNoneIsRefusedWithItsLine() throws Exception {
    List<String> refusals = tester("{\"session\": \"1\"}").refusals();
    assertEquals(1, refusals.size());
    assertTrue(
        refusals.getFirst().contains("line 1 is no statement of a recording: it has no \"at\""),
        refusals.getFirst());
    assertEquals(
        List.of("parameter recording: it has no statements; convert a log that has some."),
        tester("").refusals());
    assertFalse(tester("").with("recording", "/no/such/file").refusals().isEmpty());
  }

  @Test
  void pausesAreThoseOfTheRecordingDividedByTheSpeed() throws Exception {
    JobTester tester =
        tester(
                """
                {"session": "1", "at": 1000, "sql": "values 1", "took": 400}
                {"session": "1", "at": 3000, "sql": "values 2"}
                {"session": "1", "at": 4000, "sql": "values 3", "error": "no"}
                """)
            .with("speed", "2");
    tester.prepare();
    List<Long> pauses = new ArrayList<>();
    try (TestRun run = tester.open()) {
      JobThread thread = run.thread(0);
      Iteration plain = Iteration.unmeasured(tester.values(), new SplittableRandom(1));
      while (!thread.finished()) {
        thread.iterate(new Pausing(plain, pauses));
      }
    }
    assertEquals(3, pauses.size(), "after the connect and two statements");
    assertEquals(0, pauses.get(0), "the first session begins with the recording");
    assertEquals(800_000_000, pauses.get(1));
    assertTrue(pauses.get(2) <= 500_000_000 && pauses.get(2) > 400_000_000, "" + pauses);
  }

  /// Notes the pauses.
  private record Pausing(Iteration iteration, List<Long> pauses) implements Iteration {
    @Override
    public void pauseAfter(long nanos) {
      pauses.add(nanos);
    }

    @Override
    public dev.broadside.core.param.ParameterValues values() {
      return iteration.values();
    }

    @Override
    public java.util.random.RandomGenerator random() {
      return iteration.random();
    }
  }
}
