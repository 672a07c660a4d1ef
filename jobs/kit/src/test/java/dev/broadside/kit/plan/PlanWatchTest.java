package dev.broadside.kit.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.work.Observation;
import dev.broadside.core.work.Observation.Subject;
import dev.broadside.core.work.Rehearsal.LoadStatement;
import dev.broadside.kit.monitor.Watch;
import dev.broadside.kit.query.Quoting;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Which statements are asked about, when, and what is told of their plans. The plans are this
/// test's own; the connection is real.
class PlanWatchTest {
  private final Map<String, String> plans = new HashMap<>();
  private final List<String> asked = new ArrayList<>();
  private Connection connection;
  private long nanos = 7;

  private final PlanSource source =
      new PlanSource() {
        @Override
        public void begin(Connection unused) {}

        @Override
        public Optional<String> shape(Connection unused, LoadStatement statement, Runnable asks)
            throws SQLException {
          asked.add(statement.name());
          if (statement.sql().contains("secret")) {
            throw new SQLException("no privilege", "42501");
          }
          return Optional.ofNullable(plans.get(statement.sql()));
        }
      };

  @BeforeEach
  void connect() throws SQLException {
    connection = DriverManager.getConnection("jdbc:h2:mem:");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private PlanWatch watch(String... sql) {
    return watch(Quoting.STANDARD, sql);
  }

  private PlanWatch watch(Quoting quoting, String... sql) {
    return new PlanWatch(
        source,
        quoting,
        IntStream.range(0, sql.length)
            .mapToObj(i -> new LoadStatement("s" + i, sql[i], List.of()))
            .toList(),
        () -> nanos);
  }

  private void pass(double seconds) {
    nanos += Math.round(1e9 * seconds);
  }

  @Test
  void aChangeIsToldWithBothPlans() {
    plans.put("select 1", "by index");
    PlanWatch watch = watch("select 1");
    assertEquals(
        List.of(new Observation.Seen(Subject.PLAN, "s0", "by index")),
        watch.look(connection, at(false)));
    plans.put("select 1", "all rows");
    pass(19);
    assertEquals(List.of(), watch.look(connection, at(false)));
    pass(1);
    assertEquals(
        List.of(new Observation.Changed(Subject.PLAN, "s0", "by index", "all rows")),
        watch.look(connection, at(false)));
    assertEquals(1, watch.values()[0]);
  }

  @Test
  void aPlanThatIsNotToldForNowIsNoChange() {
    plans.put("select 1", "by index");
    PlanWatch watch = watch("select 1");
    watch.look(connection, at(true));
    plans.clear();
    assertEquals(List.of(), watch.look(connection, at(true)));
    plans.put("select 1", "by index");
    assertEquals(List.of(), watch.look(connection, at(true)));
  }

  @Test
  void aPlanThatFlapsIsToldAFewTimesAndThenCounted() {
    PlanWatch watch = watch("select 1");
    int told = 0;
    long changes = 0;
    for (int i = 0; i <= 10; i++) {
      plans.put("select 1", "plan " + i % 2);
      told += watch.look(connection, at(true)).size();
      changes += (long) watch.values()[0];
    }
    assertEquals(1 + PlanWatch.MOST_TOLD, told);
    assertEquals(10, changes);
  }

  @Test
  void eachStatementHasItsTurnOnceInTheTime() {
    PlanWatch watch = watch("select 1", "select 2", "select 3", "select 4");
    watch.look(connection, at(false));
    assertEquals(List.of("s0", "s1", "s2", "s3"), asked);
    for (int i = 1; i <= 4; i++) {
      pass(5);
      asked.clear();
      watch.look(connection, at(false));
      assertEquals(List.of("s" + (i - 1)), asked);
    }
    pass(600);
    asked.clear();
    watch.look(connection, at(false));
    assertEquals(4, asked.size(), "what was missed is not made up for");
  }

  @Test
  void severalStatementsInOneAreNeverAskedAbout() {
    PlanWatch watch =
        watch(
            Quoting.MYSQL,
            "select 1; delete from account",
            "call pay(?)",
            "drop table account",
            "insert into account values (?, ';')",
            "select ';' from account",
            "insert into account select * from other",
            "update account set a = ?;",
            "select 1--1; delete from account",
            "select '\\' ; delete from account; select ''",
            "(select 1) union (select ';' /* ; */)",
            "# one; two\nselect 'it\\'s;'; -- done");
    watch.look(connection, at(false));
    assertEquals(List.of("s4", "s5", "s6", "s9", "s10"), asked);
    String told = watch.omissions().getFirst().message();
    assertEquals(
        "what plan the database has is left out for s0, s1, s2, s7, s8: databases tell no plan for such a"
            + " statement",
        told);
    assertTrue(watch.omissions().isEmpty());
  }

  @Test
  void whatMayNotBeAskedIsToldOnceAndAskedAgainOnAnotherConnectionOnly() {
    PlanWatch watch = watch("select secret from a", "select secret from b");
    watch.look(connection, at(true));
    watch.look(connection, at(true));
    assertEquals(List.of("s0", "s1"), asked);
    assertEquals(
        "what plan the database has is left out for s0, s1: no privilege; let the monitor's user"
            + " do what the load's user does",
        watch.omissions().getFirst().message());
    watch.connected(connection);
    watch.look(connection, at(true));
    assertEquals(4, asked.size());
    assertTrue(watch.omissions().isEmpty());
  }

  @Test
  void moreStatementsThanItLooksAtAreNamed() {
    String[] many =
        IntStream.range(0, PlanWatch.MOST_STATEMENTS + 7)
            .mapToObj(i -> "select " + i)
            .toArray(String[]::new);
    PlanWatch watch = watch(many);
    watch.look(connection, at(false));
    assertEquals(PlanWatch.MOST_STATEMENTS, asked.size());
    assertEquals(
        "what plan the database has is left out for s30, s31, s32, s33, s34 and 2 more: only 30"
            + " are looked at",
        watch.omissions().getFirst().message());
  }

  @Test
  void withoutStatementsNothingIsWatched() {
    PlanWatch watch = watch();
    assertEquals(List.of(), watch.look(connection, at(false)));
    assertEquals(List.of(), watch.look(connection, at(true)));
    assertTrue(Double.isNaN(watch.values()[0]));
  }

  @Test
  void statementsOfOneNameAreToldApart() {
    plans.put("select 1", "a");
    plans.put("select 2", "b");
    PlanWatch watch =
        new PlanWatch(
            source,
            Quoting.STANDARD,
            List.of(
                new LoadStatement("read", "select 1", List.of()),
                new LoadStatement("read", "select 1", List.of()),
                new LoadStatement("read", "select 2", List.of())),
            () -> nanos);
    assertEquals(
        List.of(
            new Observation.Seen(Subject.PLAN, "read", "a"),
            new Observation.Seen(Subject.PLAN, "read (2)", "b")),
        watch.look(connection, at(false)));
  }

  private static Watch.Look at(boolean last) {
    return new Watch.Look(_ -> Double.NaN, 0, last);
  }
}
