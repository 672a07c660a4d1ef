package dev.broadside.kit.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.jobs.testkit.LiveTarget;
import dev.broadside.kit.jdbc.Target;
import dev.broadside.kit.job.JobOutline;
import dev.broadside.kit.job.LoadedTable;
import dev.broadside.kit.job.Read;
import dev.broadside.kit.job.Transaction;
import dev.broadside.kit.job.TransactionJob;
import dev.broadside.kit.query.Rows;
import dev.broadside.testkit.JobTester;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Rows that go to a database as text arrive as they would by INSERT, or go by INSERT.
class TextLoadTest {
  private static final int ROWS = 5_013;
  private static final int CHUNK = 5_000;
  private static final List<String> WORDS =
      List.of(
          "tab\there",
          "line\nfeed",
          "return\r\n",
          "back\\slash\\",
          "\\N",
          "\\.",
          "",
          " blank ",
          "'quote\"",
          "é",
          "NULL",
          "%_",
          "\\t");

  private static String word(long number) {
    return WORDS.get((int) (number % WORDS.size()));
  }

  private static final LocalDateTime SKIPPED = LocalDateTime.of(2026, 3, 29, 2, 30, 0, 123_456_000);

  /// A job whose one table holds what is hard to write as text.
  private static final class Odd extends TransactionJob {
    /// @param longest length of the longest text, which stands in the last row
    /// @param last the time in that row
    Odd(int longest, Object last) {
      super(
          JobOutline.of("odd", "Odd", "A table.")
              .tables(
                  LoadedTable.of(
                          "odd",
                          "id whole key, word text(20), none text(5) null, amount decimal(12, 2), part real, at time")
                      .rows(
                          ROWS,
                          (row, number) ->
                              row.set(row.key())
                                  .set(number == ROWS - 1 ? "x".repeat(longest) : word(number))
                                  .setNull(Types.VARCHAR)
                                  .set(BigDecimal.valueOf(-number, 2))
                                  .set(number / 7.0)
                                  .values(number == ROWS - 1 ? last : SKIPPED)))
              .transaction("look", 1, Look::new));
    }
  }

  private static final class Look extends Transaction {
    private final Read rows = read("count", "select count(*) from {odd}");

    @Override
    protected void run() throws Exception {
      rows.whole();
    }
  }

  private static JobTester job(LiveTarget live, int longest) {
    return job(live, longest, SKIPPED);
  }

  private static JobTester job(LiveTarget live, int longest, Object last) {
    return live.target(JobTester.of(new Odd(longest, last)))
        .with("fresh", "true")
        .with("load-threads", "1");
  }

  private static Connection connect(JobTester job) throws SQLException {
    return Target.of(job.values()).connect(Target.Purpose.LOAD);
  }

  /// How many loads of text the database has seen: MariaDB counts them, and in PostgreSQL a trigger
  /// notes what statement inserts.
  private static long textLoads(LiveTarget live, Connection connection) throws SQLException {
    return live == LiveTarget.POSTGRESQL
        ? Rows.whole(connection, "select count(*) from said where words like 'copy %'")
        : Long.parseLong(
            Rows.pairs(connection, "show global status like 'Com_load'").get("Com_load"));
  }

  private static void listen(LiveTarget live, Connection connection) throws SQLException {
    if (live == LiveTarget.POSTGRESQL) {
      for (String statement :
          List.of(
              "create table if not exists said (words text)",
              "create or replace function tell() returns trigger language plpgsql as"
                  + " 'begin insert into said values (current_query()); return null; end'",
              "create or replace trigger tells before insert on odd"
                  + " for each statement execute function tell()")) {
        Rows.run(connection, statement);
      }
    }
  }

  /// The load is interrupted after its first part, so that what comes next can be seen.
  private static long loadsOfTheRest(LiveTarget live, JobTester job) throws Exception {
    job.stopAt("load odd", CHUNK);
    job.prepare();
    job.goOn();
    job.with("fresh", "false");
    try (Connection connection = connect(job)) {
      assertEquals(CHUNK, Rows.whole(connection, "select count(*) from odd"));
      listen(live, connection);
      long before = textLoads(live, connection);
      job.prepare();
      return textLoads(live, connection) - before;
    }
  }

