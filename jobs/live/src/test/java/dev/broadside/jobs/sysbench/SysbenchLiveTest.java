package dev.broadside.jobs.sysbench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.JobClass;
import dev.broadside.core.work.Verification.Check;
import dev.broadside.jobs.testkit.LiveTarget;
import dev.broadside.jobs.testkit.Proxy;
import dev.broadside.jobs.testkit.ServerCounts;
import dev.broadside.kit.jdbc.Target;
import dev.broadside.kit.query.Rows;
import dev.broadside.kit.query.TableCatalog;
import dev.broadside.testkit.JobTester;
import dev.broadside.testkit.TestRun;
import java.sql.Connection;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// The jobs on real databases: what an event sends, as the databases themselves count it, and what
/// becomes of the tables, whatever happens meanwhile.
class SysbenchLiveTest {
  private static final int EVENTS = 200;

  private static JobTester job(LiveTarget target, JobClass jobClass) {
    JobTester job = target.target(JobTester.of(jobClass)).with("clean-up", "drop");
    return jobClass instanceof BulkInsert ? job : job.with("table-size", "1000");
  }

  private static void prepare(JobTester job) throws Exception {
    assertEquals(List.of(), job.check());
    job.cleanUp();
    assertEquals(List.of(), job.trial());
    job.prepare();
  }

  private static void assertHolds(JobTester job) throws Exception {
    job.verifyHolds();
    job.cleanUp();
  }

  private static Stream<Arguments> events() {
    return Stream.of(LiveTarget.values())
        .flatMap(target ->
            Stream.of(
                Arguments.of(target, new OltpJobs.ReadWrite(), List.of(14, 1, 2, 1, 1, 1)),
                Arguments.of(target, new OltpJobs.ReadOnly(), List.of(14, 0, 0, 0, 1, 1)),
                Arguments.of(target, new OltpJobs.WriteOnly(), List.of(0, 1, 2, 1, 1, 1)),
                Arguments.of(target, new OltpJobs.PointSelect(), List.of(1, 0, 0, 0, 0, 0)),
                Arguments.of(target, new OltpJobs.UpdateIndex(), List.of(0, 0, 1, 0, 0, 0)),
                Arguments.of(target, new OltpJobs.UpdateNonIndex(), List.of(0, 0, 1, 0, 0, 0)),
                Arguments.of(target, new OltpJobs.Insert(), List.of(0, 1, 0, 0, 0, 0)),
                Arguments.of(target, new OltpJobs.Delete(), List.of(0, 0, 0, 1, 0, 0)),
                Arguments.of(target, new OltpJobs.RandomPoints(), List.of(1, 0, 0, 0, 0, 0)),
                Arguments.of(target, new OltpJobs.RandomRanges(), List.of(1, 0, 0, 0, 0, 0))));
  }

  @ParameterizedTest
  @MethodSource("events")
  void anEventSendsItsStatementsByTheDatabasesOwnCount(
      LiveTarget target, JobClass jobClass, List<Integer> each) throws Exception {
    JobTester job = job(target, jobClass).threads(2);
    prepare(job);
    try (TestRun run = job.open();
        Connection connection = Target.of(job.values()).connect(Target.Purpose.RUN)) {
      ServerCounts before = ServerCounts.read(target, connection, "sbtest\\d");
      run.iterate(EVENTS);
      ServerCounts grown = ServerCounts.read(target, connection, "sbtest\\d").minus(before);
      assertEquals(
          each.stream().map(count -> (long) count * EVENTS).toList(),
          Stream.of("select", "insert", "update", "delete", "begin", "commit")
              .map(grown::of)
              .toList());
    }
    assertEquals(
        EVENTS, job.totals().transactions().ok(), () -> job.totals().failures().toString());
    assertHolds(job);
  }

  @ParameterizedTest
  @EnumSource
  void aTransactionIsTwentyNetworkTripsAsInSysbench(LiveTarget target) throws Exception {
    try (Proxy proxy = new Proxy(target.port())) {
      JobTester job = job(target, new OltpJobs.ReadWrite()).with("url", target.url(proxy));
      prepare(job);
      try (TestRun run = job.open()) {
        run.iterate(1);
        long before = proxy.trips();
        run.iterate(50);
        assertEquals(50 * 20, proxy.trips() - before);
      }
      assertHolds(job);
    }
  }

