package dev.broadside.jobs.igenoltp;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.param.Problem;
import dev.broadside.jobs.testkit.ClaimedDatabase;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.engine.Engines;
import dev.broadside.kit.jdbc.Target;
import dev.broadside.kit.jdbc.TargetParameters;
import dev.broadside.kit.monitor.CounterMonitor;
import dev.broadside.kit.own.OwnedIds;
import dev.broadside.kit.own.OwnedRows;
import dev.broadside.kit.plan.OraclePlans;
import dev.broadside.testkit.JobTester;
import dev.broadside.testkit.TestRun;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Oracle, as far as it can be tested without one, and in full where `BROADSIDE_ORACLE_URL` names
/// one.
class OracleTest {
  private static final Dialect ORACLE = Engines.named("oracle");

  static Stream<String> statements() {
    OwnedRows own = new OwnedRows("t_orders", "id", "customer_id");
    own.open(OwnedIds.of(0, 1), ORACLE, UnaryOperator.identity());
    return Stream.of(
            new Igenoltp().statements(ORACLE, "t_"),
            own.queries(),
            CounterMonitor.statements(ORACLE.counters("19")),
            List.of(
                ORACLE.settingsQuery(),
                OraclePlans.QUESTION,
                ORACLE.roomForConnectionsQuery(),
                ORACLE.countersQuery(List.of("t_orders")),
                ORACLE.heldPrivilegesQuery()))
        .flatMap(List::stream);
  }

  @ParameterizedTest
  @MethodSource("statements")
  void everyStatementParses(String statement) {
    assertDoesNotThrow(() -> CCJSqlParserUtil.parse(statement), statement);
  }

  @ParameterizedTest
  @MethodSource("statements")
  void noStatementSpeaksAnotherDatabasesWords(String statement) {
    assertTrue(
        Stream.of(" limit ", "bigint", "varchar(", "engine=", " if exists", " if not exists")
            .noneMatch(statement::contains),
        statement);
  }

  @Test
  void anIsolationThatTheDatabaseHasNotIsRefusedBeforeAnyLoad() throws Exception {
    JobTester job = JobTester.onH2(new Igenoltp()).with("isolation", "repeatable-read");
    Optional<Problem> problem =
        TargetParameters.unknownIsolation(
            ClaimedDatabase.of(Map.of("supportsTransactionIsolationLevel", false)),
            "repeatable-read");
    assertEquals(
        "parameter isolation: the database has no isolation repeatable-read;"
            + " choose another one, or default.",
        problem.orElseThrow().sentence());
    assertEquals(List.of(), job.trial());
  }

  @Test
  void aMeasuringConnectionHasNoReadTimeout() {
    Target target =
        Target.of(
            JobTester.of(new Igenoltp())
                .with("url", "jdbc:oracle:thin:@//127.0.0.1:1/none")
                .values());
    assertEquals("0", target.properties().get("oracle.jdbc.ReadTimeout"));
  }

  @Test
  void theDriverIsThereAndAnUnreachableServerIsSaidToBeOne() throws Exception {
    JobTester job =
        JobTester.of(new Igenoltp())
            .with("url", "jdbc:oracle:thin:@//127.0.0.1:1/none")
            .with("user", "u")
            .with("password", "p");
    assertEquals(List.of(), job.check());
    List<Problem> problems = job.trial();
    assertEquals(1, problems.size());
    assertEquals(Problem.Kind.UNREACHABLE, problems.getFirst().kind(), problems::toString);
    assertTrue(problems.getFirst().what().contains("ORA-"), problems::toString);
  }

  @Test
  void theJobRunsOnARealOracle() throws Exception {
    Optional<String> url = Optional.ofNullable(System.getenv("BROADSIDE_ORACLE_URL"));
    if (url.isEmpty()) {
      System.err.println(
          "NOT RUN: igenoltp on a real Oracle; set BROADSIDE_ORACLE_URL, _USER and _PASSWORD.");
    }
    Assumptions.assumeTrue(
        url.isPresent(), "BROADSIDE_ORACLE_URL is not set: the job is not run on a real Oracle");
    JobTester job =
        JobTester.of(new Igenoltp())
            .with("url", url.get())
            .with("user", System.getenv("BROADSIDE_ORACLE_USER"))
            .with("password", System.getenv("BROADSIDE_ORACLE_PASSWORD"))
            .with("scale", "0.05")
            .with("table-prefix", "bs_")
            .with("clean-up", "drop")
            .threads(4);
    assertEquals(List.of(), job.trial());
    job.cleanUp();
    job.prepare();
    try (TestRun run = job.open()) {
      run.iterate(1_000);
    }
    assertEquals(18_000, job.totals().rowsRead());
    job.verifyHolds();
    job.cleanUp();
  }
}