  @ParameterizedTest
  @EnumSource(LiveTarget.class)
  void eachValueArrivesAsItIs(LiveTarget live) throws Exception {
    JobTester job = job(live, 20);
    // MariaDB's driver has batches that are faster.
    assertEquals(live == LiveTarget.MARIADB ? 0 : 1, loadsOfTheRest(live, job));
    List<String> wrong = new ArrayList<>();
    long number = 0;
    try (Connection connection = connect(job);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("select * from odd order by id")) {
      for (; row.next(); number++) {
        List<Object> wanted =
            List.of(
                number + 1,
                number == ROWS - 1 ? "x".repeat(20) : word(number),
                true,
                BigDecimal.valueOf(-number, 2),
                number / 7.0,
                SKIPPED);
        List<Object> found =
            List.of(
                row.getLong(1),
                row.getString(2),
                row.getString(3) == null,
                row.getBigDecimal(4),
                row.getDouble(5),
                row.getObject(6, LocalDateTime.class));
        if (!wanted.equals(found)) {
          wrong.add(wanted + " became " + found);
        }
      }
    }
    assertEquals(List.of(), wrong.stream().limit(20).toList());
    assertEquals(ROWS, number);
  }

  /// LOAD DATA would cut it, and warn.
  @ParameterizedTest
  @EnumSource(LiveTarget.class)
  void aTextThatIsTooLongIsRefusedAsByInsert(LiveTarget live) throws Exception {
    JobTester job = job(live, 21);
    String said = assertThrows(SQLException.class, job::prepare).getMessage();
    assertTrue(said.toLowerCase().contains("too long"), said);
    try (Connection connection = connect(job)) {
      assertEquals(CHUNK, Rows.whole(connection, "select count(*) from odd"));
    }
  }

  @ParameterizedTest
  @EnumSource(LiveTarget.class)
  void aValueThatHasNoSureTextGoesByInsert(LiveTarget live) throws Exception {
    JobTester job = job(live, 20, Timestamp.valueOf("2026-03-01 02:30:00"));
    job.prepare();
    try (Connection connection = connect(job)) {
      assertEquals(ROWS, Rows.whole(connection, "select count(at) from odd"));
    }
  }

  @Test
  void aServerThatTakesNoFilesGetsInserts() throws Exception {
    LiveTarget live = LiveTarget.MARIADB_BY_CONNECTOR_J;
    JobTester job = job(live, 20);
    try (Connection connection = connect(job)) {
      Rows.run(connection, "set global local_infile = 0");
      try {
        assertEquals(1, loadsOfTheRest(live, job)); // It is tried once.
        assertEquals(ROWS, Rows.whole(connection, "select count(*) from odd"));
      } finally {
        Rows.run(connection, "set global local_infile = 1");
      }
    }
  }

  /// Each thread is refused once, and none of them ends the load.
  @Test
  void allThreadsOfALoadTurnToInserts() throws Exception {
    JobTester job = job(LiveTarget.MARIADB_BY_CONNECTOR_J, 20).with("load-threads", "3");
    try (Connection connection = connect(job)) {
      Rows.run(connection, "set global local_infile = 0");
      try {
        job.prepare();
        assertEquals(ROWS, Rows.whole(connection, "select count(*) from odd"));
      } finally {
        Rows.run(connection, "set global local_infile = 1");
      }
    }
  }

  /// A hostile server may ask for any file as its answer to anything.
  @Test
  void noFileOfTheHostIsSent(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("secret"), "secret");
    JobTester job = job(LiveTarget.MARIADB_BY_CONNECTOR_J, 20);
    try (Connection connection = connect(job)) {
      Rows.run(connection, "create or replace table stolen (words varchar(100))");
      String steal = "load data local infile '" + file + "' into table stolen";
      assertThrows(SQLException.class, () -> Rows.run(connection, steal));
      assertEquals(0, Rows.whole(connection, "select count(*) from stolen"));
    }
  }
}
