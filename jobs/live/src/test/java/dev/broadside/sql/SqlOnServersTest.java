package dev.broadside.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.broadside.core.param.Problem;
import dev.broadside.core.work.JobClass;
import dev.broadside.jobs.igenoltp.Igenoltp;
import dev.broadside.jobs.pgbench.Pgbench;
import dev.broadside.kit.jdbc.Target;
import dev.broadside.kit.query.Rows;
import dev.broadside.sql.file.YamlClass;
import dev.broadside.sql.file.YamlClassReader;
import dev.broadside.testkit.JobTester;
import dev.broadside.testkit.TestDatabase;
import dev.broadside.testkit.TestRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The shipped examples on MariaDB and PostgreSQL: several threads at once, and what must hold
/// does.
class SqlOnServersTest {
  private static final Path EXAMPLES = Path.of("../../examples/sql");

  private static SqlJob example(String name) {
    YamlClass.Attachments beside =
        file ->
            Optional.of(EXAMPLES.resolve(file)).filter(Files::exists).map(SqlOnServersTest::text);
    return switch (YamlClassReader.read(name, text(EXAMPLES.resolve(name)), beside)) {
      case YamlClass.Reading.Good(YamlClass file) -> new SqlJob(file);
      case YamlClass.Reading.Bad(List<Problem> problems) -> fail(problems.toString());
    };
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JobTester run(JobTester tester, int each) throws Exception {
    assertEquals(List.of(), tester.trial());
    tester.prepare();
    try (TestRun run = tester.threads(4).open()) {
      run.iterateAtOnce(each);
    }
    assertEquals(0, tester.totals().transactions().failed(), () -> "" + tester.totals().failures());
    tester.verifyHolds();
    return tester;
  }

  /// Whatever makes the tables: a job class in YAML, pgbench on top of one, or one in Java.
  @Test
  void whoMayNotDropIsToldBeforeTheLoad() throws Exception {
    JobTester owner = TestDatabase.MARIADB.test(example("transfer.yaml"));
    try (Connection connection = Target.of(owner.values()).connect(Target.Purpose.RUN)) {
      for (String host : List.of("%", "localhost")) {
        Rows.run(connection, "create or replace user 'keeper'@'" + host + "' identified by 'r'");
        Rows.run(
            connection,
            "grant select, insert, update, delete, create, index on *.* to 'keeper'@'"
                + host
                + "'");
      }
    }
    for (JobClass job : List.of(example("transfer.yaml"), new Pgbench(), new Igenoltp())) {
      JobTester keeper =
          TestDatabase.MARIADB.test(job).with("user", "keeper").with("password", "r");
      assertEquals(List.of(), ofUser(keeper), () -> "" + job);
      assertEquals(
          List.of(
              "parameter user: the user lacks DROP on this database; grant what is missing, or name"
                  + " another user."),
          ofUser(keeper.with("clean-up", "drop")));
    }
  }

  private static List<String> ofUser(JobTester job) throws Exception {
    return job.trial().stream()
        .filter(problem -> problem.where().equals("parameter user"))
        .map(Problem::sentence)
        .toList();
  }

  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "POSTGRESQL"})
  void theTransfer(TestDatabase on) throws Exception {
    JobTester tester = on.test(example("transfer.yaml")).with("accounts", "10");
    assertEquals(400, run(tester, 100).totals().transactions().ok());
    assertTrue(tester.totals().transactions().rolledBack() > 0);
  }

  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "POSTGRESQL"})
  void theOrderSystem(TestDatabase on) throws Exception {
    JobTester tester = on.test(example("igenoltp.yaml")).with("scale", "0.02");
    run(tester, 50);
    assertEquals(200 * 18, tester.totals().rowsRead());
    assertEquals(200 * 2, tester.totals().rowsWritten());
  }

  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "POSTGRESQL"})
  void theParcels(TestDatabase on) throws Exception {
    run(on.test(example("deliveries.yaml")).with("lookups", "0"), 2);
  }

  /// Two runs beside each other, told apart by the prefix.
  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "POSTGRESQL"})
  void theMeters(TestDatabase on) throws Exception {
    run(on.test(example("meters.yaml")).with("tables", "2").with("days", "3"), 20);
    JobTester other =
        run(
            on.test(example("meters.yaml"))
                .with("tables", "1")
                .with("table-prefix", "other_")
                .with("clean-up", "drop"),
            5);
    assertEquals(0, other.totals().rowsWritten() % 24);
    other.cleanUp();
  }
}
