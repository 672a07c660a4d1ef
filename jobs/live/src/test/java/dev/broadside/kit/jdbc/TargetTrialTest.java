package dev.broadside.kit.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.param.Problem;
import dev.broadside.jobs.igenoltp.Igenoltp;
import dev.broadside.jobs.testkit.LiveTarget;
import dev.broadside.kit.query.Rows;
import dev.broadside.testkit.JobTester;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a user is told about a target that does not let the job in, before any load.
class TargetTrialTest {

  private static Problem onlyProblem(JobTester job) throws Exception {
    List<Problem> problems = job.trial();
    assertEquals(1, problems.size(), problems::toString);
    return problems.getFirst();
  }

  private static JobTester job(LiveTarget live) {
    return live.target(JobTester.of(new Igenoltp()))
        .with("scale", "0.01")
        .with("table-prefix", "trial_");
  }

  private static int portWithoutServer() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:mysql://127.0.0.1:%d/x",
        "jdbc:mariadb://127.0.0.1:%d/x",
        "jdbc:postgresql://127.0.0.1:%d/x",
        "jdbc:h2:tcp://127.0.0.1:%d/mem:x",
        "jdbc:oracle:thin:@//127.0.0.1:%d/x"
      })
  void aRefusedPortIsUnreachable(String url) throws Exception {
    JobTester job = JobTester.of(new Igenoltp()).with("url", url.formatted(portWithoutServer()));
    Problem problem = onlyProblem(job.with("user", "u").with("password", "secret"));
    assertEquals(Problem.Kind.UNREACHABLE, problem.kind(), problem::sentence);
    assertTrue(problem.where().startsWith("jdbc:"), problem::sentence);
    assertFalse(problem.sentence().contains("secret"), problem::sentence);
  }

  @ParameterizedTest
  @EnumSource
  void aMonitorUserWhomTheDatabaseRefusesIsNamed(LiveTarget live) throws Exception {
    JobTester job = job(live).with("monitor-user", "nobody").with("monitor-password", "secret");
    Problem problem = onlyProblem(job);
    assertEquals("parameter monitor-user", problem.where());
    assertFalse(problem.sentence().contains("secret"), problem::sentence);
    assertEquals(List.of(), job.with("monitor", "off").trial());
  }

  @Test
  void aServerThatCannotBeReachedIsSaidOnceAndNotOfTheMonitor() throws Exception {
    JobTester job =
        job(LiveTarget.MARIADB)
            .with("url", "jdbc:mariadb://127.0.0.1:%d/x".formatted(portWithoutServer()))
            .with("monitor-user", "nobody");
    assertEquals(Problem.Kind.UNREACHABLE, onlyProblem(job).kind());
  }

  @Test
  void aPasswordOfTheMonitorNeedsItsUser() {
    List<Problem> problems = job(LiveTarget.MARIADB).with("monitor-password", "secret").check();
    assertEquals("parameter monitor-password", problems.getFirst().where());
    assertEquals(1, problems.size());
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "POSTGRESQL") // which has no such limit
  void moreStatementsThanTheServerPreparesAreRefusedBeforeAnyLoad(LiveTarget live)
      throws Exception {
    List<String> told = job(live).threads(50_000).trial().stream().map(Problem::sentence).toList();
    assertTrue(
        told.stream()
            .anyMatch(one -> one.matches("threads: \\d+ prepared statements are needed.*")),
        told::toString);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:mysql://nobody.invalid/x",
        "jdbc:mariadb://nobody.invalid/x",
        "jdbc:postgresql://nobody.invalid/x",
        "jdbc:h2:tcp://nobody.invalid/mem:x",
        "jdbc:oracle:thin:@//nobody.invalid/x"
      })
  void anUnknownHostIsUnreachable(String url) throws Exception {
    Problem problem = onlyProblem(JobTester.of(new Igenoltp()).with("url", url).with("user", "u"));
    assertEquals(Problem.Kind.UNREACHABLE, problem.kind(), problem::sentence);
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = "POSTGRESQL") // which trusts the loopback here
  void aWrongPasswordIsSaidToBeOne(LiveTarget live) throws Exception {
    Problem problem = onlyProblem(job(live).with("password", "wrong"));
    assertEquals(Problem.Kind.WRONG_INPUT, problem.kind());
    assertEquals("give the right user and password", problem.mend(), problem::sentence);
  }

  @ParameterizedTest
  @EnumSource
  void anUnknownUserIsSaidToBeOne(LiveTarget live) throws Exception {
    Problem problem = onlyProblem(job(live).with("user", "nobody"));
    assertEquals("give the right user and password", problem.mend(), problem::sentence);
  }

  @ParameterizedTest
  @EnumSource
  void anUnknownDatabaseIsSaidToBeOne(LiveTarget live) throws Exception {
    Problem problem =
        onlyProblem(job(live).with("url", live.url().replaceAll("/[a-z]+$", "/missing")));
    assertEquals("create it, or name an existing one", problem.mend(), problem::sentence);
  }

  @ParameterizedTest
  @EnumSource
  void moreThreadsThanConnectionsAreRefused(LiveTarget live) throws Exception {
    Problem problem = job(live).threads(5_000).trial().getFirst();
    assertTrue(problem.what().startsWith("5000 connections are needed"), problem::sentence);
  }

  @ParameterizedTest
  @EnumSource
  void moreThreadsThanPartitionsAreRefused(LiveTarget live) throws Exception {
    List<Problem> problems = job(live).threads(10_001).trial();
    assertTrue(
        problems.stream().anyMatch(one -> one.what().contains("at most 10,000 threads")),
        problems::toString);
  }

  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "POSTGRESQL"})
  void privilegesOnSingleTablesSuffice(LiveTarget live) throws Exception {
    JobTester owner = job(live).with("table-prefix", "single_");
    owner.prepare();
    try (Connection connection = Target.of(owner.values()).connect(Target.Purpose.RUN)) {
      boolean postgres = live == LiveTarget.POSTGRESQL;
      // MariaDB takes whoever comes from its own host for nobody, unless named with it.
      List<String> names = postgres ? List.of("clerk") : List.of("clerk@'%'", "clerk@localhost");
      for (String name : names) {
        Rows.run(
            connection,
            postgres
                ? "create role clerk login password 'r'"
                : "create user " + name + " identified by 'r'");
      }
      for (String table :
          Rows.column(
              connection,
              "select table_name from information_schema.tables where table_name like 'single%'")) {
        for (String name : names) {
          Rows.run(connection, "grant select, insert, update, delete on " + table + " to " + name);
        }
      }
    }
    JobTester clerk = owner.with("user", "clerk").with("password", "r");
    assertEquals(List.of(), clerk.trial());
  }

  @ParameterizedTest
  @EnumSource
  void missingPrivilegesAreNamed(LiveTarget live) throws Exception {
    boolean postgres = live == LiveTarget.POSTGRESQL;
    try (Connection connection = Target.of(job(live).values()).connect(Target.Purpose.RUN)) {
      if (postgres) {
        Rows.run(connection, "revoke create on schema public from public");
        Rows.run(connection, "drop table if exists readable");
        Rows.run(connection, "drop role if exists reader");
        Rows.run(connection, "create role reader login password 'r'");
        Rows.run(connection, "create table readable (id int)");
        Rows.run(connection, "grant select, insert on readable to reader");
      } else {
        for (String host : List.of("%", "localhost")) {
          Rows.run(
              connection,
              "grant select, insert on test.* to 'reader'@'" + host + "' identified by 'r'");
        }
      }
    }
    Problem problem = onlyProblem(job(live).with("user", "reader").with("password", "r"));
    assertEquals(
        postgres
            ? "the user lacks CREATE, DELETE on this database"
            : "the user lacks CREATE, DELETE, INDEX on this database",
        problem.what());
  }

  @Test
  void aSchemaThatIsNotThereIsNoWantOfPrivileges() throws Exception {
    Problem problem =
        onlyProblem(job(LiveTarget.POSTGRESQL).with("driver-properties", "currentSchema=nowhere"));
    assertEquals(
        "no schema of the search path exists, so that no tables can be made or found: the path is nowhere",
        problem.what());
  }

  /// MariaDB shows nobody in its information schema what was granted to PUBLIC.
  @Test
  void whoHoldsEverythingByPublicIsLetIn() throws Exception {
    JobTester owner = job(LiveTarget.MARIADB);
    try (Connection connection = Target.of(owner.values()).connect(Target.Purpose.RUN)) {
      Rows.run(connection, "create database if not exists everybodys");
      Rows.run(connection, "grant all on everybodys.* to public");
      for (String host : List.of("%", "localhost")) {
        Rows.run(connection, "create or replace user 'anybody'@'" + host + "' identified by 'r'");
      }
    }
    JobTester anybody =
        job(LiveTarget.MARIADB)
            .with("url", LiveTarget.MARIADB.url().replaceFirst("/test$", "/everybodys"))
            .with("user", "anybody")
            .with("password", "r");
    assertEquals(List.of(), anybody.trial());
  }
}
