package dev.broadside.kit.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.work.Observation.StatementTable;
import dev.broadside.core.work.Observation.StatementWork;
import dev.broadside.core.work.TargetMonitor;
import dev.broadside.jobs.testkit.LiveTarget;
import dev.broadside.jobs.transfer.Transfer;
import dev.broadside.kit.jdbc.Target;
import dev.broadside.kit.query.Rows;
import dev.broadside.testkit.JobTester;
import dev.broadside.testkit.MariaDbServer;
import dev.broadside.testkit.TestRun;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What databases count for each statement is what the job's threads did.
@Timeout(120)
class StatementsTest {
  private static final int ITERATIONS = 50;
  private static final List<String> OPERATIONS = List.of("read_balance", "debit", "credit");

  /// A database that counts statements, by way of a driver.
  private enum Counting {
    MARIADB("jdbc:mariadb:"),
    MARIADB_BY_CONNECTOR_J("jdbc:mysql:"),
    POSTGRESQL("");

    private final String scheme;

    Counting(String scheme) {
      this.scheme = scheme;
    }

    JobTester tester() throws Exception {
      JobTester tester = JobTester.of(new Transfer());
      tester =
          this == POSTGRESQL
              ? LiveTarget.POSTGRESQL.target(tester)
              : tester
                  .with("url", scheme + Instrumented.SERVER.address() + "?useServerPrepStmts=false")
                  .with("user", MariaDbServer.USER)
                  .with("password", MariaDbServer.PASSWORD);
      tester = tester.with("accounts", "1000").with("table-prefix", "counted" + ordinal() + "_");
      tester.prepare();
      if (this == POSTGRESQL) {
        extension(tester, "create extension if not exists pg_stat_statements");
      }
      return tester;
    }
  }

  private static final class Instrumented {
    static final MariaDbServer SERVER = MariaDbServer.start("--performance-schema=ON");
  }

  private static void extension(JobTester tester, String statement) throws SQLException {
    try (Connection connection = connect(tester)) {
      Rows.run(connection, statement);
    }
  }

  private static Connection connect(JobTester tester) throws SQLException {
    return Target.of(tester.values()).connect(Target.Purpose.SET_UP);
  }

  private static StatementTable last(TargetMonitor monitor) throws Exception {
    monitor.ends();
    monitor.read();
    return (StatementTable) monitor.observations().getLast();
  }

  private static Map<String, StatementWork> byOperation(StatementTable table) {
    return table.rows().stream()
        .filter(row -> !row.operation().isEmpty())
        .collect(Collectors.toMap(StatementWork::operation, Function.identity()));
  }

  @ParameterizedTest
  @EnumSource
  void callsAreWhatTheThreadsDid(Counting target) throws Exception {
    JobTester tester = target.tester();
    try (TargetMonitor monitor = tester.monitor().orElseThrow()) {
      StatementTable table;
      try (TestRun run = tester.open()) {
        monitor.read();
        run.iterate(ITERATIONS);
        table = last(monitor);
      }
      Map<String, StatementWork> counted = byOperation(table);
      for (String operation : OPERATIONS) {
        StatementWork work = counted.get(operation);
        assertEquals(tester.totals().operation(operation).ok(), work.calls(), table::toString);
        assertTrue(work.totalMillis() > 0, work::toString);
        // What an earlier run had counted may hide the longest of this one.
        assertTrue(
            work.maxMillis() < 0 || work.maxMillis() * work.calls() >= work.totalMillis(),
            work::toString);
        assertTrue(work.effort().rows() > 0, work::toString);
        assertTrue(
            work.effort().rowsExamined() > 0 || target == Counting.POSTGRESQL, work::toString);
      }
      assertTrue(table.totalMillis() > 0);
      List<String> monitors =
          table.rows().stream()
              .map(StatementWork::text)
              .filter(text -> text.matches("(?is).*(show|_schema|pg_stat_|pg_class|recovery).*"))
              .toList();
      assertEquals(List.of(), monitors);
    }
  }

  @ParameterizedTest
  @EnumSource
  void countsThatAreSetBackAreNeitherNegativeNorHuge(Counting target) throws Exception {
    JobTester tester = target.tester();
    try (TargetMonitor monitor = tester.monitor().orElseThrow();
        Connection other = connect(tester);
        TestRun run = tester.open()) {
      run.iterate(2 * ITERATIONS);
      long before = tester.totals().operation("debit").ok();
      monitor.read();
      run.iterate(ITERATIONS);
      last(monitor);
      setBack(target, other);
      run.iterate(ITERATIONS);
      StatementTable table = last(monitor);
      assertEquals(
          tester.totals().operation("debit").ok() - before,
          byOperation(table).get("debit").calls(),
          table::toString);
      assertTrue(table.note().contains(" was set back"), table::note);
      table.rows().forEach(row -> assertTrue(row.totalMillis() >= 0, row::toString));
    }
  }

