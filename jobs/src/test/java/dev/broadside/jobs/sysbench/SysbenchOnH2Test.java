package dev.broadside.jobs.sysbench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.param.Problem;
import dev.broadside.core.work.JobClass;
import dev.broadside.jobs.sbtest.Mix;
import dev.broadside.jobs.sbtest.Operation;
import dev.broadside.kit.jdbc.Target;
import dev.broadside.kit.query.Rows;
import dev.broadside.testkit.JobTester;
import java.sql.Connection;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SysbenchOnH2Test {
  private static final int EVENTS = 60;

  static Stream<JobClass> jobs() {
    return ServiceLoader.load(JobClass.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(job -> job.describe().id().startsWith("sysbench_"));
  }

  private static JobTester job(JobClass jobClass, String settings) {
    JobTester job = JobTester.of(jobClass).with("url", JobTester.h2(settings)).threads(2);
    return jobClass instanceof BulkInsert ? job : job.with("table-size", "1000");
  }

  private static JobTester run(JobTester job, int events) throws Exception {
    job.run(events);
    return job;
  }

  private static long count(JobTester job, Mix operations, Operation operation) {
    return job.totals().operation(operations.used().indexOf(operation)).ok();
  }

  @Test
  void allElevenJobsAreThere() {
    assertEquals(
        List.of(
            "sysbench_bulk_insert",
            "sysbench_oltp_delete",
            "sysbench_oltp_insert",
            "sysbench_oltp_point_select",
            "sysbench_oltp_read_only",
            "sysbench_oltp_read_write",
            "sysbench_oltp_update_index",
            "sysbench_oltp_update_non_index",
            "sysbench_oltp_write_only",
            "sysbench_select_random_points",
            "sysbench_select_random_ranges"),
        jobs().map(job -> job.describe().id()).sorted().toList());
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void everyJobRunsAndItsTablesAreVerified(JobClass jobClass) throws Exception {
    run(job(jobClass, ""), EVENTS);
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void everyJobSpeaksOraclesWords(JobClass jobClass) throws Exception {
    run(job(jobClass, ";MODE=Oracle"), EVENTS);
  }

  @Test
  void theDefaultMixOfAnEventIsSysbenchs() throws Exception {
    JobTester job = run(job(new OltpJobs.ReadWrite(), ""), EVENTS);
    Mix all = new OltpJobs.ReadWrite().mix();
    assertEquals(EVENTS * 10, count(job, all, Operation.POINT_SELECT));
    for (Operation once :
        List.of(
            Operation.BEGIN,
            Operation.SIMPLE_RANGE,
            Operation.SUM_RANGE,
            Operation.ORDER_RANGE,
            Operation.DISTINCT_RANGE,
            Operation.INDEX_UPDATE,
            Operation.NON_INDEX_UPDATE,
            Operation.DELETE,
            Operation.INSERT,
            Operation.COMMIT)) {
      assertEquals(EVENTS, count(job, all, once), once::toString);
    }
    assertEquals(0, count(job, all, Operation.MISS));
    assertEquals(EVENTS * 4, job.totals().rowsWritten());
    assertEquals(
        "read 840 + write 240 + other 120 = 1,200 queries in 60 events",
        job.verify().checks().getFirst().detail());
  }

  @ParameterizedTest
  @ValueSource(strings = {"uniform", "gaussian", "special", "pareto", "zipfian"})
  void everyDistributionFindsItsRows(String type) throws Exception {
    JobTester job = run(job(new OltpJobs.PointSelect(), "").with("rand-type", type), EVENTS);
    assertEquals(EVENTS, job.totals().rowsRead());
  }

  @ParameterizedTest
  @CsvSource({
    "point-selects, 3, 13",
    "range-selects, off, 16",
    "simple-ranges, 5, 24",
    "sum-ranges, 0, 19",
    "order-ranges, 2, 21",
    "distinct-ranges, 4, 23",
    "index-updates, 3, 22",
    "non-index-updates, 0, 19",
    "delete-inserts, 2, 22",
    "skip-trx, on, 18",
  })
  void optionsChangeTheStatementsOfAnEvent(String name, String value, int statements)
      throws Exception {
    JobTester job = run(job(new OltpJobs.ReadWrite(), "").with(name, value), 10);
    assertTrue(
        job.verify().checks().getFirst().detail().contains(" = " + 10 * statements + " queries"),
        () -> job.totals().failures().toString());
  }

  /// With one row in the table every range begins at id 1 and reaches far beyond the end.
  @Test
  void theUpperEndOfARangeIsNotClamped() throws Exception {
    JobTester job =
        run(
            job(new OltpJobs.ReadOnly(), "")
                .with("table-size", "200")
                .with("rand-type", "uniform")
                .with("point-selects", "0")
                .with("sum-ranges", "0")
                .with("order-ranges", "0")
                .with("distinct-ranges", "0"),
            2_000);
    // From the first 101 ids a range finds 100 rows, from the others 99 down to 1: 75.25 on
    // average.
    assertEquals(75.25, job.totals().rowsRead() / 2_000.0, 1.5);
  }

  @Test
  void aDeleteThatFindsNothingIsAMissAndIsNotMadeUpFor() throws Exception {
    JobTester job =
        run(
            job(new OltpJobs.Delete(), "").with("table-size", "20").with("rand-type", "uniform"),
            200);
    Mix all = new OltpJobs.Delete().mix();
    long deleted = count(job, all, Operation.DELETE);
    assertEquals(200, deleted + count(job, all, Operation.MISS));
    assertEquals(deleted, job.totals().rowsWritten());
    assertTrue(deleted > 10 && deleted <= 20, () -> deleted + " deleted");
    assertEquals(20 - deleted, rows(job, "select count(*) from sbtest1"));
  }

  @Test
  void anUpdateOfARowThatIsGoneIsAMiss() throws Exception {
    String url = JobTester.h2("");
    run(job(new OltpJobs.Delete(), "").with("url", url).with("table-size", "20"), 200);
    JobTester job =
        run(job(new OltpJobs.UpdateIndex(), "").with("url", url).with("table-size", "20"), 100);
    assertTrue(count(job, new OltpJobs.UpdateIndex().mix(), Operation.MISS) > 80);
  }

  @Test
  void tablesAreDrawnOncePerGroup() throws Exception {
    JobTester job =
        run(
            job(new OltpJobs.WriteOnly(), "")
                .with("tables", "5")
                .with("table-size", "100")
                .with("index-updates", "10")
                .with("non-index-updates", "0")
                .with("delete-inserts", "0")
                .threads(1),
            1);
    long changed = 0;
    for (int table = 1; table <= 5; table++) {
      changed += sumOfK(job, table) == sumOfKBefore(job, table) ? 0 : 1;
    }
    assertEquals(1, changed);
  }

  private static long sumOfK(JobTester job, int table) throws Exception {
    return rows(job, "select sum(k) from sbtest" + table);
  }

  /// The same rows again, in another database.
  private static long sumOfKBefore(JobTester changed, int table) throws Exception {
    JobTester job =
        job(new OltpJobs.WriteOnly(), "").with("tables", "5").with("table-size", "100").threads(1);
    job.prepare();
    assertEquals("42", changed.facts().text("data.seed").orElseThrow());
    return sumOfK(job, table);
  }

  @Test
  void insertsWithoutAutoIncBeginWithEmptyTablesAndMakeTheirOwnIds() throws Exception {
    JobTester job = run(job(new OltpJobs.Insert(), "").with("auto-inc", "off"), 500);
    assertEquals(500, rows(job, "select count(*) from sbtest1"));
    assertTrue(rows(job, "select count(*) from sbtest1 where id < 0") > 150);
  }

  @Test
  void insertsWithAutoIncGoOnBehindTheLoadedRows() throws Exception {
    JobTester job = run(job(new OltpJobs.Insert(), ""), 50);
    assertEquals(1_050, rows(job, "select max(id) from sbtest1"));
  }

  @Test
  void bulkInsertSendsItsRowsWhenTheBufferIsFull() throws Exception {
    JobTester job = run(job(new BulkInsert(), "").threads(1), 100_000);
    long flushes = count(job, BulkInsert.MIX, Operation.FLUSH);
    assertTrue(flushes >= 2 && flushes <= 4, () -> flushes + " flushes");
    assertEquals(100_000, rows(job, "select max(id) from sbtest1"));
    assertEquals(100_000, rows(job, "select max(k) from sbtest1"));
  }

  @Test
  void aSecondBulkInsertGoesOnBehindTheFirst() throws Exception {
    String url = JobTester.h2("");
    run(job(new BulkInsert(), "").with("url", url), 100);
    JobTester second = run(job(new BulkInsert(), "").with("url", url), 100);
    assertEquals(100, rows(second, "select max(id) from sbtest2"));
  }

  @Test
  void tablesOfOneKindAreNotTakenForTheOther() throws Exception {
    String url = JobTester.h2("");
    run(job(new BulkInsert(), "").with("url", url), 10);
    assertEquals(
        List.of(
            "tables sbtest: the tables were made with bulk, and this job asks for rows 1000,"
                + " auto-inc true, secondary false, create-secondary true; drop the tables and"
                + " sbtest_load, or give the values that they were made with."),
        job(new OltpJobs.ReadOnly(), "").with("url", url).trial().stream()
            .map(Problem::sentence)
            .toList());
  }

  @Test
  void tablesThatSomebodyElseMadeAreUsedWhereTheyFit() throws Exception {
    String url = JobTester.h2("");
    JobTester job = job(new OltpJobs.ReadOnly(), "").with("url", url).with("clean-up", "drop");
    job.prepare();
    sql(job, "drop table sbtest_load");
    run(job, 10);
    assertEquals("somebody else", job.facts().text("data.made-by").orElseThrow());
    job.cleanUp();
    assertEquals(1_000, rows(job, "select count(*) from sbtest1"));
    job.with("table-size", "999");
    assertTrue(job.trial().getFirst().sentence().contains("holds 1000 rows and not 999"));
  }

  @Test
  void aTableThatSomebodyDroppedIsLoadedAndIndexedAnew() throws Exception {
    JobTester job = job(new OltpJobs.ReadOnly(), "").with("tables", "2");
    job.prepare();
    sql(job, "drop table sbtest2");
    sql(job, "update sbtest1 set k = 0 where id = 7");
    run(job, 10);
    assertEquals(2_000, job.facts().whole("data.rows-before"));
    assertEquals(0, rows(job, "select k from sbtest1 where id = 7"));
    assertEquals(
        1, rows(job, "select count(*) from information_schema.indexes where index_name = 'K_2'"));
  }

  @Test
  void cleanUpDropsWhatWasMade() throws Exception {
    String url = JobTester.h2("");
    JobTester job = run(job(new OltpJobs.ReadOnly(), "").with("url", url).with("tables", "3"), 10);
    job.with("clean-up", "drop").cleanUp();
    assertEquals(
        0,
        rows(job, "select count(*) from information_schema.tables where table_schema = 'PUBLIC'"));
  }

  @Test
  void cleanUpLeavesTheTablesOfAnotherJobAndWhatIsNotedAboutThem() throws Exception {
    String url = JobTester.h2("");
    JobTester three = job(new OltpJobs.ReadOnly(), "").with("url", url).with("tables", "3");
    three.prepare();
    job(new OltpJobs.ReadOnly(), "").with("url", url).with("clean-up", "drop").cleanUp();
    String tables =
        "select count(*) from information_schema.tables where table_name like 'SBTEST_'";
    assertEquals(2, rows(three, tables));
    run(three, 10);
    assertEquals(3_000, three.facts().whole("data.rows-before"));
    three.with("clean-up", "drop").cleanUp();
    assertEquals(
        0,
        rows(
            three, "select count(*) from information_schema.tables where table_schema = 'PUBLIC'"));
  }

  @Test
  void anInterruptedLoadGoesOnWhereItWas() throws Exception {
    JobTester job =
        job(new OltpJobs.ReadOnly(), "").with("tables", "2").with("table-size", "12000");
    job.stopAt("load 2 tables", 5_000);
    job.prepare();
    long loaded = rows(job, "select count(*) from sbtest1");
    assertTrue(loaded > 0 && loaded < 12_000, () -> loaded + " rows");
    job.goOn();
    job.prepare();
    assertEquals(24_000, job.facts().whole("data.rows-before"));
    assertEquals(12_000, rows(job, "select count(distinct id) from sbtest2"));
    assertEquals(
        2,
        rows(
            job,
            "select count(*) from information_schema.indexes where index_name in ('K_1', 'K_2')"));
  }

  @Test
  void equalSeedsLoadEqualRowsOnAnyNumberOfThreads() throws Exception {
    JobTester one =
        job(new OltpJobs.ReadOnly(), "").with("table-size", "11000").with("load-threads", "1");
    JobTester four =
        job(new OltpJobs.ReadOnly(), "").with("table-size", "11000").with("load-threads", "4");
    one.prepare();
    four.prepare();
    String fingerprint = "select sum(mod(ora_hash(c || pad || k || id), 1000000)) from sbtest1";
    assertEquals(rows(one, fingerprint), rows(four, fingerprint));
  }

  @ParameterizedTest
  @CsvSource({
    "table-size, 0, 'parameter table-size: 0 is out of range'",
    "rand-type, normal, 'parameter rand-type: \"normal\" is not among the choices'",
    "rand-spec-res, 101, 'parameter rand-spec-res: 101 is out of range'",
    "rand-pareto-h, 1, 'parameter rand-pareto-h: 1 is out of range'",
    "skip-trx, perhaps, 'parameter skip-trx: \"perhaps\" is neither on nor off'",
    "mysql-storage-engine, 'x; drop', 'parameter mysql-storage-engine: its value is not accepted; give a letter'",
  })
  void wrongValuesAreSaidToBeWrong(String name, String value, String sentence) {
    List<Problem> problems = job(new OltpJobs.ReadWrite(), "").with(name, value).check();
    assertEquals(1, problems.size(), problems::toString);
    assertTrue(problems.getFirst().sentence().startsWith(sentence), problems::toString);
  }

  @Test
  void anEventWithoutStatementsIsRefused() {
    JobTester job = job(new OltpJobs.ReadOnly(), "").with("point-selects", "0");
    assertEquals(List.of(), job.check());
    job.with("range-selects", "off");
    assertEquals(
        "parameters: an event has no statement; ask for at least one of a kind.",
        job.check().getFirst().sentence());
  }

  private static long rows(JobTester job, String query) throws Exception {
    try (Connection connection = Target.of(job.values()).connect(Target.Purpose.RUN)) {
      return Rows.whole(connection, query);
    }
  }

  private static void sql(JobTester job, String statement) throws Exception {
    try (Connection connection = Target.of(job.values()).connect(Target.Purpose.RUN)) {
      Rows.run(connection, statement);
    }
  }
}
