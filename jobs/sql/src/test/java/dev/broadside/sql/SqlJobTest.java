package dev.broadside.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.param.Problem;
import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Verification.Verdict;
import dev.broadside.kit.query.RefusedStatement;
import dev.broadside.sql.file.YamlClass;
import dev.broadside.sql.file.YamlClassReader;
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
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What the keys of a YAML job class do, on H2.
class SqlJobTest {
  private static final String HEAD =
      """
      job-class: test
      tables:
        seen:
          create: create table seen (id ${whole} not null, what ${text(200)})
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
  void aClassThatHasStatementsOfSetupAndNoTablesIsPrepared() throws Exception {
    JobTester tester =
        JobTester.onH2(
            YamlClasses.job(
                """
                job-class: plain
                setup: [create table plain (id int primary key), insert into plain values (1)]
                statements: {look: select id from plain}
                transactions: {t: {do: look}}
                """));
    tester.run(1);
    assertEquals(1, tester.totals().rowsRead());
  }

  @Test
  void conditionsAndLoopsAreBounded() throws Exception {
    JobTester tester =
        tester(
            HEAD
                + """
                statements:
                  note: insert into seen (id, what) values (:id, :what)
                  ids: {sql: select id from seen order by id, into: found, at-most: 2}
                transactions:
                  t:
                    do:
                      - set: {id: 0, what: "'while'"}
                      - while: id < 100
                        at-most: 3
                        do: [set: {id: id + 1}, note]
                      - repeat: 2
                        as: id
                        do: [set: {what: "'repeat'"}, note]
                      - each: ids
                        do: [set: {id: found, what: "'each'"}, note]
                      - if: rows = 1 and id = 1
                        then: [set: {what: "'then'"}, note]
                        else: [set: {what: "'else ' || id"}, note]
                """);
    tester.run(1);
    assertEquals(
        List.of("each", "each", "repeat", "repeat", "then", "while", "while", "while"),
        rows("select what from seen order by what"));
    assertEquals(8, tester.totals().rowsWritten());
    assertEquals(5, tester.totals().rowsRead(), "a loop reads all rows and takes two");
  }

  @Test
  void aSequenceNumbersEachIterationOnceOverAllThreads() throws Exception {
    JobTester tester =
        tester(
                HEAD
                    + """
                    statements:
                      note: {sql: "insert into seen (id) values (:id)", with: {id: sequence(100)}}
                    transactions: {t: {do: note}}
                    """)
            .threads(3);
    tester.run(30);
    assertEquals(
        "30", rows("select count(distinct id) from seen where id between 100 and 129").getFirst());
  }

  @Test
  void ownDrawsOnlyFromTheThreadsSlice() throws Exception {
    JobTester tester =
        tester(
                HEAD
                    + """
                    statements:
                      note: insert into seen (id, what) values (:id, :what)
                    transactions: {t: {do: [set: {id: "own(1, 30)", what: thread}, note]}}
                    """)
            .threads(3);
    tester.run(300);
    assertEquals(
        List.of("0 1 10", "1 11 20", "2 21 30"),
        rows(
            "select what || ' ' || min(id) || ' ' || max(id) from seen group by what order by"
                + " what"));
  }

  @Test
  void rowsOfAFeedComeOnceOverAllThreadsAndThenNoMore() throws Exception {
    JobTester tester =
        JobTester.of(
                YamlClasses.job(
                    HEAD
                        + """
                        feeds: {f: {file: f.csv}}
                        statements:
                          note: insert into seen (id, what) values (:f.id, :f.what)
                        transactions: {t: {do: [next: f, note]}}
                        """,
                    Map.of("f.csv", "id,what\n1,\"a, \"\"b\"\"\"\n2,c\n3,d\n")))
            .with("url", url)
            .threads(2);
    tester.prepare();
    try (TestRun run = tester.open()) {
      assertEquals(3, run.gauge(0));
      run.iterate(2);
      assertFalse(run.thread(0).finished(), "it has the third row");
      assertTrue(run.thread(1).finished());
      assertEquals(0, run.gauge(0));
      run.iterate(1);
      assertTrue(run.thread(0).finished());
      run.iterate(1);
    }
    assertEquals(List.of("a, \"b\"", "c", "d"), rows("select what from seen order by id"));
    assertEquals(ErrorClass.RESOURCE_EXHAUSTED, tester.totals().failures().getFirst().errorClass());
    assertEquals(
        "all 3 rows of feed f are used up; add rows, shorten the run, or give the feed order:"
            + " round",
        tester.totals().failures().getFirst().message());
  }

  @Test
  void rowsOfAQueryAreReadOnceAndMustComeInOneOrder() throws Exception {
    JobTester tester =
        tester(
                HEAD
                    + """
                    before: {n: select count(*) from seen}
                    feeds:
                      f:
                        query: select id, upper(what) from seen where id < 3 + :n order by id
                        columns: [id, what]
                      any: {query: select id from seen, columns: [id], order: random}
                    statements:
                      note: insert into seen (id, what) values (:f.id + 100 * :any.id, :f.what)
                    transactions: {t: {do: [next: f, next: any, note]}}
                    """)
            .threads(2);
    tester.prepare();
    rows("select count(*) from seen");
    try (Statement statement = connection.createStatement()) {
      statement.execute("insert into seen values (1, 'a'), (2, 'b')");
    }
    tester.prepare();
    assertEquals(
        Optional.of("2 rows"),
        tester.facts().text("data.feed.f").map(text -> text.substring(0, 6)));
    try (TestRun run = tester.open()) {
      assertFalse(run.thread(0).finished());
      assertFalse(run.thread(1).finished());
      run.iterate(2);
      assertTrue(run.thread(0).finished() && run.thread(1).finished());
    }
    assertEquals(List.of("A", "B"), rows("select what from seen where id > 100 order by what"));
    try (Statement statement = connection.createStatement()) {
      statement.execute("update seen set what = 'z' where id = 2");
    }
    String told = assertThrows(RefusedStatement.class, tester::open).getMessage();
    assertTrue(told.contains("order its rows by a key"), told);
  }

  @Test
  void aFeedHasAFileOrAQueryWithNames() {
    for (String feed :
        List.of("{order: once}", "{file: a.csv, query: select 1}", "{query: select 1}")) {
      String file =
          HEAD
              + "feeds: {f: "
              + feed
              + "}\nstatements: {one: select 1}\ntransactions: {t: {do: [next: f, one]}}\n";
      assertInstanceOf(
          YamlClass.Reading.Bad.class,
          YamlClassReader.read("t.yaml", file, _ -> Optional.of("id\n1\n")),
          feed);
    }
  }

  @Test
  void rowsWhoseLastQuoteIsMissingAreToldAndNotLeftOut() {
    String file =
        HEAD
            + "feeds: {f: {file: f.csv}}\n"
            + "statements: {one: select 1}\n"
            + "transactions: {t: {do: one}}\n";
    YamlClass.Reading reading =
        YamlClassReader.read("t.yaml", file, _ -> Optional.of("id,what\n1,a\n2,\"b\n3,c\n"));
    assertEquals(
        List.of(
            "file t.yaml, line 5, column 19: f.csv: the quote in line 3 is not closed; mend that"
                + " line."),
        ((YamlClass.Reading.Bad) reading).problems().stream().map(Problem::sentence).toList());
  }

  @Test
  void aMarkBeforeTheTextOfAFileIsNoPartOfIt() throws Exception {
    String file =
        "\uFEFF"
            + HEAD
            + """
            feeds: {f: {file: f.csv}}
            statements:
              note: insert into seen (id, what) values (:f.id, :f.what)
            transactions: {t: {do: [next: f, note]}}
            """;
    assertTrue(YamlClassReader.isOne(file));
    JobTester tester =
        JobTester.of(YamlClasses.job(file, Map.of("f.csv", "\uFEFFid,what\n1,a\n")))
            .with("url", url);
    tester.run(1);
    assertEquals(List.of("a"), rows("select what from seen"));
  }

  @Test
  void whatParametersMakeOfTheFileIsToldBeforeAnythingStarts() throws Exception {
    String end =
        """
            columns: {id: row, what: "'x'"}
            rows: RATIO * 10
        statements: {one: select 1}
        transactions: {t: {do: one}}
        """;
    String whole = "parameters: {n: 1}\n" + HEAD + end.replace("RATIO", "(n - 6)");
    assertEquals(
        List.of(
            "job class test: a table is to have -50 rows; give a parameter that makes it 0 or"
                + " more."),
        tester(whole).with("n", "1").refusals());
    String ratio = "parameters: {n: 1}\n" + HEAD + end.replace("RATIO", "1 / n");
    assertEquals(
        List.of(
            "job class test: file test.yaml, line 7, column 11: division by zero;"
                + " give parameters with which it has a value."),
        tester(ratio).with("n", "0").refusals());
    String decimal = "parameters: {n: 1.0}\n" + HEAD + end.replace("RATIO", "n");
    assertEquals(
        List.of(
            "job class test: file test.yaml, line 7, column 11: 1.0E31 is not a whole number of 64"
                + " bits; give parameters with which it has a value."),
        tester(decimal).with("n", "1e30").refusals());
  }

  @Test
  void aTextThatTheEngineLacksIsToldByLineBeforeAnythingIsMade() throws Exception {
    JobTester tester =
        tester(
            """
            job-class: test
            tables:
              made: {create: "create table made (id ${whole} not null)"}
              seen:
                create: {oracle: "create table seen (id number)"}
            before: {n: {mysql: select 1}}
            figures:
              rows: {kind: last, query: {oracle: select 1 from dual}}
            statements: {one: select 1}
            transactions: {t: {do: one}}
            """);
    String missing = ": there is no text for h2; give one under h2 or default.";
    assertEquals(
        List.of(
            "test.yaml line 6" + missing,
            "test.yaml line 5" + missing,
            "test.yaml line 8" + missing),
        tester.refusals());
    assertEquals(
        List.of("0"),
        rows("select count(*) from information_schema.tables where table_schema = 'PUBLIC'"));
  }

  @Test
  void aTableThatIsCreatedUnderAnotherNameThanItsKeyIsToldBeforeAnythingIsMade() throws Exception {
    String file =
        """
        job-class: test
        parameters: {n: 2}
        tables:
          account:
            create: create table if not exists "acount" (id ${whole} not null)
            rows: n
            columns: {id: row}
        statements: {one: select 1}
        transactions: {t: {do: one}}
        """;
    assertEquals(
        List.of(
            "test.yaml line 5: the statement creates the table \"acount\", but the file calls it"
                + " account; let it create account, or write name: \"acount\"."),
        tester(file).refusals());
    assertEquals(List.of(), tester(file.replace("\"acount\"", "public.Account")).refusals());
    String named = file.replace("    rows", "    name: acount\n    rows");
    assertEquals(List.of(), tester(named).refusals());
  }

  @Test
  void whatNothingInTheFileNeedsIsAWarning() {
    YamlClass file =
        YamlClasses.file(
            """
            job-class: test
            parameters: {used: 1, not-used: 2, in-text: 3}
            constants: {c: used * 2}
            figures:
              moved: {kind: sum}
              asked: {kind: last, query: select 1}
            statements: {s: "select ${in_text}", checked: select 2}
            transactions: {t: {weight: c, do: s}}
            checks: {c: {query: select 1, balance: {before: 1, inserts: checked}}}
            """);
    String mend = " is never used; use it, or take it out.";
    assertEquals(
        List.of(
            "file test.yaml, line 2, column 23: the parameter not-used" + mend,
            "file test.yaml, line 7, column 38: the statement checked" + mend,
            "file test.yaml, line 5, column 3: the figure moved" + mend),
        file.review().unused().stream().map(Problem::sentence).toList());
  }

  @Test
  void aMissingTableIsToldWithTheLineThatNamesItWhereverThatStands() throws Exception {
    String end = "statements: {one: select 1}\ntransactions: {t: {do: one}}\n";
    for (String section :
        List.of(
            "before: {n: select 1 from gone}\n",
            "samples: {n: {query: select 1 from gone}}\n",
            "queues: {n: {columns: [a], query: select 1 from gone}}\n",
            "setup: [insert into gone values (1)]\n",
            "tables: {n: {create: creat table n (id int)}}\n",
            "before: {n: selec 1}\n",
            "checks: {n: {query: selec 1, equals: 1}}\n",
            "open: two\n")) {
      String text = "job-class: test\n" + section + end;
      JobTester tester =
          tester(
              section.contains("two")
                  ? text.replace("{one", "{two: select 1 from gone, one")
                  : text);
      RefusedStatement told =
          assertThrows(
              RefusedStatement.class,
              () -> {
                tester.prepare();
                tester.open();
              });
      String line = section.contains("two") ? "test.yaml line 3: " : "test.yaml line 2: ";
      assertTrue(told.getMessage().startsWith(line), told.getMessage());
    }
  }

  @Test
  void whatDoesNotEndWellIsCountedByTheKindOfTransaction() throws Exception {
    JobTester tester =
        tester(
            """
            job-class: test
            statements: {one: select 1}
            transactions: {good: {do: one}, bad: {do: [one, {fail: no luck}]}}
            """);
    tester.prepare();
    try (TestRun run = tester.open()) {
      run.iterate(40);
    }
    long failed = tester.totals().figure("not-ok.bad");
    assertTrue(failed > 0 && failed < 40, "" + failed);
    assertEquals(40 - failed, tester.totals().transactions().ok());
    assertEquals(0, tester.totals().figure("not-ok.good"));
  }

  @Test
  void weightsOfWhichNoneIsAboveZeroAreToldInASentence() throws Exception {
    JobTester tester =
        tester(
                HEAD
                    + """
                    parameters: {n: 1}
                    statements: {one: select 1}
                    transactions: {t: {weight: n, do: one}}
                    """)
            .with("n", "0");
    tester.prepare();
    SQLException e = assertThrows(SQLException.class, tester::open);
    assertEquals("no transaction has a weight above 0; give at least one a weight", e.getMessage());
  }

  /// What is asked before the run is not known yet while tables are loaded.
  @Test
  void aSequenceGoesOnBehindWhatTheTableWasLoadedWith() throws Exception {
    JobTester tester =
        tester(
            HEAD
                + """
                    rows: 10
                    columns: {id: row, what: "letters(3)"}
                before: {next: select max(id) + 1 from seen}
                statements:
                  note: {sql: "insert into seen (id) values (:id)", with: {id: sequence(next)}}
                transactions: {t: {do: note}}
                """);
    tester.run(2);
    assertEquals(List.of("10", "11", "12"), rows("select id from seen where id > 9 order by id"));
  }

  @Test
  void expectedRowsAreRequired() throws Exception {
    JobTester tester =
        tester(
            HEAD
                + """
                statements:
                  change: {sql: update seen set id = 1, rows: 1..}
                transactions: {t: {do: change}}
                """);
    tester.prepare();
    try (TestRun run = tester.open()) {
      run.iterate(1);
    }
    assertEquals(
        "statement change had 0 rows and must have 1 to any",
        tester.totals().failures().getFirst().message());
  }

  @Test
  void aViolatedKeyIsRepeatedWithNewDrawsWhereTheFileSaysSo() throws Exception {
    JobTester tester =
        tester(
            """
            job-class: test
            tables:
              seen:
                create: create table seen (id ${whole} not null primary key)
                rows: 5
                columns: {id: row}
            statements:
              note: {sql: "insert into seen (id) values (:id)", with: {id: "uniform(1, 10)"}}
            transactions: {t: {do: note, retry: {constraint: new}}}
            """);
    tester.run(1);
    assertEquals("6", rows("select count(*) from seen").getFirst());
  }

  @Test
  void weightsDecideHowOftenATransactionIsDrawn() throws Exception {
    JobTester tester =
        tester(
            """
            job-class: test
            parameters: {share: {type: whole, default: 75, between: [0, 100], per-phase: true}}
            statements: {a: select 1, b: select 2}
            transactions:
              often: {weight: share, do: a}
              seldom: {weight: 100 - share, do: b}
            """);
    tester.run(2_000);
    double often = tester.totals().operation(0).ok();
    assertEquals(1_500, often, 100);
    assertEquals(2_000, often + tester.totals().operation(1).ok());
  }

  @Test
  void samplesAreDrawnFromAColumn() throws Exception {
    try (Statement statement = connection.createStatement()) {
      statement.execute("create table word (w varchar(10))");
      statement.execute("insert into word values ('red'), ('blue')");
    }
    JobTester tester =
        tester(
            HEAD
                + """
                samples: {word: {query: select w from word}}
                statements:
                  note: {sql: "insert into seen (id, what) values (1, :what)", with: {what: sample(word)}}
                transactions: {t: {do: note}}
                """);
    tester.run(40);
    assertEquals(List.of("blue", "red"), rows("select distinct what from seen order by what"));
  }

  @Test
  void aLoadIsTheSameForEqualSeedsAndIsNotRepeated() throws Exception {
    String text =
        """
        job-class: test
        parameters: {count: 12_000}
        tables:
          t:
            create: create table t (id ${whole} not null primary key, a ${whole}, b ${text(20)}, c date)
            rows: count
            columns: {id: row, a: "uniform(1, 1000)", b: "letters(3, 9)", c: "date('2026-01-01', '2026-12-31')"}
            indexes: {t_a: a}
        statements: {one: select count(*) from t}
        transactions: {t: {do: one}}
        """;
    tester(text).run(1);
    String sum = "select sum(a) || ' ' || sum(length(b)) || ' ' || count(distinct c) from t";
    List<String> first = rows(sum);
    assertEquals("12000", rows("select count(*) from t").getFirst());
    tester(text).run(1);
    assertEquals(first, rows(sum));
    tester(text).with("fresh", "true").run(1);
    assertEquals(first, rows(sum));
    assertEquals(
        "table t: it was made with another text or another number of rows (12000 rows then, 7 rows"
            + " now); give --fresh to make the tables anew, or what they were made with.",
        tester(text).with("count", "7").trial().getFirst().sentence());
    JobTester last = tester(text).with("clean-up", "drop");
    last.run(1);
    last.cleanUp();
    assertThrows(SQLException.class, () -> rows("select * from t"));
  }

  @Test
  void aCheckThatDoesNotHoldBreaksTheVerdict() throws Exception {
    JobTester tester =
        tester(
            HEAD
                + """
                before: {sum: "select '9007199254740995.00'"}
                statements: {note: insert into seen (id) values (1)}
                transactions: {t: {do: note}}
                checks:
                  too few: {query: select count(*) from seen, equals: note.ok + 1}
                  near: {query: select count(*) from seen, equals: note.ok + 1, within: 1}
                  one too many: {query: select 9007199254740993 from seen limit 1, between: [0, 9007199254740992]}
                  one too few: {query: select 9007199254740992 from seen limit 1, between: [9007199254740993, 9007199254740994]}
                  a large sum: {query: select 9007199254740998 from seen limit 1, equals: sum + note.ok}
                  a trifle: {query: "select '1e-400' from seen limit 1", equals: 0}
                  counted: {query: select count(*) from seen, balance: {before: 0, inserts: note}}
                  none: {query: select max(id) from seen where id < 0, between: [0, 1]}
                  a word: {query: select 'many' from seen limit 1, equals: 0}
                """);
    tester.prepare();
    try (TestRun run = tester.open()) {
      run.iterate(3);
    }
    var verification = tester.verify();
    assertEquals(Verdict.BROKEN, verification.verdict());
    assertEquals(
        List.of(false, true, false, false, true, false, true, false, false),
        verification.checks().stream().map(check -> check.holds()).toList());
    assertEquals("3, expected 4", verification.checks().getFirst().detail());
    assertEquals("the query found nothing", verification.checks().get(7).detail());
    assertEquals("\"many\" is not a number", verification.checks().get(8).detail());
  }

  @Test
  void aCheckThatCannotBeAskedIsToldBeforeTheLoad() {
    JobTester tester =
        tester(
            """
            job-class: test
            statements: {one: select 1}
            transactions: {t: {do: one}}
            checks: {sum: {query: "select sum(amount) from nowhere where id <= :n", equals: one.ok}}
            constants: {n: 7}
            """);
    SQLException told = assertThrows(SQLException.class, tester::prepare);
    assertTrue(
        String.valueOf(told.getMessage())
            .startsWith("test.yaml line 4: check sum cannot be asked: Table \"NOWHERE\" not found"),
        told.getMessage());
  }

  @Test
  void theDatabaseAnswersForGauges() throws Exception {
    JobTester tester =
        tester(
            HEAD
                + """
                constants: {least: 2}
                figures:
                  noted: {kind: sum}
                  rows: {kind: last, query: "select count(*) from seen where id >= ${least}"}
                  growth: {kind: mean, query: select count(*) from seen, per: 60}
                statements: {note: insert into seen (id) values (:row)}
                transactions: {t: {do: [{set: {row: sequence(1)}}, note, {add: {noted: row}}]}}
                """);
    tester.prepare();
    try (TestRun run = tester.open()) {
      assertEquals(0, run.gauge(1));
      assertEquals(Double.NaN, run.gauge(2));
      run.iterate(3);
      assertEquals(2, run.gauge(1));
      assertTrue(run.gauge(2) > 0);
    }
  }

  @Test
  void wrongArithmeticNamesItsPlace() throws Exception {
    JobTester tester =
        tester(
            """
            job-class: test
            statements: {one: select 1}
            transactions: {t: {do: [set: {a: 1 / (1 - 1)}, one]}}
            """);
    tester.prepare();
    try (TestRun run = tester.open()) {
      run.iterate(1);
    }
    var failure = tester.totals().failures().getFirst();
    assertEquals(ErrorClass.JOB_CODE, failure.errorClass());
    assertEquals("division by zero", failure.message());
    assertEquals("file test.yaml, line 3, column 34", failure.place());
  }

  @Test
  void aFailureOfTheDatabaseNamesTheLineOfItsStatementAndOneOfTheCommitThatOfItsTransaction()
      throws Exception {
    JobTester tester =
        tester(
            HEAD
                + """
                statements:
                  note:
                    sql: insert into seen (id) values (1)
                transactions:
                  t:
                    do: note
                """);
    int head = (int) HEAD.lines().count();
    tester.prepare();
    try (TestRun run = tester.open()) {
      run.fail(Fault.DEADLOCK, "note");
      run.iterate(1);
      run.fail(Fault.DEADLOCK, "commit");
      run.iterate(1);
    }
    assertEquals(
        List.of("test.yaml line " + (head + 3), "test.yaml line " + (head + 6)),
        tester.totals().failures().stream().map(failure -> failure.place()).toList());
  }
}
