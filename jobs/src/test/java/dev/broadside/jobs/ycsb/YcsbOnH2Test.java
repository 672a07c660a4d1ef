package dev.broadside.jobs.ycsb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.param.Problem;
import dev.broadside.core.work.Totals;
import dev.broadside.kit.engine.Engines;
import dev.broadside.kit.jdbc.Target;
import dev.broadside.kit.query.Rows;
import dev.broadside.testkit.JobTester;
import dev.broadside.testkit.TestRun;
import java.sql.Connection;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class YcsbOnH2Test {
  private static JobTester ran(String... parameters) throws Exception {
    JobTester job =
        JobTester.of(new Ycsb())
            .with("url", JobTester.h2(";DB_CLOSE_DELAY=-1"))
            .with("record-count", "200")
            .with("field-length", "10")
            .threads(2);
    for (int i = 0; i < parameters.length; i += 2) {
      job.with(parameters[i], parameters[i + 1]);
    }
    job.run(1_000);
    return job;
  }

  private static String text(JobTester job, String query) throws Exception {
    try (Connection connection = Target.of(job.values()).connect(Target.Purpose.RUN)) {
      return Rows.text(connection, query);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "a, 500, 500, 0, 0",
    "b, 950, 50, 0, 0",
    "c, 1000, 0, 0, 0",
    "d, 950, 0, 50, 0",
    "e, 0, 0, 50, 950",
    "f, 1000, 500, 0, 0"
  })
  void aWorkloadHasItsMix(String workload, long reads, long updates, long inserts, long scans)
      throws Exception {
    JobTester job = ran("workload", workload);
    assertEquals(reads, job.totals().operation("read").ok(), 60);
    assertEquals(updates, job.totals().operation("update").ok(), 60);
    assertEquals(inserts, job.totals().operation("insert").ok(), 30);
    assertEquals(scans, job.totals().operation("scan").ok(), 30);
    assertEquals(Totals.NONE, job.totals().operation("commit"), "statements commit themselves");
    assertEquals(0, job.totals().figure("ycsb.not-found"));
    job.verifyHolds();
  }

  @ParameterizedTest
  @ValueSource(strings = {"uniform", "zipfian", "latest", "hotspot", "sequential", "exponential"})
  void everyDistributionFindsItsRecordsAndNewOnes(String distribution) throws Exception {
    JobTester job =
        ran(
            "request-distribution",
            distribution,
            "insert-proportion",
            "1",
            "insert-order",
            "ordered");
    assertEquals(0, job.totals().figure("ycsb.not-found"));
    assertTrue(job.totals().operation("insert").ok() > 400);
    job.verifyHolds();
  }

  @Test
  void eachUpdateHitsOneFieldUnlessAllAreAskedFor() throws Exception {
    JobTester one = ran("field-count", "2", "read-all-fields", "off");
    try (TestRun run = one.open()) {
      run.iterate(200);
      List<String> sql = run.statements().keySet().stream().sorted().toList();
      assertEquals(
          List.of(
              "select field0 from usertable where ycsb_key = ?",
              "select field1 from usertable where ycsb_key = ?",
              "update usertable set field0 = ? where ycsb_key = ?",
              "update usertable set field1 = ? where ycsb_key = ?"),
          sql);
    }
    JobTester all = ran("field-count", "2", "write-all-fields", "on");
    try (TestRun run = all.open()) {
      run.iterate(200);
      assertTrue(
          run.statements()
              .containsKey("update usertable set field0 = ?, field1 = ? where ycsb_key = ?"),
          () -> "" + run.statements());
    }
  }

  @Test
  void aKeyIsThatOfYcsb() throws Exception {
    JobTester hashed = ran("workload", "c");
    String count = "select count(*) from usertable where ycsb_key = '%s'";
    assertEquals("1", text(hashed, count.formatted("user6284781860667377211")));
    JobTester ordered = ran("workload", "c", "insert-order", "ordered", "zero-padding", "8");
    assertEquals("user00000000", text(ordered, "select min(ycsb_key) from usertable"));
    assertEquals("user00000199", text(ordered, "select max(ycsb_key) from usertable"));
  }

  @Test
  void fieldsAreAsLongAsWasAsked() throws Exception {
    String lengths = "select min(length(field0)) || ' to ' || max(length(field0)) from usertable";
    assertEquals("10 to 10", text(ran("workload", "c"), lengths));
    for (String drawn : List.of("uniform", "zipfian")) {
      assertEquals(
          "1 to 10", text(ran("workload", "c", "field-length-distribution", drawn), lengths));
    }
  }

  @Test
  void aLaterRunInsertsOtherKeysIntoTheSameTable() throws Exception {
    JobTester first = ran("workload", "d");
    JobTester job = ran("workload", "d", "url", first.values().texts().get("url"));
    long inserted = first.totals().operation("insert").ok() + job.totals().operation("insert").ok();
    assertEquals(Long.toString(200 + inserted), text(job, "select count(*) from usertable"));
    job.verifyHolds();
  }

  @Test
  void aRowThatIsMissingIsFound() throws Exception {
    JobTester job = ran("workload", "d");
    try (Connection connection = Target.of(job.values()).connect(Target.Purpose.RUN)) {
      Rows.run(connection, "delete from usertable where ycsb_key = 'user6284781860667377211'");
    }
    assertEquals(
        List.of(false), job.verify().checks().stream().map(check -> check.holds()).toList());
  }

  @Test
  void proportionsOfTheUsersOwnTakeThePlaceOfTheWorkloads() throws Exception {
    JobTester job = ran("read-proportion", "0", "scan-proportion", "0.5", "max-scan-length", "7");
    assertEquals(0, job.totals().operation("read").ok());
    assertEquals(500, job.totals().operation("scan").ok(), 60);
    assertEquals(4 * 500, job.totals().rowsRead(), 400);
  }

  @Test
  void otherRecordsThanThoseOfTheTableAreRefused() throws Exception {
    JobTester job = ran("workload", "c").with("insert-order", "ordered");
    assertEquals(
        "parameter insert-order: the tables were loaded with hashed, and this job has ordered; give"
            + " hashed, another table-prefix, or --fresh to make the tables anew.",
        job.refusals().getFirst());
    assertEquals(
        "parameter table-prefix: the table usertable was made with other columns than this job has;"
            + " give another table-prefix, or --fresh to make the tables anew.",
        job.with("field-count", "3").refusals().getFirst());
  }

  @Test
  void oneProportionAtLeastIsAboveZero() {
    JobTester job = JobTester.onH2(new Ycsb()).with("workload", "c").with("read-proportion", "0");
    assertEquals(
        List.of(
            "parameters: no transaction is ever drawn: all weights are 0; give at least one a"
                + " weight."),
        job.check().stream().map(Problem::sentence).toList());
  }

  @Test
  void oracleIsAskedForTheFirstRowsInItsOwnWords() {
    assertTrue(
        new Ycsb()
            .statements(Engines.named("oracle"), "")
            .contains(
                "select * from usertable where ycsb_key >= ? order by ycsb_key fetch first ? rows"
                    + " only"));
  }
}
