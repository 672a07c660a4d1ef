package dev.broadside.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.testkit.JobTester;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What the rehearsal of a YAML job class finds before a load, and what it leaves behind: nothing.
/// On H2.
class RehearsalTest {
  private final String url = JobTester.h2(";DB_CLOSE_DELAY=-1");
  private Connection connection;

  @BeforeEach
  void connect() throws SQLException {
    connection = DriverManager.getConnection(url);
    run("create table t (id bigint primary key, a bigint)");
    run("insert into t values (1, 1)");
  }

  @AfterEach
  void close() throws SQLException {
    run("shutdown");
    connection.close();
  }

  private void run(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private String answer(String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getString(1);
    }
  }

  private JobTester prepared(String text) throws Exception {
    JobTester tester = JobTester.of(YamlClasses.job(text)).with("url", url);
    tester.prepare();
    return tester;
  }

  private String rehearsed(String text) throws Exception {
    return String.join("\n", prepared(text).rehearse());
  }

  private static void says(String sentence, String... words) {
    for (String word : words) {
      assertTrue(sentence.contains(word), () -> "\"" + word + "\" is not in: " + sentence);
    }
  }

  @Test
  void anUnknownColumnIsToldWithItsStatementAndLine() throws Exception {
    String told =
        rehearsed(
            """
            job-class: test
            statements:
              u: {sql: "update t set b = b + 1 where id = 1", rows: 1}
            transactions: {q: {do: u}}
            """);

    says(told, "test.yaml line 3: u cannot be prepared: ", "\"B\" not found", "--no-rehearsal");
    assertEquals(1, told.lines().count(), told);
  }

  @Test
  void aKeyThatIsThereIsToldWithItsTransactionStatementAndLine() throws Exception {
    String told =
        rehearsed(
            """
            job-class: test
            statements:
              i: {sql: "insert into t (id) values (1)", rows: 1}
            transactions: {q: {do: i}}
            """);

    says(told, "test.yaml line 3: transaction q, i: ", "primary key violation", "not violate");
  }

  @Test
  void rowsThatAreExpectedAndNotThereAreTold() throws Exception {
    String told =
        rehearsed(
            """
            job-class: test
            statements:
              u: {sql: "update t set a = 2 where id = 7", rows: 1}
            transactions: {q: {do: u}}
            """);

    says(told, "test.yaml line 3", "transaction q: statement u had 0 rows and must have 1");
  }

  @Test
  void aQueryOfAGaugeThatFailsIsTold() throws Exception {
    String told =
        rehearsed(
            """
            job-class: test
            figures:
              rows: {kind: last, query: select count(*) from nowhere}
            statements: {s: select 1}
            transactions: {q: {do: s}}
            """);

    says(told, "test.yaml line 3: figure rows: ", "NOWHERE");
  }

  @Test
  void aMisspeltVerbOfAGaugeIsToldAndOneThatIsNotUndoneIsSaidToBePreparedOnly() throws Exception {
    String text =
        """
        job-class: test
        figures:
          high: {kind: last, query: VERB}
        statements: {s: select 1}
        transactions: {q: {do: s}}
        """;

    says(
        rehearsed(text.replace("VERB", "selec max(a) from t")),
        "test.yaml line 3: figure high: Syntax error",
        "selec",
        "correct the statement");
    JobTester tester = prepared(text.replace("VERB", "call abs(1)"));
    assertEquals(List.of(), tester.rehearse());
    says(
        tester.facts().text("rehearsal").orElseThrow(),
        "figure high prepared only: what a procedure commits is not rolled back");
  }

  @Test
  void aQueryOfAGaugeThatGivesNoRowIsTold() throws Exception {
    String told =
        rehearsed(
            """
            job-class: test
            figures:
              rows: {kind: last, query: select a from t where a = 7}
            statements: {s: select 1}
            transactions: {q: {do: s}}
            """);

    says(told, "test.yaml line 3: figure rows: no row came from: select a");
  }

  @Test
  void aTableThatIsMissingWhenAThreadOpensIsToldWithItsLine() throws Exception {
    String told =
        rehearsed(
            """
            job-class: test
            queues: {mine: {columns: [id], query: select id from nowhere}}
            statements: {s: select 1}
            transactions: {q: {do: s}}
            """);

    says(told, "test.yaml line 2: Table \"NOWHERE\" not found", "the session of a load thread");
  }