  /// 77 of 10,000 ids get 76 % of the updates, seen in the table itself.
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "MARIADB_BY_CONNECTOR_J")
  void theHotWindowShowsInTheTable(LiveTarget target) throws Exception {
    JobTester job = job(target, new OltpJobs.UpdateIndex()).with("table-size", "10000");
    prepare(job);
    try (TestRun run = job.open();
        Connection connection = Target.of(job.values()).connect(Target.Purpose.RUN)) {
      String hot = "select sum(k) from sbtest1 where id between 4975 and 5051";
      long before = Rows.whole(connection, hot);
      run.iterate(5_000);
      assertEquals(0.76, (Rows.whole(connection, hot) - before) / 5_000.0, 0.02);
    }
    assertHolds(job);
  }

  /// Hot rows, many threads: events meet, are rolled back and begin again with other keys.
  @ParameterizedTest
  @EnumSource
  void eventsThatMeetBeginAgainAndTheRowsStayWhatTheyWere(LiveTarget target) throws Exception {
    JobTester job = job(target, new OltpJobs.WriteOnly()).with("table-size", "100").threads(8);
    prepare(job);
    try (TestRun run = job.open()) {
      do {
        run.iterateAtOnce(50);
      } while (job.totals().retried() == 0);
    }
    assertTrue(
        job.totals().failures().stream()
            .allMatch(failure -> failure.retry() == Failure.Retry.NEW_INPUT),
        () -> job.totals().failures().toString());
    assertHolds(job);
  }

  @ParameterizedTest
  @EnumSource
  void anAnswerThatNeverComesLeavesTheTablesRight(LiveTarget target) throws Exception {
    try (Proxy proxy = new Proxy(target.port())) {
      JobTester job = job(target, new OltpJobs.WriteOnly()).with("url", target.url(proxy));
      prepare(job);
      try (TestRun run = job.open()) {
        run.iterate(5);
        for (int trip = 1; trip <= 6; trip++) {
          proxy.swallowAnswer(trip);
          run.iterate(5);
        }
      }
      assertEquals(
          1, job.totals().transactions().uncertain(), () -> job.totals().failures().toString());
      assertEquals(
          5, job.totals().transactions().failed(), () -> job.totals().failures().toString());
      assertTrue(
          job.totals().failures().stream()
              .allMatch(failure -> failure.errorClass() == ErrorClass.CONNECTION_LOST),
          () -> job.totals().failures().toString());
      assertHolds(job);
    }
  }

  @ParameterizedTest
  @EnumSource
  void bulkInsertLosesNoRowWhereAnAnswerIsLost(LiveTarget target) throws Exception {
    try (Proxy proxy = new Proxy(target.port())) {
      JobTester job = job(target, new BulkInsert()).with("url", target.url(proxy));
      prepare(job);
      try (TestRun run = job.open()) {
        run.iterate(10);
        proxy.swallowAnswer(1);
        run.iterate(60_000);
      }
      assertEquals(
          1, job.totals().transactions().uncertain(), () -> job.totals().failures().toString());
      assertEquals(60_009, job.totals().transactions().ok());
      assertHolds(job);
    }
  }

  @ParameterizedTest
  @EnumSource
  void tablesHaveSysbenchsShape(LiveTarget target) throws Exception {
    JobTester job =
        job(target, new OltpJobs.ReadOnly()).with("tables", "2").with("table-size", "100");
    prepare(job);
    try (Connection connection = Target.of(job.values()).connect(Target.Purpose.RUN)) {
      assertEquals(List.of("id", "k", "c", "pad"), columns(connection, "column_name"));
      List<String> types = columns(connection, "data_type");
      assertEquals(
          target == LiveTarget.POSTGRESQL
              ? List.of("integer", "integer", "character", "character")
              : List.of("int", "int", "char", "char"),
          types);
      assertEquals(
          List.of("120", "60"),
          columns(connection, "character_maximum_length").stream()
              .filter(length -> !length.isEmpty())
              .toList());
      assertEquals(
          100, Rows.whole(connection, "select count(*) from sbtest2 where length(c) = 119"));
      assertEquals(
          100, Rows.whole(connection, "select count(*) from sbtest2 where k between 1 and 100"));
      assertTrue(TableCatalog.hasIndex(connection, "sbtest2", "k_2"));
    }
    job.cleanUp();
  }

  private static List<String> columns(Connection connection, String what) throws Exception {
    return Rows.column(
        connection,
        """
        select %s from information_schema.columns
        where table_name = 'sbtest1' and table_schema in ('test', 'public')
        order by ordinal_position\
        """
            .formatted(what));
  }

  @ParameterizedTest
  @EnumSource
  void aTableThatSomebodyDroppedIsLoadedAndIndexedAnew(LiveTarget target) throws Exception {
    JobTester job =
        job(target, new OltpJobs.ReadOnly()).with("tables", "2").with("table-size", "100");
    prepare(job);
    try (Connection connection = Target.of(job.values()).connect(Target.Purpose.RUN)) {
      Rows.run(connection, "drop table sbtest2");
      assertEquals(200, job.prepare().whole("data.rows-before"));
      assertTrue(TableCatalog.hasIndex(connection, "sbtest2", "k_2"));
    }
    job.cleanUp();
  }

  @ParameterizedTest
  @EnumSource
  void whoMayOnlyReadRunsAReadOnlyJobOnTablesThatAreReady(LiveTarget target) throws Exception {
    JobTester owner = job(target, new OltpJobs.ReadOnly()).with("table-size", "200");
    prepare(owner);
    try (Connection connection = Target.of(owner.values()).connect(Target.Purpose.RUN)) {
      target.makeLooker(connection);
      JobTester job =
          target
              .target(JobTester.of(new OltpJobs.ReadOnly()))
              .with("table-size", "200")
              .with("user", "looker")
              .with("password", "r");
      assertEquals(List.of(), job.trial());
      job.prepare();
      try (TestRun run = job.open()) {
        run.iterate(5);
      }
      assertEquals(5, job.totals().transactions().ok(), () -> job.totals().failures().toString());
      Rows.run(connection, "drop table sbtest1");
      assertTrue(
          job.trial().getFirst().what().startsWith("the user lacks CREATE"),
          () -> "after the table was dropped");
    }
    owner.cleanUp();
  }

  @Test
  void tablesThatSomebodyHasPartitionedAreUsedAndTheirPartitionsCounted() throws Exception {
    JobTester job = job(LiveTarget.POSTGRESQL, new OltpJobs.ReadWrite()).with("table-size", "200");
    job.cleanUp();
    try (Connection connection = Target.of(job.values()).connect(Target.Purpose.RUN)) {
      Rows.run(
          connection,
          """
          create table sbtest1 (id int primary key, k int, c char(120), pad char(60))
          partition by range (id)
          """);
      Rows.run(
          connection, "create table first_half partition of sbtest1 for values from (1) to (101)");
      Rows.run(
          connection,
          "create table second_half partition of sbtest1 for values from (101) to (300)");
      Rows.run(
          connection, "insert into sbtest1 select i, i, 'c', 'p' from generate_series(1, 200) i");
      try {
        assertEquals(List.of(), job.trial());
        job.prepare();
        try (TestRun run = job.open()) {
          run.iterate(EVENTS);
        }
        List<Check> checks = job.verifyHolds().checks();
        assertTrue(checks.stream().allMatch(Check::holds), checks::toString);
      } finally {
        Rows.run(connection, "drop table sbtest1");
      }
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "POSTGRESQL") // which has but one
  void tablesOfAnotherStorageEngineAreRefused(LiveTarget target) throws Exception {
    for (JobClass jobClass : List.of(new OltpJobs.ReadOnly(), new BulkInsert())) {
      JobTester job = job(target, jobClass);
      prepare(job);
      assertEquals(List.of(), job.with("mysql-storage-engine", "InnoDB").trial());
      String refused = job.with("mysql-storage-engine", "aria").trial().getFirst().sentence();
      assertTrue(
          refused.contains("engine=innodb")
              && refused.contains("asks for")
              && refused.contains("engine=aria"),
          refused);
      job.cleanUp();
    }
  }

  /// Large tables have a note for every 5,000 rows; here they are made up.
  @Test
  void tablesThatAreReadyAreNotPaidForByReadingAllTheirNotes() throws Exception {
    JobTester job =
        job(LiveTarget.POSTGRESQL, new OltpJobs.ReadOnly())
            .with("tables", "2")
            .with("table-size", "10");
    prepare(job);
    try (Connection connection = Target.of(job.values()).connect(Target.Purpose.RUN)) {
      Rows.run(connection, "create extension if not exists pg_stat_statements");
      Rows.run(
          connection,
          "insert into sbtest_load select 'sbtest1:1' || n, '5' from generate_series(1, 999) n");
      String read =
          "select coalesce(sum(rows), 0)::bigint from pg_stat_statements"
              + " where query like '%from sbtest_load%'";
      long before = Rows.whole(connection, read);
      assertEquals(List.of(), job.trial());
      job.prepare();
      long grown = Rows.whole(connection, read) - before;
      assertTrue(grown > 0 && grown < 50, () -> grown + " notes were read");
    }
    job.cleanUp();
  }

  @ParameterizedTest
  @EnumSource
  void tablesMayDoWithoutPrimaryKeyAndWithoutIndexOnK(LiveTarget target) throws Exception {
    JobTester job =
        job(target, new OltpJobs.ReadWrite())
            .with("table-size", "500")
            .with("secondary", "on")
            .with("create-secondary", "off")
            .with("auto-inc", "off");
    prepare(job);
    try (TestRun run = job.open()) {
      run.iterate(20);
    }
    assertHolds(job);
  }

  @ParameterizedTest
  @EnumSource
  void statementsMayCommitThemselves(LiveTarget target) throws Exception {
    JobTester job = job(target, new OltpJobs.ReadWrite()).with("skip-trx", "on");
    prepare(job);
    try (TestRun run = job.open()) {
      run.iterate(20);
    }
    assertHolds(job);
  }
}
