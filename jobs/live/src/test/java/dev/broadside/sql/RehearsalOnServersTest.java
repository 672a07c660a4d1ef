package dev.broadside.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.broadside.core.param.Problem;
import dev.broadside.jobs.testkit.Databases;
import dev.broadside.jobs.testkit.LiveTarget;
import dev.broadside.kit.jdbc.Target;
import dev.broadside.kit.query.Rows;
import dev.broadside.sql.file.YamlClass;
import dev.broadside.sql.file.YamlClassReader;
import dev.broadside.testkit.JobTester;
import java.sql.Connection;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The rehearsal of YAML job classes on MariaDB and PostgreSQL, by every driver: what it finds, and
/// that it leaves nothing behind.
class RehearsalOnServersTest {
  private static JobTester job(LiveTarget live, String text, String... setup) throws Exception {
    JobTester tester = live.target(JobTester.of(job(text)));
    try (Connection connection = Target.of(tester.values()).connect(Target.Purpose.SET_UP)) {
      for (String statement : setup) {
        Rows.run(connection, statement);
      }
    }
    tester.prepare();
    return tester;
  }

  private static SqlJob job(String text) {
    return switch (YamlClassReader.read("test.yaml", text, _ -> Optional.empty())) {
      case YamlClass.Reading.Good(YamlClass file) -> new SqlJob(file);
      case YamlClass.Reading.Bad(List<Problem> problems) -> fail(problems.toString());
    };
  }

  private static long whole(JobTester tester, String query) throws Exception {
    try (Connection connection = Target.of(tester.values()).connect(Target.Purpose.SET_UP)) {
      return Rows.whole(connection, query);
    }
  }

  private static String report(JobTester tester) {
    return tester.facts().text("rehearsal").orElseThrow();
  }

  @ParameterizedTest
  @EnumSource
  void anUnknownColumnAndAKeyThatIsThereAreToldWithTheirLines(LiveTarget live) throws Exception {
    List<String> told =
        job(
                live,
                """
                job-class: test
                statements:
                  u: {sql: "update reh_a set b = b + 1 where id = 1", rows: 1}
                  i: {sql: "insert into reh_a (id) values (1)", rows: 1}
                transactions: {one: {do: u}, two: {do: i}}
                """,
                "drop table if exists reh_a",
                "create table reh_a (id bigint primary key, a bigint)",
                "insert into reh_a values (1, 1)")
            .rehearse();

    assertTrue(told.stream().anyMatch(one -> one.startsWith("test.yaml line 3: ")), told::toString);
    assertTrue(
        told.stream().anyMatch(one -> one.startsWith("test.yaml line 4: transaction two, i: ")),
        told::toString);
    assertEquals(2, told.size(), told::toString);
  }

  @ParameterizedTest
  @EnumSource
  void aMisspeltVerbIsToldWithItsLineByEveryDriver(LiveTarget live) throws Exception {
    List<String> told =
        job(
                live,
                """
                job-class: test
                figures:
                  high: {kind: last, query: selec max(n) from reh_v}
                statements:
                  u: updat reh_v set n = n + 1
                  s: "selet * from reh_v where n = :thread"
                  unreached: "insrt into reh_v values (1)"
                  t: truncate table reh_v
                transactions: {one: {do: [t, u, s, unreached]}}
                """,
                "drop table if exists reh_v",
                "create table reh_v (n bigint)")
            .rehearse();

    assertEquals(
        List.of("line 5: u ", "line 6: s ", "line 7: un", "line 3: fi"),
        told.stream().map(one -> one.substring(10, 20)).toList(),
        told::toString);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "POSTGRESQL")
  void whatMariaDbPreparesWithTextsOnlyIsNotRefused(LiveTarget live) throws Exception {
    JobTester tester =
        job(
            live,
            """
            job-class: test
            statements:
              tables: "show tables like :name"
              several: optimize table reh_o;
            transactions: {q: {do: [{set: {name: "'reh?'"}}, tables]}, o: {do: several}}
            """,
            "create or replace table reh_o (id bigint primary key)");

    assertEquals(List.of(), tester.rehearse());
  }

