package dev.broadside.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.broadside.core.param.ConnectionParameters;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Parsed;
import dev.broadside.core.param.Problem;
import dev.broadside.jobs.testkit.Databases;
import dev.broadside.kit.query.Rows;
import dev.broadside.sql.draft.StatementDraft;
import dev.broadside.sql.file.YamlClass;
import dev.broadside.sql.file.YamlClassReader;
import dev.broadside.testkit.JobTester;
import dev.broadside.testkit.MariaDbServer;
import dev.broadside.testkit.PostgreSqlServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// YAML job classes of what MariaDB and PostgreSQL say that they were asked: they run on the
/// database that they come from, and their weights are the calls that were made.
@Timeout(120)
class DraftOnServersTest {
  private static final int ORDERS = 50;

  private static final List<String> TABLES =
      List.of(
          "create table customer (id int primary key, name varchar(40) not null, mail varchar(60)"
              + " unique, born date)",
          "create table orders (id bigint primary key, customer_id int not null, total decimal(10,"
              + " 2), placed timestamp, note varchar(80), foreign key (customer_id) references"
              + " customer (id))",
          "create table line (order_id bigint, nr int, item varchar(20), primary key (order_id, nr),"
              + " foreign key (order_id) references orders (id))",
          "create table event (id int primary key)",
          // Gaps between the keys: a number between lowest and highest need not be one.
          "insert into customer values (1, 'a', 'a@x', '2000-01-01'), (900, 'b', 'b@x',"
              + " '2001-01-01')");

  /// The calls of each kind of statement; `%1$d` is a number of its own for each call.
  private static final Map<String, Integer> CALLS =
      new TreeMap<>(
          Map.of(
              "select * from orders where id = %1$d",
              400,
              "update orders set total = total + %1$d, note = 'n%1$d' where id = 5 /* seen */",
              120,
              "insert into line (order_id, nr, item) values (%1$d, 7, 'i')",
              49,
              "select o.id, c.name from orders o join customer as c on c.id = o.customer_id"
                  + " where c.mail = 'b@x' and o.total > -%1$d limit 3",
              60,
              "select id from orders where id in (1, 2, 3) and placed between '2001-01-01' and"
                  + " '2099-01-01'",
              30,
              "delete from line where order_id = %1$d and nr = 9",
              11,
              "select count(*) from event where id <= %1$d",
              5));

  private static void serve(Connection connection) throws SQLException {
    for (String table : TABLES) {
      Rows.run(connection, table);
    }
    for (int i = 0; i < ORDERS; i++) {
      Rows.run(
          connection,
          "insert into orders (id, customer_id, total, placed, note) values (%d, 900, %d,"
                  .formatted(i, i)
              + " '2020-01-01 10:00:00', 'x')");
    }
    for (Map.Entry<String, Integer> call : CALLS.entrySet()) {
      for (int i = 0; i < call.getValue(); i++) {
        Rows.run(connection, call.getKey().formatted(i % ORDERS));
      }
    }
    Rows.run(connection, "create table later (id int)");
  }

  private static Parsed<String> draft(Map<String, String> target) {
    ParameterValues values =
        switch (new Parameters(ConnectionParameters.OF_TARGET).read(target)) {
          case Parameters.Reading.Good(ParameterValues good) -> good;
          case Parameters.Reading.Bad(List<Problem> problems) -> fail("" + problems);
        };
    return new StatementDraft().apply("drafted", values);
  }

  private static String text(Map<String, String> target) {
    return switch (draft(target)) {
      case Parsed.Value<String>(String text) -> text;
      case Parsed.Wrong<String>(Problem problem) -> fail(problem.sentence());
    };
  }

  private static String wrong(Map<String, String> target) {
    return switch (draft(target)) {
      case Parsed.Value<String>(String text) -> fail(text);
      case Parsed.Wrong<String>(Problem problem) -> problem.sentence();
    };
  }

  private static SqlJob job(String text) {
    return switch (YamlClassReader.read("drafted.yaml", text, _ -> Optional.empty())) {
      case YamlClass.Reading.Good(YamlClass file) -> {
        assertEquals(List.of(), file.review().unused(), text);
        yield new SqlJob(file);
      }
      case YamlClass.Reading.Bad(List<Problem> problems) -> fail(problems + "\n" + text);
    };
  }

  /// Weights by the names of transactions.
  private static Map<String, Integer> weights(String text) {
    return Pattern.compile("(?m)^  (\\w+): \\{weight: (\\d+), do: \\1}$")
        .matcher(text)
        .results()
        .collect(Collectors.toMap(one -> one.group(1), DraftOnServersTest::weight));
  }

