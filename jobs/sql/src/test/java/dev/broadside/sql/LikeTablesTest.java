package dev.broadside.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Verification.Check;
import dev.broadside.testkit.Fault;
import dev.broadside.testkit.JobTester;
import dev.broadside.testkit.TestRun;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tables that are alike, batches, fragments, prefixes, pauses and figures in checks, on H2.
class LikeTablesTest {
  private static final String SEEN =
      """
      job-class: test
      tables:
        seen: {create: "create table seen (id ${whole} not null, what ${text(200)})"}
      """;

  private final String url = JobTester.h2(";DB_CLOSE_DELAY=-1");
  private Connection connection;

  @BeforeEach
  void connect() throws SQLException {
    connection = DriverManager.getConnection(url);
  }

  @AfterEach
  void close() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("shutdown");
    }
    connection.close();
  }

  private JobTester tester(String text) {
    return JobTester.of(YamlClasses.job(text)).with("url", url);
  }

  private List<String> rows(String query) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      while (result.next()) {
        rows.add(result.getString(1));
      }
    }
    return rows;
  }

  @Test
  void aStatementDrawsItsTable() throws Exception {
    String text =
        """
        job-class: test
        parameters: {tables: 3}
        tables:
          sbtest:
            copies: tables
            create: create table sbtest${copy} (id ${whole} not null primary key, k ${whole})
            rows: 4
            columns: {id: row, k: copy * 10}
            indexes: {k: k}
        statements:
          change: {sql: "update sbtest{n} set k = k + 1 where id = 1", rows: 1}
          read: {sql: "select k from sbtest{n} where id = 4", into: k}
          all: select * from sbtest{n} where id = :k
        transactions: {t: {do: [set: {n: "uniform(1, tables)"}, change, read, all]}}
        """;
    tester(text).threads(2).run(30);
    assertEquals(
        List.of("10", "20", "30"),
        rows(
            "select k from sbtest1 where id = 2 union all"
                + " select k from sbtest2 where id = 2 union all select k from sbtest3 where id = 2"));
    String changed =
        "select sum(k) - 60 from (select k from sbtest1 where id = 1 union all select k from sbtest2"
            + " where id = 1 union all select k from sbtest3 where id = 1)";
    assertEquals(List.of("30"), rows(changed));
    assertEquals(
        List.of("job class test: there are to be 0 tables that are alike; give 1 to 1,000."),
        tester(text).with("tables", "0").refusals());
    JobTester tooMany = tester(text.replace("uniform(1, tables)", "tables + 1"));
    tooMany.prepare();
    try (TestRun run = tooMany.open()) {
      run.iterate(1);
    }
    Failure failure = tooMany.totals().failures().getFirst();
    assertEquals(ErrorClass.JOB_CODE, failure.errorClass());
    assertEquals("there is no table number 4: there are 3", failure.message());
    JobTester last = tester(text).with("clean-up", "drop");
    last.run(1);
    last.cleanUp();
    assertEquals(
        List.of(),
        rows("select table_name from information_schema.tables where table_name like 'SBTEST%'"));
  }

  @Test
  void aBatchIsOneOperationWithDrawsForEachRow() throws Exception {
    JobTester tester =
        tester(
            SEEN
                + """
                figures: {noted: {kind: sum}}
                statements:
                  note:
                    sql: insert into seen (id, what) values (:id, :what)
                    with: {id: sequence(1), what: "letters(3)"}
                    batch: 5 + attempt
                    rows: 5
                transactions: {t: {do: [note, {add: {noted: rows}}]}}
                checks: {all: {query: select count(distinct id) from seen, equals: noted}}
                """);
    tester.run(4);
    assertEquals(4, tester.totals().operation("note").ok());
    assertEquals(20, tester.totals().rowsWritten());
    tester.verifyHolds();
    JobTester none =
        tester(
            SEEN
                + "statements: {n: {sql: delete from seen, batch: 0}}\ntransactions: {t: {do: n}}\n");
    none.prepare();
    try (TestRun run = none.open()) {
      run.iterate(1);
    }
    assertEquals(
        "a batch is to have 0 rows, and can have 1 to 10,000",
        none.totals().failures().getFirst().message());
  }

  @Test
  void aRowOfABatchThatFailsLeavesNothingForTheNextBatch() throws Exception {
    JobTester tester =
        tester(
            SEEN
                + """
                statements:
                  note: {sql: insert into seen (id) values (:id), with: {id: "1 / (sequence(0) - 2)"}, batch: 4}
                transactions: {t: {do: note}}
                """);
    tester.prepare();
    try (TestRun run = tester.open()) {
      run.iterate(2);
    }
    assertEquals("division by zero", tester.totals().failures().getFirst().message());
    assertEquals(List.of("4"), rows("select count(*) from seen"));
  }

  @Test
  void checksUseFiguresAndTheTransactionsOfAKind() throws Exception {
    String text =
        """
        job-class: test
        tables:
          seen: {create: create table seen (id int), rows: 1, columns: {id: 7}}
        figures: {moved-far: {kind: sum}, steps: {kind: count}}
        before: {total: select sum(id) from seen}
        statements: {note: insert into seen (id) values (:id)}
        transactions:
          deposit: {do: [{set: {id: "uniform(1, 9)"}}, note, {add: {moved-far: id, steps: 2}}]}
          refund: {do: [{set: {id: 5}}, note, {add: {moved-far: id}}, {if: chance(50), then: rollback}]}
        checks:
          the sum: {query: select sum(id) from seen, equals: total + moved_far}
          the steps: {query: select count(*) * 2 from seen, equals: 2 * transactions.refund + steps + 2}
          the rows: {query: select count(*) from seen, equals: transactions.deposit + transactions.refund + 1}
          of the query: {query: "select count(*) - :transactions.refund - :transactions.deposit from seen", equals: 1}
          at most: {query: select count(*) from seen, between: [0, transactions.deposit + transactions.ok]}
        """;
    JobTester tester = tester(text);
    tester.prepare();
    try (TestRun run = tester.open()) {
      run.iterate(40);
      assertTrue(tester.totals().figure("done.refund") > 0);
      assertTrue(tester.totals().transactions().rolledBack() > 0);
      tester.verifyHolds();
      while (tester.totals().transactions().uncertain() == 0) {
        run.fail(Fault.ANSWER_LOST, 2);
        run.iterate(1);
      }
    }
    assertEquals(1, tester.totals().transactions().uncertain());
    Check sum = tester.verify().checks().getFirst();
    assertTrue(sum.unchecked() && sum.evidence());
    assertEquals(
        "uncertain transactions: 1; what they would have added is not known", sum.detail());
  }

  @Test
  void aFailureThatMayHaveCommittedAPartLeavesACheckOfFiguresOpen() throws Exception {
    JobTester tester =
        tester(
            SEEN
                + """
                figures: {noted: {kind: count}}
                statements: {note: insert into seen (id) values (1)}
                transactions: {t: {do: [note, {add: {noted: rows}}, commit, {fail: no luck}]}}
                checks: {all: {query: select count(*) from seen, equals: noted}}
                """);
    tester.prepare();
    try (TestRun run = tester.open()) {
      run.iterate(1);
    }
    assertEquals(
        "failed transactions: 1; what they had committed before is not added",
        tester.verify().checks().getFirst().detail());
  }

  @Test
  void aPauseAfterATransactionIsNoPartOfIt() throws Exception {
    JobTester tester =
        tester(
            """
            job-class: test
            statements: {one: select 1}
            transactions: {t: {do: [one, pause-after: 2.5]}}
            """);
    tester.run(3);
    assertEquals(7_500_000, tester.totals().pausedNanos());
  }

  @Test
  void aFragmentIsRepeatedInAnyText() throws Exception {
    String text =
        """
        job-class: test
        parameters: {days: 3}
        constants: {begin: date('2026-02-27')}
        fragments:
          columns: {repeat: days, as: day, text: "c${day} ${text(10)}"}
          dates: {repeat: days, as: day, with: {at: begin + day}, text: "('${at}')", between: "\\n, "}
          none: {repeat: 0, text: never}
        setup: ["create table dates (d date primary key)", "insert into dates values ${dates}"]
        tables:
          wide: {create: "create table wide (${columns}, id int primary key ${none})", rows: 1, columns: {c3: "'x'", id: 1}}
        statements: {one: select c3 from wide}
        transactions: {t: {do: one}}
        """;
    tester(text).run(1);
    assertEquals(
        List.of("2026-02-28", "2026-03-01", "2026-03-02"), rows("select d from dates order by d"));
    assertEquals(List.of("x"), rows("select c3 from wide where c1 is null and c2 is null"));
    assertEquals(
        List.of(
            "job class test: a fragment is to be repeated 10,001 times, and can be 0 to 10,000"
                + " times; give parameters with which it has a value."),
        tester(text).with("days", "10001").refusals());
  }

  @Test
  void aPrefixStandsBeforeTheTables() throws Exception {
    String text =
        """
        job-class: test
        tables:
          seen:
            create: create table ${prefix}seen (id ${whole} primary key, n int)
            rows: 2
            columns: {id: row, n: 0}
            indexes: {seen_n: n}
        statements: {note: "update ${prefix}seen set n = n + 1"}
        transactions: {t: {do: note}}
        """;
    JobTester first = tester(text).with("table-prefix", "a_").with("clean-up", "drop");
    first.run(2);
    tester(text).run(1);
    assertEquals(List.of("2"), rows("select max(n) from a_seen"));
    assertEquals(List.of("1"), rows("select max(n) from seen"));
    first.cleanUp();
    assertThrows(SQLException.class, () -> rows("select 1 from a_test_load"));
    assertEquals(List.of("2"), rows("select count(*) from seen"));
    assertThrows(
        AssertionError.class,
        () ->
            tester(SEEN + "statements: {a: select 1 from seen}\ntransactions: {t: {do: a}}\n")
                .with("table-prefix", "a_")
                .values());
  }

  @Test
  void whereThereIsNothingToDoNothingIsDone() throws Exception {
    JobTester tester =
        tester(
            SEEN
                + """
                setup: [{h2: nothing, default: create extension x}]
                cleanup: [{h2: nothing, default: drop extension x}]
                statements:
                  hint: {sql: {h2: nothing, default: analyze}, rows: 1}
                  note: insert into seen (id) values (:seen)
                transactions: {t: {do: [hint, {set: {seen: rows}}, note]}}
                """);
    JobTester last = tester.with("clean-up", "drop");
    last.run(2);
    assertEquals(List.of("0", "0"), rows("select id from seen"));
    assertEquals(0, tester.totals().operation("hint").ok());
    last.cleanUp();
  }

  @Test
  void kindsOfTransactionsAreTimedBesideAFeed() throws Exception {
    JobTester tester =
        JobTester.of(
                YamlClasses.job(
                    """
                    job-class: test
                    feeds: {f: {file: f.csv}}
                    statements: {one: "select :f.id", two: select 2}
                    transactions: {a: {do: [next: f, one]}, b: {weight: 0, do: two}}
                    """,
                    Map.of("f.csv", "id\n1\n2\n3\n")))
            .with("url", url);
    tester.run(2);
    assertTrue(tester.totals().figure("transaction.a") > 0);
    assertEquals(0, tester.totals().figure("transaction.b"));
  }

  @Test
  void tablesDrawsFragmentsAndValuesThatNothingUsesAreWarnings() {
    String text =
        """
        job-class: test
        fragments: {f: {repeat: 2, text: x}}
        tables:
          a: {create: create table a (id int)}
          b: {create: create table b (id int references a)}
          c: {name: d, create: create table d (id int)}
        statements: {s: {sql: "select :x from d", with: {x: 1, y: 2}}}
        transactions: {set: {do: [{set: {z: 1}}, {if: 1 = 1, then: {set: {w: 2}}}, s]}}
        """;
    String mend = " is never used; use it, or take it out.";
    assertEquals(
        List.of(
            "file test.yaml, line 2, column 13: the fragment f" + mend,
            "file test.yaml, line 5, column 3: the table b" + mend,
            "file test.yaml, line 7, column 56: the value y" + mend,
            "file test.yaml, line 8, column 34: the value z" + mend,
            "file test.yaml, line 8, column 67: the value w" + mend),
        YamlClasses.file(text).review().unused().stream().map(one -> one.sentence()).toList());
  }
}
