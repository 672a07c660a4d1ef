package dev.broadside.kit.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Observation;
import dev.broadside.core.work.Observation.Changed;
import dev.broadside.core.work.Observation.Seen;
import dev.broadside.core.work.Observation.Subject;
import dev.broadside.core.work.Rehearsal.LoadStatement;
import dev.broadside.core.work.TargetMonitor;
import dev.broadside.jobs.testkit.LiveTarget;
import dev.broadside.jobs.transfer.Transfer;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.engine.Engines;
import dev.broadside.kit.jdbc.Target;
import dev.broadside.kit.monitor.Watch;
import dev.broadside.kit.query.Rows;
import dev.broadside.testkit.JobTester;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Plans and settings as real databases tell them.
@Timeout(120)
class PlansTest {

  private static JobTester tester(LiveTarget live) throws Exception {
    JobTester tester =
        live.target(JobTester.of(new Transfer()))
            .with("accounts", "1000")
            .with("table-prefix", prefix(live));
    try (Connection connection = connect(tester)) {
      Rows.run(connection, "drop table if exists " + table(live));
    }
    tester.prepare();
    assertEquals(List.of(), tester.rehearse());
    return tester;
  }

  private static String prefix(LiveTarget live) {
    return "planned" + live.ordinal() + "_";
  }

  private static String table(LiveTarget live) {
    return prefix(live) + "account";
  }

  private static Connection connect(JobTester tester) throws SQLException {
    return Target.of(tester.values()).connect(Target.Purpose.SET_UP);
  }

  /// The plans of a first reading, by statement.
  private static Map<String, String> seen(TargetMonitor monitor) throws Exception {
    monitor.read();
    Map<String, String> plans = new TreeMap<>();
    for (Observation one : monitor.observations()) {
      if (one instanceof Seen(Subject _, String name, String text)) {
        plans.put(name, text);
      }
    }
    return plans;
  }

  private static Map<String, String> byKey(LiveTarget live) {
    String table = table(live);
    String scan = "Index Scan using " + table + "_pkey on " + table;
    String change = "Update on " + table + "\n· " + scan;
    String range = table + ": range by PRIMARY (8 bytes)";
    return live == LiveTarget.POSTGRESQL
        ? Map.of("read_balance", "LockRows\n· " + scan, "debit", change, "credit", change)
        : Map.of(
            "read_balance",
            table + ": const by PRIMARY (8 bytes)",
            "debit",
            range,
            "credit",
            range);
  }