  private static int weight(MatchResult line) {
    return Integer.parseInt(line.group(2));
  }

  private static void check(Map<String, String> target) throws Exception {
    String text = text(target);
    Map<String, Integer> weights = weights(text);
    Map<String, Integer> expected =
        Map.of(
            "select_orders", 400,
            "update_orders", 120,
            "select_orders_2", 60,
            "insert_orders", ORDERS,
            "insert_line", 49,
            "select_orders_3", 30,
            "delete_line", 11,
            "select_event", 5,
            "insert_customer", 1);
    assertEquals(expected, weights, text);
    assertTrue(text.contains("100.0 % of the calls (726 of 726)"), text);
    JobTester tester = JobTester.of(job(text));
    target.forEach(tester::with);
    tester.run(1_500);
    assertEquals(0, tester.totals().transactions().failed(), () -> "" + tester.totals().failures());
    double share = tester.totals().operation("select_orders").ok() / 1_500.0;
    assertEquals(400 / 726.0, share, 0.05, "the share of the statement most called");
    // What the run asked before its load is none of it.
    assertEquals(weights.keySet(), weights(text(target)).keySet());
  }

  @Test
  void whatMariaDbWasAsked() throws Exception {
    MariaDbServer server = MariaDbServer.start("--performance-schema=ON");
    Map<String, String> target =
        Map.of("url", server.url(), "user", MariaDbServer.USER, "password", MariaDbServer.PASSWORD);
    assertTrue(wrong(target).contains("has no statement of this database"), () -> wrong(target));
    try (Connection connection =
        DriverManager.getConnection(server.url(), MariaDbServer.USER, MariaDbServer.PASSWORD)) {
      serve(connection);
      Rows.run(connection, "create user looker@localhost identified by 'r'");
      Rows.run(connection, "grant select on test.* to looker@localhost");
    }
    check(target);
    String sentence = wrong(Map.of("url", server.url(), "user", "looker", "password", "r"));
    assertTrue(
        sentence.contains("events_statements_summary_by_digest cannot be read (")
            && sentence.endsWith("grant the user SELECT on performance_schema.*."),
        sentence);
  }

  @Test
  void aMariaDbWithoutPerformanceSchemaIsOneSentence() {
    MariaDbServer server = Databases.mariaDb();
    String sentence =
        wrong(
            Map.of(
                "url", server.url(),
                "user", MariaDbServer.USER,
                "password", MariaDbServer.PASSWORD));
    assertTrue(
        sentence.contains("is switched off; start the server with performance_schema=ON"),
        sentence);
  }

  @Test
  void whatPostgreSqlWasAsked() throws Exception {
    PostgreSqlServer server = Databases.postgreSql();
    String url = server.url().replaceFirst("/postgres$", "/drafted");
    try (Connection connection =
        DriverManager.getConnection(server.url(), PostgreSqlServer.USER, "")) {
      Rows.run(connection, "create database drafted");
    }
    Map<String, String> target = Map.of("url", url, "user", PostgreSqlServer.USER);
    String sentence = wrong(target);
    assertTrue(
        sentence.contains("pg_stat_statements cannot be read (")
            && sentence.contains("run 'create extension pg_stat_statements' in this database"),
        sentence);
    try (Connection connection = DriverManager.getConnection(url, PostgreSqlServer.USER, "")) {
      try {
        Rows.run(connection, "create extension pg_stat_statements");
      } catch (SQLException e) {
        System.err.println("NOT RUN: this PostgreSQL has no pg_stat_statements");
        Assumptions.abort("no pg_stat_statements: " + e.getMessage());
      }
      serve(connection);
    }
    check(target);
    whatFunctionsTake(target);
  }

  /// Untyped values took the types of the function's arguments; a job's whole numbers are of 64
  /// bits.
  private static void whatFunctionsTake(Map<String, String> target) throws Exception {
    try (Connection connection =
        DriverManager.getConnection(target.get("url"), PostgreSqlServer.USER, "")) {
      Rows.run(connection, "select pg_stat_statements_reset()");
      for (int i = 1; i <= 3; i++) {
        Rows.run(
            connection,
            "select substr(note, %1$d, %1$d), round(total, %1$d), left(note, -%1$d) from orders"
                    .formatted(i)
                + " where id = 1 and repeat(note, %1$d) <> lpad('a', %1$d)".formatted(i));
      }
    }
    String text = text(target);
    assertTrue(text.contains("substr(note, cast(:p1 as integer), cast(:p2 as integer))"), text);
    JobTester tester = JobTester.of(job(text));
    target.forEach(tester::with);
    tester.run(20);
    assertEquals(0, tester.totals().transactions().failed(), () -> "" + tester.totals().failures());
  }
}
