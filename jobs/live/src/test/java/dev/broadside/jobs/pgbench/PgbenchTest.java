package dev.broadside.jobs.pgbench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.param.Problem;
import dev.broadside.jobs.testkit.LiveTarget;
import dev.broadside.jobs.testkit.ServerCounts;
import dev.broadside.kit.jdbc.Target;
import dev.broadside.kit.query.Rows;
import dev.broadside.testkit.Fault;
import dev.broadside.testkit.JobTester;
import dev.broadside.testkit.TestRun;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// pgbench's scripts: the same statements as the tool's by the database's own count, and its
/// language.
class PgbenchTest {
  private static final String COUNTER = "create table counter (id int primary key, n bigint)";

  private static JobTester on(LiveTarget target) throws Exception {
    JobTester job = target.target(JobTester.of(new Pgbench()));
    assertEquals(List.of(), job.trial());
    job.prepare();
    return job;
  }

  private static Connection connect(JobTester job) throws Exception {
    return Target.of(job.values()).connect(Target.Purpose.LOAD);
  }

  /// pg_stat_statements counts a prepared COMMIT once only, so that is left to our own count.
  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "POSTGRESQL"})
  void eachTransactionHasTheStatementsOfPgbench(LiveTarget target) throws Exception {
    JobTester job = on(target);
    Map<String, Map<String, Long>> wanted =
        Map.of(
            "tpcb-like",
                Map.of("select", 1L, "update", 3L, "insert", 1L, "begin", 1L, "commit", 1L),
            "simple-update",
                Map.of("select", 1L, "update", 1L, "insert", 1L, "begin", 1L, "commit", 1L),
            "select-only",
                Map.of("select", 1L, "update", 0L, "insert", 0L, "begin", 0L, "commit", 0L));
    try (Connection connection = connect(job)) {
      for (String script : wanted.keySet()) {
        try (TestRun run = job.with("builtin", script).open()) {
          ServerCounts before = ServerCounts.read(target, connection, "pgbench_");
          run.iterate(20);
          ServerCounts grown = ServerCounts.read(target, connection, "pgbench_").minus(before);
          wanted
              .get(script)
              .forEach((kind, each) -> {
                if (target != LiveTarget.POSTGRESQL || kind.matches("select|update|insert")) {
                  assertEquals(20 * each, grown.of(kind), () -> script + " " + kind);
                }
              });
        }
      }
    }
    assertEquals(60, job.totals().transactions().ok(), () -> "" + job.totals().failures());
    assertEquals(40, job.totals().operation("commit").ok());
    job.verifyHolds();
    job.with("clean-up", "drop").cleanUp();
  }

  @ParameterizedTest
  @EnumSource
  void ownScriptsBranchStoreAndBeginTransactions(LiveTarget target) throws Exception {
    JobTester job = target.target(JobTester.of(new Pgbench()));
    try (Connection connection = connect(job)) {
      Rows.run(connection, "drop table if exists counter");
      Rows.run(connection, COUNTER);
      Rows.run(connection, "insert into counter values (1, 0), (2, 0)");
      job.with("define", "step=5")
          .with(
              "script",
              """
              \\file count.sql@3
              -- one of three ways
              \\set way case when :way is null then 0 \\
                else mod(:way + 1, 3) end
              \\if :way = 0
                start transaction;
                select n + :step as more from counter
                  where id = 1 \\gset its_
                update counter set n = :its_more where id = 1;
                end
              \\elif :way = 1
                begin; update counter set n = n + 1000 where id = 1; rollback;
              \\else
                update counter set n = n + 1 where id = 2;
                \\sleep 10 us
              \\endif
              \\file nothing.sql@0
              select 1 from counter where 'x;\\' = 'y';
              """)
          .threads(1);
      assertEquals(List.of(), job.trial());
      job.prepare();
      try (TestRun run = job.open()) {
        run.iterate(9);
      }
      assertEquals(15, Rows.whole(connection, "select n from counter where id = 1"));
      assertEquals(3, Rows.whole(connection, "select n from counter where id = 2"));
    }
    assertEquals(9, job.totals().transactions().ok(), () -> "" + job.totals().failures());
    assertEquals(3, job.totals().transactions().rolledBack());
    assertEquals(3, job.totals().operation("commit").ok());
  }

  /// A repetition begins with the variables that the first attempt found.
  @Test
  void aRepetitionSetsNothingTwice() throws Exception {
    JobTester job =
        JobTester.onH2(new Pgbench())
            .with("retry", "same")
            .with("define", "n=0")
            .with("script", "\\set n :n + 1\ninsert into counter values (:n, :client_id);");
    try (Connection connection = connect(job)) {
      Rows.run(connection, COUNTER);
      job.prepare();
      try (TestRun run = job.open()) {
        run.iterate(1);
        run.fail(Fault.DEADLOCK, "insert");
        run.iterate(2);
      }
      assertEquals(3, Rows.whole(connection, "select max(id) from counter"));
    }
    assertEquals(1, job.totals().retried());
  }

  @Test
  void aScaleThatIsDefinedBeyondThatOfTheTablesIsRefused() throws Exception {
    JobTester job = JobTester.onH2(new Pgbench());
    assertEquals(
        List.of(
            "parameter define: scale is 3 there and the tables are of scale 1; give --scale 3, or"
                + " leave it out."),
        job.with("define", "scale=3").refusals());
    assertEquals(List.of(), job.with("define", "scale=1").refusals());
    assertEquals(
        List.of(), job.with("define", "scale=3").with("script", "select :scale;").refusals());
  }

  /// As `pgbench -i --partitions=2` makes them.
  @Test
  void accountsThatTheToolHasPartitionedAreUsedAndMadeAnew() throws Exception {
    JobTester job = LiveTarget.POSTGRESQL.target(JobTester.of(new Pgbench()));
    job.with("clean-up", "drop").cleanUp();
    try (Connection connection = connect(job)) {
      for (String sql :
          List.of(
              "create table pgbench_branches (bid int, bbalance int, filler char(88))",
              "create table pgbench_tellers (tid int, bid int, tbalance int, filler char(84))",
              """
              create table pgbench_history (tid int, bid int, aid int, delta int,
                mtime timestamp, filler char(22))
              """,
              """
              create table pgbench_accounts (aid int not null, bid int, abalance int,
                filler char(84)) partition by range (aid)
              """,
              """
              create table pgbench_accounts_1 partition of pgbench_accounts
                for values from (minvalue) to (50001)
              """,
              """
              create table pgbench_accounts_2 partition of pgbench_accounts
                for values from (50001) to (maxvalue)
              """,
              "insert into pgbench_branches values (1, 0, '')",
              "insert into pgbench_tellers select i, 1, 0, '' from generate_series(1, 10) i",
              "insert into pgbench_accounts select i, 1, 0, '' from generate_series(1, 100000) i",
              "alter table pgbench_accounts add primary key (aid)")) {
        Rows.run(connection, sql);
      }
    }
    assertEquals(List.of(), job.trial());
    job.prepare();
    try (TestRun run = job.open()) {
      run.iterate(20);
    }
    assertEquals(20, job.totals().transactions().ok(), () -> "" + job.totals().failures());
    job.verifyHolds();
    job.with("fresh", "on").prepare();
    try (Connection connection = connect(job)) {
      assertEquals(
          0,
          Rows.whole(
              connection,
              "select count(*) from pg_inherits where inhparent::regclass::text"
                  + " like 'pgbench%'"));
    }
    job.cleanUp();
  }

  @Test
  void tablesOfAnotherScaleAreRefusedAndThoseOfTheToolAreUsed() throws Exception {
    JobTester job = JobTester.onH2(new Pgbench()).with("builtin", "select-only");
    try (Connection connection = connect(job)) {
      for (String table :
          List.of(
              "branches (bid int)",
              "tellers (tid int, bid int)",
              "accounts (aid int, abalance int)",
              "history (delta int)")) {
        Rows.run(connection, "create table pgbench_" + table);
      }
      Rows.run(connection, "insert into pgbench_branches values (1), (2)");
      assertEquals(
          List.of(
              "parameter scale: the tables have 2 branches, and this job has scale 1;"
                  + " give --scale 2, or --fresh to make the tables anew."),
          job.refusals());
      job.with("scale", "2").run(5);
      assertEquals(5, job.totals().operation("select pgbench_accounts").ok());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          \\set x 1 +                    ; script a.sql, line 1, column 11: a value is missing at the end. Complete it
          |\\set x :y + 1                ; script a.sql, line 2, column 8: y is not known here
          select 1 where 1 = :yy         ; script a.sql, line 1, column 20: :yy is not known here
          \\set x rundom(1, 2)           ; script a.sql, line 1, column 8: there is no function rundom. Did you mean random?
          \\set x random(1)              ; script a.sql, line 1, column 8: random does not take 1 value. Write random(low, high)
          \\sot x 1                      ; script a.sql, line 1, column 1: there is no meta command \\sot. Did you mean set?
          \\if true|select 1             ; script a.sql, line 1, column 1: \\if has no \\endif. Write one
          \\endif                        ; script a.sql, line 1, column 1: \\endif comes without an open \\if
          \\sleep soon                   ; script a.sql, line 1, column 1: \\sleep has no time
          \\startpipeline                ; script a.sql, line 1, column 1: \\startpipeline is not supported: JDBC has no pipelines
          \\gset                         ; script a.sql, line 1, column 1: there is no statement before it
          """)
  void aWrongScriptIsToldByItsPlace(String script, String sentence) {
    List<Problem> problems =
        JobTester.onH2(new Pgbench())
            .with("script", "\\file a.sql\n" + script.replace('|', '\n'))
            .check();
    assertEquals(1, problems.size(), problems::toString);
    String told = problems.getFirst().sentence();
    assertTrue(normal(told).startsWith(normal(sentence)), told);
  }

  private static String normal(String sentence) {
    return sentence.toLowerCase(java.util.Locale.ROOT).replaceAll("[.;] ", "; ");
  }
}