  @ParameterizedTest
  @EnumSource
  void anIndexDroppedInMidRunIsNamed(LiveTarget live) throws Exception {
    JobTester tester = tester(live);
    boolean postgres = live == LiveTarget.POSTGRESQL;
    String table = table(live);
    try (TargetMonitor monitor = tester.monitor().orElseThrow();
        Connection other = connect(tester)) {
      Map<String, String> before = seen(monitor);
      assertEquals(byKey(live), before);
      Rows.run(
          other,
          "alter table "
              + table
              + " drop "
              + (postgres ? "constraint " + table + "_pkey" : "primary key"));
      List<Changed> changes = new ArrayList<>();
      double counted = 0;
      while (changes.size() < 3 && !Thread.currentThread().isInterrupted()) {
        double[] read = monitor.read();
        counted += read[read.length - 1];
        for (Observation one : monitor.observations()) {
          changes.add((Changed) one);
        }
      }
      assertEquals(3, counted);
      for (Changed change : changes) {
        assertEquals(before.get(change.name()), change.before());
        String all = postgres ? "Seq Scan on " + table : table + ": all rows";
        assertTrue(change.text().endsWith(all), change::text);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void withoutARehearsalPlansAreKnownToo(LiveTarget live) throws Exception {
    JobTester tester = live.target(JobTester.of(new Transfer())).with("accounts", "1000");
    try (Connection connection = connect(tester(live))) {
      tester.with("table-prefix", prefix(live)).prepare();
      try (TargetMonitor monitor = tester.monitor().orElseThrow()) {
        assertEquals(byKey(live), seen(monitor));
      }
      Rows.run(connection, "drop table " + table(live));
    }
  }

  /// And nothing of it is carried out.
  @ParameterizedTest
  @EnumSource
  void semicolonsInTextsAndCommentsHideNoPlan(LiveTarget live) throws Exception {
    JobTester tester = tester(live);
    String read = "select id from " + table(live) + " where id = 1";
    boolean postgres = live == LiveTarget.POSTGRESQL;
    List<LoadStatement> statements =
        Stream.of(
                read + " and ';' <> 'a''b;'; -- done; really",
                "/* one; two */ -- it's\n" + read + ";",
                "(" + read + ") union (select 2)",
                read + (postgres ? " and E'it\\'s;' <> $a$;'$a$" : " and 'it\\'s;' <> \";'\" # ;'"),
                read + " for update; -- (all)")
            .map(sql -> new LoadStatement("read", sql, List.of()))
            .toList();
    try (Connection connection = connect(tester)) {
      connection.setAutoCommit(false);
      Dialect dialect = Engines.of(connection);
      PlanWatch watch =
          new PlanWatch(dialect.plans(), dialect.quoting(), statements, System::nanoTime);
      List<Observation> news = watch.look(connection, new Watch.Look(_ -> 0, 0, false));
      assertEquals(List.of(), watch.omissions());
      assertEquals(statements.size(), news.size(), news::toString);
      String key = postgres ? "_pkey" : "PRIMARY";
      assertTrue(news.stream().allMatch(one -> ((Seen) one).text().contains(key)), news::toString);
    }
  }

  /// The keys of the rehearsal lead to one row each; whoever locks them is not waited for.
  @ParameterizedTest
  @EnumSource
  void lockedRowsAndQuestionsDoNotHinderEachOther(LiveTarget live) throws Exception {
    JobTester tester = tester(live);
    try (TargetMonitor monitor = tester.monitor().orElseThrow();
        Connection other = connect(tester)) {
      other.setAutoCommit(false);
      Rows.run(other, "update " + table(live) + " set balance = balance");
      assertEquals(byKey(live), seen(monitor));
      other.rollback();
    }
  }

  @ParameterizedTest
  @EnumSource
  void questionsAreNoAmounts(LiveTarget live) throws Exception {
    JobTester tester = tester(live);
    try (TargetMonitor monitor = tester.monitor().orElseThrow()) {
      monitor.read();
      double[] next = monitor.read();
      for (int i = 0; i < next.length; i++) {
        String id = monitor.figures().get(i).id();
        if (id.matches("db\\.(selects|inserts|updates|deletes|commits|row_lock_waits)")) {
          assertEquals(0, next[i], id);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = "POSTGRESQL") // MariaDB lets everybody do everything in its database test
  void whoMayNotReadTheTablesIsToldOnceWhatIsLeftOut(LiveTarget live) throws Exception {
    JobTester tester = tester(live);
    try (Connection connection = connect(tester)) {
      live.makeLooker(connection);
    }
    tester.with("monitor-user", "looker").with("monitor-password", "r");
    try (TargetMonitor monitor = tester.monitor().orElseThrow()) {
      seen(monitor);
      List<String> told =
          monitor.omissions().stream()
              .map(Failure::message)
              .filter(one -> one.contains("plan"))
              .toList();
      assertEquals(1, told.size(), told::toString);
      assertTrue(
          told.getFirst()
              .startsWith(
                  "what plan the database has is left out for read_balance, debit, credit: "),
          told::toString);
      monitor.read();
      assertEquals(List.of(), monitor.omissions());
    }
  }

  @ParameterizedTest
  @EnumSource
  void aLostConnectionIsNoChange(LiveTarget live) throws Exception {
    JobTester tester = tester(live);
    try (Connection connection = connect(tester)) {
      live.makeLooker(connection);
      tester.with("monitor-user", "looker").with("monitor-password", "r");
      try (TargetMonitor monitor = tester.monitor().orElseThrow()) {
        seen(monitor);
        Rows.run(
            connection,
            live == LiveTarget.POSTGRESQL
                ? "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'looker'"
                : "kill user looker");
        assertThrows(SQLException.class, monitor::read);
        monitor.read();
        monitor.ends();
        monitor.read();
        assertEquals(List.of(), changes(monitor));
      }
    }
  }

  private static List<Observation> changes(TargetMonitor monitor) {
    return monitor.observations().stream().filter(Changed.class::isInstance).toList();
  }

  @ParameterizedTest
  @EnumSource
  void aSettingThatChangedIsToldAtTheEnd(LiveTarget live) throws Exception {
    JobTester tester = tester(live);
    boolean postgres = live == LiveTarget.POSTGRESQL;
    try (TargetMonitor monitor = tester.monitor().orElseThrow();
        Connection other = connect(tester)) {
      seen(monitor);
      set(
          other,
          postgres,
          postgres ? "alter system set work_mem = '5MB'" : "set global sync_binlog = 7");
      try {
        monitor.ends();
        List<Observation> told = List.of();
        // A session of PostgreSQL reads its files again between two statements.
        while (told.isEmpty() && !Thread.currentThread().isInterrupted()) {
          monitor.read();
          told = changes(monitor);
        }
        assertEquals(
            List.of(
                postgres
                    ? new Changed(Subject.SETTING, "work_mem", "4096 kB", "5120 kB")
                    : new Changed(Subject.SETTING, "sync_binlog", "0", "7")),
            told);
      } finally {
        set(
            other,
            postgres,
            postgres ? "alter system reset work_mem" : "set global sync_binlog = 0");
      }
    }
  }

  private static void set(Connection connection, boolean postgres, String sql) throws SQLException {
    Rows.run(connection, sql);
    if (postgres) {
      Rows.run(connection, "select pg_reload_conf()");
    }
  }
}