  @Test
  void whatATransactionAndItsCommitsWroteIsRolledBackAlsoWhereStatementsCommitThemselves()
      throws Exception {
    for (boolean autoCommit : new boolean[] {false, true}) {
      JobTester tester =
          prepared(
              """
              job-class: test
              auto-commit: %s
              statements:
                i: "insert into t (id, a) values (2, 2)"
                u: {sql: "update t set a = 9 where id = 2", rows: 1}
              transactions: {q: {do: [i, commit, u]}}
              """
                  .formatted(autoCommit));

      assertEquals(List.of(), tester.rehearse());
      assertEquals("1", answer("select sum(a) from t"));
      assertEquals(
          "1 transaction run and rolled back", tester.facts().text("rehearsal").orElseThrow());
    }
  }

  @Test
  void whatTheDatabaseCommitsByItselfIsNotDoneAndSaidToBePreparedOnly() throws Exception {
    JobTester tester =
        prepared(
            """
            job-class: test
            statements:
              i: "insert into t (id, a) values (2, 2)"
              clear: truncate table t
            transactions: {q: {do: [i, clear]}}
            """);

    assertEquals(List.of(), tester.rehearse());
    assertEquals("1", answer("select count(*) from t"));
    assertEquals(
        "0 transactions run and rolled back; transaction q prepared only from clear on: truncate is"
            + " not rolled back",
        tester.facts().text("rehearsal").orElseThrow());
  }

  @Test
  void aTransactionWhoseAuthorSaysSoIsPreparedOnlyAndOneThatIsNeverDrawnIsLeftOut()
      throws Exception {
    JobTester tester =
        prepared(
            """
            job-class: test
            statements:
              i: "insert into t (id) values (1)"
              s: select 1
            transactions:
              never: {weight: 0, do: i}
              asked: {rehearse: false, do: i}
              done: {do: s}
            """);

    assertEquals(List.of(), tester.rehearse());
    assertEquals(
        "1 transaction run and rolled back; transaction asked prepared only, as its author says",
        tester.facts().text("rehearsal").orElseThrow());
  }

  @Test
  void aQueueThatOthersHaveToFillFirstRefusesNothing() throws Exception {
    JobTester tester =
        prepared(
            """
            job-class: test
            queues: {mine: {columns: [id]}}
            statements: {d: "delete from t where id = :id"}
            transactions: {q: {do: [take: mine, into: [id], d]}}
            """
                .replace("[take: mine, into: [id], d]", "[{take: mine, into: [id]}, d]"));

    assertEquals(List.of(), tester.rehearse());
    says(
        tester.facts().text("rehearsal").orElseThrow(),
        "not rehearsed: transaction q: this thread owns no more rows of mine");
  }

  @Test
  void anUnluckyDrawRefusesNothing() throws Exception {
    assertEquals(
        "",
        rehearsed(
            """
            job-class: test
            statements:
              i: {sql: "insert into t (id) values (:id)", with: {id: "uniform(1, 2)"}}
            transactions: {q: {do: i}}
            """));
  }

  @Test
  void whatAThreadDoesOnEachNewConnectionHoldsForItsStatements() throws Exception {
    run("create schema other");
    run("create table other.o (id bigint primary key)");
    assertEquals(
        "",
        rehearsed(
            """
            job-class: test
            statements:
              go: set schema other
              s: insert into other.o (id) values (1)
            open: [go]
            transactions: {q: {do: s}}
            """));
    assertEquals("0", answer("select count(*) from other.o"));
  }

  @Test
  void aTestOfAJobRehearsesOnlyWhereItsTablesAreThere() throws Exception {
    String text =
        """
        job-class: test
        tables:
          own:
            create: create table own (id ${whole} not null primary key)
            rows: 3
            columns: {id: row}
        before: {rows_before: select count(*) from own}
        statements: {d: {sql: "delete from own where id = 1", rows: 1}}
        transactions: {q: {do: d}}
        """;
    JobTester tester = JobTester.of(YamlClasses.job(text)).with("url", url);

    assertTrue(tester.prepared().isEmpty());
    assertEquals(
        "0", answer("select count(*) from information_schema.tables where table_name like 'OWN%'"));
    tester.prepare();
    assertEquals("3", tester.prepared().orElseThrow().text("data.rows_before").orElseThrow());
  }
}
