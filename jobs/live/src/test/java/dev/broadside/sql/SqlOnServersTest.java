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
import dev.broadside.sql.file.JobFile;
import dev.broadside.sql.file.JobFileReader;
import dev.broadside.testkit.JobTester;
import dev.broadside.testkit.MariaDbServer;
import dev.broadside.testkit.TestRun;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The shipped examples on MariaDB and PostgreSQL: several threads at once, and what must hold
/// does.
class SqlOnServersTest {
  private static final Path EXAMPLES = Path.of("../../examples/sql");

  /// Of its own, both: its tables stay, and pg_stat_statements, by which other tests count, takes
  /// statements on other tables for the same where aliases are equal.
  private static MariaDbServer mariaDb;

  private static EmbeddedPostgres postgres;

  @BeforeAll
  static void start() throws IOException {
    mariaDb = MariaDbServer.start();
    postgres = EmbeddedPostgres.builder().start();
  }

  @AfterAll
  static void stop() throws IOException {
    postgres.close();
  }

  static Stream<Named<Function<SqlJob, JobTester>>> servers() {
    return Stream.of(
        Named.of("MariaDB", job -> JobTester.on(mariaDb, job)),
        Named.of(
            "PostgreSQL",
            job ->
                JobTester.of(job)
                    .with("url", "jdbc:postgresql://localhost:" + postgres.getPort() + "/postgres")
                    .with("user", "postgres")));
  }

  private static SqlJob example(String name) {
    JobFile.Attachments beside =
        file ->
            Optional.of(EXAMPLES.resolve(file)).filter(Files::exists).map(SqlOnServersTest::text);
    return switch (JobFileReader.read(name, text(EXAMPLES.resolve(name)), beside)) {
      case JobFile.Reading.Good(JobFile file) -> new SqlJob(file);
      case JobFile.Reading.Bad(List<Problem> problems) -> fail(problems.toString());
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
    JobTester owner = JobTester.on(mariaDb, example("transfer.yaml"));
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
      JobTester keeper = JobTester.on(mariaDb, job).with("user", "keeper").with("password", "r");
      assertEquals(List.of(), ofUser(keeper), () -> "" + job);
      assertEquals(
          List.of(
              "parameter user: the user lacks DROP on this database; grant what is missing, or name"
                  + " another user."),
          ofUser(keeper.with("clean-up", "drop")));
    }
  }

  /// Other tests have left tables there.
  private static List<String> ofUser(JobTester job) throws Exception {
    return job.trial().stream()
        .filter(problem -> problem.where().equals("parameter user"))
        .map(Problem::sentence)
        .toList();
  }

  @ParameterizedTest
  @MethodSource("servers")
  void theTransfer(Function<SqlJob, JobTester> on) throws Exception {
    JobTester tester = on.apply(example("transfer.yaml")).with("accounts", "10");
    assertEquals(400, run(tester, 100).totals().transactions().ok());
    assertTrue(tester.totals().transactions().rolledBack() > 0);
  }

  @ParameterizedTest
  @MethodSource("servers")
  void theOrderSystem(Function<SqlJob, JobTester> on) throws Exception {
    JobTester tester = on.apply(example("igenoltp.yaml")).with("scale", "0.02");
    run(tester, 50);
    assertEquals(200 * 18, tester.totals().rowsRead());
    assertEquals(200 * 2, tester.totals().rowsWritten());
  }

  @ParameterizedTest
  @MethodSource("servers")
  void theParcels(Function<SqlJob, JobTester> on) throws Exception {
    run(on.apply(example("deliveries.yaml")).with("lookups", "0"), 2);
  }
}
