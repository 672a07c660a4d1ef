package dev.broadside.kit.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Observation.LockWaits;
import dev.broadside.core.work.database.DatabaseFigures;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.engine.Engines;
import dev.broadside.kit.plan.PlanSource;
import dev.broadside.kit.plan.PlanWatch;
import dev.broadside.kit.query.Quoting;
import dev.broadside.kit.query.Rows;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Counters that a test moves, in tables of a database that counts nothing itself.
class CounterMonitorTest {
  private static final double UNKNOWN = Double.NaN;

  private static final View NAMED =
      View.names("status", "select name, number from status where name in (%s)", "");

  private static final View SECRET = View.expressions("secret", "from secret", "SELECT on secret");

  private static final List<EngineCounter> COUNTERS =
      List.of(
          NAMED.gives(DatabaseFigures.UP, "uptime"),
          NAMED.gives(DatabaseFigures.COMMITS, "commit + xa_commit"),
          NAMED.gives(DatabaseFigures.LOG_SYNC_TIME, "centis").times(10),
          NAMED.gives(DatabaseFigures.RUNNING, "running").less(1),
          SECRET.gives(DatabaseFigures.DEADLOCKS, "max(locked)"));

  private static final LockQuestion LOCKED =
      new LockQuestion("waits", "select * from waits", Pattern.compile("for (`.+`)"), "SELECT");

  private final String url = "jdbc:h2:mem:" + UUID.randomUUID();
  private final List<Connection> opened = new ArrayList<>();
  private Connection database;
  private long nanos;

  @BeforeEach
  void makeCounters() throws SQLException {
    database = DriverManager.getConnection(url);
    Rows.run(database, "create table status (name varchar(20) primary key, number double)");
    Rows.run(
        database,
        "insert into status values ('uptime', 100), ('commit', 7), ('xa_commit', 3),"
            + " ('centis', 2.24), ('running', 1)");
    Rows.run(database, "create table secret (locked bigint)");
  }

  @AfterEach
  void close() throws SQLException {
    database.close();
  }

  private Connection open() throws SQLException {
    Connection connection = DriverManager.getConnection(url);
    opened.add(connection);
    return connection;
  }

  private CounterMonitor monitor() {
    return new CounterMonitor(
        this::open,
        COUNTERS,
        List.of(
            new SettingsWatch(""),
            new PlanWatch(PlanSource.NONE, Quoting.STANDARD, List.of(), () -> nanos)),
        Duration.ofSeconds(1),
        () -> nanos);
  }

  private CounterMonitor monitorOfLocks() throws SQLException {
    View sessions = new View("sessions", "select * from sessions", View.Shape.SESSIONS, "", false);
    Rows.run(database, "create table sessions (state varchar(20))");
    return new CounterMonitor(
        this::open,
        List.of(sessions.gives(DatabaseFigures.LOCK_WAITING, "waits + sleeps")),
        List.of(new LockWatch(Optional.of(LOCKED))),
        Duration.ofSeconds(1),
        () -> nanos);
  }

  @Test
  void sessionsAreCountedByTheirStateIfOthersAreSeen() throws SQLException {
    CounterMonitor monitor = monitorOfLocks();
    Rows.run(database, "insert into sessions values ('reads')");
    assertEquals(UNKNOWN, monitor.read()[1]);
    Rows.run(database, "insert into sessions values (null)");
    assertEquals(0, monitor.read()[1]);
    Rows.run(database, "insert into sessions values ('waits'), ('sleeps'), ('waits for us')");
    assertEquals(2, monitor.read()[1]);
  }

  @Test
  void tablesAreAskedForWhileSessionsWaitForLocks() throws SQLException {
    CounterMonitor monitor = monitorOfLocks();
    Rows.run(database, "create table waits (id int, said varchar(50))");
    Rows.run(database, "insert into waits values (1, 'waits for `shop`.`b`'), (2, 'for `a`')");
    Rows.run(database, "insert into waits values (3, 'waits for `a`'), (4, 'and then')");
    Rows.run(database, "insert into sessions values (null), (null)");
    monitor.read();
    assertEquals(List.of(), monitor.observations());
    Rows.run(database, "update sessions set state = 'waits'");
    monitor.read();
    assertEquals(
        List.of(new LockWaits("a", 2), new LockWaits("shop.b", 1)), monitor.observations());
  }

  @Test
  void tablesThatTheUserMayNotAskForAreToldOnceAndLeftOut() throws SQLException {
    CounterMonitor monitor = monitorOfLocks();
    Rows.run(database, "insert into sessions values ('waits'), (null)");
    assertEquals(1, monitor.read()[1]);
    monitor.read();
    assertEquals(List.of(), monitor.observations());
    List<Failure> told = monitor.omissions();
    assertEquals(1, told.size());
    assertTrue(
        told.getFirst().message().endsWith("; grant the user SELECT, or name a monitor-user"));
  }

  private void set(String name, double value) throws SQLException {
    Rows.run(database, "update status set number = " + value + " where name = '" + name + "'");
  }

  private void pass(double seconds) throws SQLException {
    nanos += Math.round(seconds * 1e9);
    Rows.run(database, "update status set number = number + " + seconds + " where name = 'uptime'");
  }