  @ParameterizedTest
  @EnumSource
  void statementsThatCommitThemselvesAndTransactionsOfTheScriptsOwnLeaveNothingBehind(
      LiveTarget live) throws Exception {
    JobTester tester =
        job(
            live,
            """
            job-class: test
            auto-commit: true
            statements:
              i: {sql: "insert into reh_c (id) values (:id)", with: {id: "uniform(1, 1000000)"}}
            transactions: {q: {do: [i, i, i]}}
            """,
            "drop table if exists reh_c",
            "create table reh_c (id bigint primary key)");

    assertEquals(List.of(), tester.rehearse());
    assertEquals("1 transaction run and rolled back", report(tester));
    assertEquals(0, whole(tester, "select count(*) from reh_c"));
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "POSTGRESQL")
  void whatMariaDbWouldKeepIsNotDone(LiveTarget live) throws Exception {
    JobTester tester =
        job(
            live,
            """
            job-class: test
            statements:
              m: insert into reh_my (id) values (1)
              i: insert into reh_in (id) values (1)
              t: truncate table reh_in
              p: call reh_p()
            transactions: {kept: {do: m}, ddl: {do: [i, t]}, procedure: {do: [i, p]}}
            """,
            "create or replace table reh_my (id bigint primary key) engine=MyISAM",
            "create or replace table reh_in (id bigint primary key) engine=InnoDB",
            "create or replace procedure reh_p() begin insert into reh_in values (2); commit; end");

    assertEquals(List.of(), tester.rehearse());
    assertEquals(
        "0 transactions run and rolled back"
            + "; transaction kept prepared only from m on: the engine of the table reh_my does not"
            + " roll back; transaction ddl prepared only from t on: truncate is not rolled back"
            + "; transaction procedure prepared only from p on: what a procedure commits is not"
            + " rolled back",
        report(tester));
    assertEquals(0, whole(tester, "select count(*) from reh_my"));
    assertEquals(0, whole(tester, "select count(*) from reh_in"));
  }

  @Test
  void whatPostgreSqlSaysOfParametersWithoutValuesRefusesNothing() throws Exception {
    JobTester tester =
        job(
            LiveTarget.POSTGRESQL,
            """
            job-class: test
            statements:
              path: set search_path to reh_s
              j: "select jsonb_build_object('a', :thread) from reh_t where id > :thread"
            open: path
            transactions: {q: {do: j}}
            """,
            "drop schema if exists reh_s cascade",
            "create schema reh_s",
            "create table reh_s.reh_t (id bigint primary key)");

    assertEquals(List.of(), tester.rehearse());
    assertEquals("1 transaction run and rolled back", report(tester));
  }

  @Test
  void aTableWithoutAPrimaryKeyIsRefusedByTheTrialWhereTheDatabaseMakesNone() throws Exception {
    JobTester tester =
        JobTester.on(
            Databases.mariaDb(),
            job(
                """
                job-class: test
                tables:
                  keyed: {create: "create table keyed (id bigint primary key)"}
                  history: {create: "create table history (id bigint)"}
                statements: {s: select 1}
                transactions: {q: {do: s}}
                """));

    List<Problem> problems;
    try (Connection connection = Target.of(tester.values()).connect(Target.Purpose.SET_UP)) {
      Rows.run(connection, "set global innodb_force_primary_key = on");
      try {
        problems = tester.trial();
      } finally {
        Rows.run(connection, "set global innodb_force_primary_key = off");
      }
    }

    assertEquals(1, problems.size(), problems::toString);
    assertEquals(
        "table history: the database makes no table without a primary key (innodb_force_primary_key"
            + " is ON), and this job makes history; switch it off while the tables are made, or on"
            + " MySQL 8.0.30 and later set sql_generate_invisible_primary_key=ON.",
        problems.getFirst().sentence());
  }
}