  @Test
  void mariaDbCountsWhatWasPreparedOnItTogether() throws Exception {
    JobTester tester =
        Counting.MARIADB.tester().with("url", "jdbc:mariadb:" + Instrumented.SERVER.address());
    try (TargetMonitor monitor = tester.monitor().orElseThrow();
        TestRun run = tester.open()) {
      monitor.read();
      run.iterate(ITERATIONS);
      StatementTable table = last(monitor);
      long all = OPERATIONS.stream().mapToLong(one -> tester.totals().operation(one).ok()).sum();
      StatementWork together =
          table.rows().stream()
              .filter(row -> row.text().equals("(all that was prepared on the server)"))
              .findFirst()
              .orElseThrow();
      // MariaDB does not tell the monitor's own questions for plans from them.
      assertTrue(
          together.calls() >= all && together.calls() <= all + 2 * OPERATIONS.size(),
          table::toString);
      assertTrue(together.totalMillis() > 0);
      assertTrue(table.note().contains("useServerPrepStmts=false"), table::note);
    }
  }

  private static void setBack(Counting target, Connection other) throws SQLException {
    List<String> statements =
        target == Counting.POSTGRESQL
            ? List.of("select pg_stat_statements_reset()")
            : List.of("truncate table performance_schema.events_statements_summary_by_digest");
    for (String statement : statements) {
      Rows.run(other, statement);
    }
  }

  @Test
  void withoutThePerformanceSchemaThatIsSaidInTheTablesPlace() throws Exception {
    JobTester tester = LiveTarget.MARIADB.target(JobTester.of(new Transfer()));
    tester.with("table-prefix", "uncounted_").with("accounts", "10").prepare();
    try (TargetMonitor monitor = tester.monitor().orElseThrow()) {
      monitor.read();
      StatementTable table = last(monitor);
      assertEquals(List.of(), table.rows());
      assertTrue(
          table.note().startsWith("no statement table: performance_schema is off"), table::note);
      assertEquals(List.of(), monitor.omissions());
    }
  }

  @Test
  void withoutTheExtensionThatIsSaidInTheTablesPlace() throws Exception {
    JobTester tester = Counting.POSTGRESQL.tester();
    extension(tester, "drop extension pg_stat_statements");
    try (TargetMonitor monitor = tester.monitor().orElseThrow()) {
      monitor.read();
      StatementTable table = last(monitor);
      assertEquals(List.of(), table.rows());
      assertTrue(table.note().contains("pg_stat_statements is not installed"), table::note);
      assertTrue(monitor.read()[1] >= 0, "the counters are read all the same");
    } finally {
      extension(tester, "create extension pg_stat_statements");
    }
  }

  @Test
  void whatTheUserMayNotReadIsSaidInTheTablesPlace() throws Exception {
    JobTester tester = Counting.MARIADB.tester();
    try (Connection connection = connect(tester)) {
      LiveTarget.MARIADB.makeLooker(connection);
    }
    tester = tester.with("monitor-user", "looker").with("monitor-password", "r");
    try (TargetMonitor monitor = tester.monitor().orElseThrow()) {
      monitor.read();
      StatementTable table = last(monitor);
      assertEquals(List.of(), table.rows());
      assertTrue(
          table.note().contains("events_statements_summary_by_digest is left out: "), table::note);
      assertTrue(monitor.read()[1] >= 0, "the counters are read all the same");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "MARIADB_BY_CONNECTOR_J"})
  void whatTheMonitorItselfAsksIsNoAmount(Counting target) throws Exception {
    JobTester tester = target.tester();
    try (TargetMonitor monitor = tester.monitor().orElseThrow()) {
      monitor.read();
      List<String> ids = monitor.figures().stream().map(one -> one.id()).toList();
      for (int i = 0; i < 3; i++) {
        double[] values = monitor.read();
        assertEquals(0, values[ids.indexOf("db.selects")]);
        assertEquals(0, values[ids.indexOf("db.temp_tables")]);
        assertTrue(values[ids.indexOf("db.mysql_wait_file")] >= 0);
        assertEquals(Double.NaN, values[ids.indexOf("db.mysql_wait_synch")], "not instrumented");
      }
    }
  }
}
