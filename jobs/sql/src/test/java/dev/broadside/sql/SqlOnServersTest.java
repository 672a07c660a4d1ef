package dev.broadside.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.testkit.JobTester;
import dev.broadside.testkit.MariaDbServer;
import dev.broadside.testkit.TestRun;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The shipped examples on MariaDB and PostgreSQL: several threads at once, and what must hold
/// does.
class SqlOnServersTest {
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

  private static JobTester run(JobTester tester, int each) throws Exception {
    assertEquals(java.util.List.of(), tester.trial());
    tester.prepare();
    try (TestRun run = tester.threads(4).open()) {
      run.iterateAtOnce(each);
    }
    assertEquals(0, tester.totals().transactions().failed(), () -> "" + tester.totals().failures());
    tester.verifyHolds();
    return tester;
  }

  @ParameterizedTest
  @MethodSource("servers")
  void theTransfer(Function<SqlJob, JobTester> on) throws Exception {
    JobTester tester = on.apply(JobFiles.example("transfer.yaml")).with("accounts", "10");
    assertEquals(400, run(tester, 100).totals().transactions().ok());
    assertTrue(tester.totals().transactions().rolledBack() > 0);
  }

  @ParameterizedTest
  @MethodSource("servers")
  void theOrderSystem(Function<SqlJob, JobTester> on) throws Exception {
    JobTester tester = on.apply(JobFiles.example("igenoltp.yaml")).with("scale", "0.02");
    run(tester, 50);
    assertEquals(200 * 18, tester.totals().rowsRead());
    assertEquals(200 * 2, tester.totals().rowsWritten());
  }

  @ParameterizedTest
  @MethodSource("servers")
  void theParcels(Function<SqlJob, JobTester> on) throws Exception {
    run(on.apply(JobFiles.example("deliveries.yaml")).with("lookups", "0"), 2);
  }
}