  /// The last value is how many plans changed; this monitor looks at no plan.
  private static void assertTold(double[] told, double... expected) {
    List<Double> all = Arrays.stream(told).boxed().toList();
    assertEquals(Arrays.stream(expected).boxed().toList(), all.subList(0, all.size() - 1));
    assertEquals(UNKNOWN, all.getLast());
  }

  @Test
  void amountsAreDifferencesOverTheTrueTime() throws SQLException {
    CounterMonitor monitor = monitor();
    assertTold(monitor.read(), UNKNOWN, 100, UNKNOWN, UNKNOWN, 0, UNKNOWN);
    pass(1.25);
    set("commit", 9);
    set("xa_commit", 4);
    set("running", 5);
    assertTold(monitor.read(), 1_250, 101.25, 3, 0, 4, UNKNOWN);
    pass(0.5);
    assertTold(monitor.read(), 500, 101.75, 0, 0, 4, UNKNOWN);
  }

  @Test
  void whatRoundingTakesFromOneAmountIsInALaterOne() throws SQLException {
    CounterMonitor monitor = monitor();
    monitor.read();
    double all = 0;
    for (int i = 1; i <= 10; i++) {
      set("centis", 2.24 + 0.04 * i);
      all += monitor.read()[3];
    }
    assertEquals(4, all);
  }

  @Test
  void aCounterThatBeganAnewMakesAmountsUnknownAndNeverNegative() throws SQLException {
    CounterMonitor monitor = monitor();
    monitor.read();
    pass(1);
    set("commit", 0);
    assertTold(monitor.read(), UNKNOWN, 101, UNKNOWN, UNKNOWN, 0, UNKNOWN);
    pass(1);
    set("commit", 2);
    assertTold(monitor.read(), 1_000, 102, 2, 0, 0, UNKNOWN);
  }

  @ParameterizedTest
  @CsvSource({"0", "3", "5000"})
  void anEngineThatWasStartedAgainOrIsAnotherOneIsNoHugeAmount(double uptime) throws SQLException {
    CounterMonitor monitor = monitor();
    monitor.read();
    pass(60);
    set("uptime", uptime);
    set("commit", 1e9);
    assertTold(monitor.read(), UNKNOWN, uptime, UNKNOWN, UNKNOWN, 0, UNKNOWN);
  }

  @Test
  void whatIsRefusedIsToldOnceAndLeftOut() throws SQLException {
    Rows.run(database, "drop table secret");
    CounterMonitor monitor = monitor();
    monitor.read();
    List<Failure> told = monitor.omissions();
    assertEquals(1, told.size());
    assertTrue(
        told.getFirst().message().startsWith("what secret tells is left out: Table \"SECRET\""),
        told::toString);
    assertTrue(
        told.getFirst()
            .message()
            .endsWith("; grant the user SELECT on secret, or name a monitor-user"),
        told::toString);
    opened.getFirst().close();
    assertThrows(SQLException.class, monitor::read);
    assertTold(monitor.read(), UNKNOWN, 100, UNKNOWN, UNKNOWN, 0, UNKNOWN);
    assertEquals(List.of(), monitor.omissions());
  }

  @Test
  void aBrokenConnectionIsReplacedAndWhatPassedMeanwhileIsUnknown() throws SQLException {
    CounterMonitor monitor = monitor();
    monitor.read();
    opened.getFirst().close();
    SQLException failure = assertThrows(SQLException.class, monitor::read);
    assertTrue(
        failure
            .getMessage()
            .startsWith("the database's own figures are unknown until it can be read again: "),
        failure::toString);
    set("commit", 100);
    assertTold(monitor.read(), UNKNOWN, 100, UNKNOWN, UNKNOWN, 0, UNKNOWN);
    pass(1);
    set("commit", 101);
    assertTold(monitor.read(), 1_000, 101, 1, 0, 0, UNKNOWN);
    assertEquals(2, opened.size());
    monitor.close();
    assertTrue(opened.getLast().isClosed());
  }

  @ParameterizedTest
  @CsvSource({
    "mysql, 8.4.3", "mariadb, 11.4.5-MariaDB", "postgresql, 14.2", "postgresql, 15.1 (Debian)",
    "postgresql, 16.0", "postgresql, 17rc1", "postgresql, 18.6", "oracle, 19c"
  })
  void anEngineDeclaresEachFigureOnceAndEveryWholeOfAShare(String engine, String version) {
    Dialect dialect = Engines.named(engine);
    List<EngineCounter> counters = dialect.counters(version);
    Set<String> ids = new HashSet<>();
    CounterMonitor.figures(counters).forEach(one -> assertTrue(ids.add(one.id()), one.id()));
    CounterMonitor.figures(counters)
        .forEach(one ->
            assertTrue(one.shareOf().isEmpty() || ids.contains(one.shareOf()), one::toString));
    assertTrue(counters.stream().allMatch(one -> DatabaseFigures.place(one.figure()) >= 0));
    counters.forEach(
        one -> assertTrue(DatabaseFigures.mayHave(one.figure().id()), () -> one.figure().id()));
  }
}
