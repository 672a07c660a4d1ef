package dev.broadside.jobs.sysbench04;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.param.Problem;
import dev.broadside.jobs.sbtest.Operation;
import dev.broadside.jobs.testkit.ClaimedDatabase;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.engine.Engines;
import dev.broadside.kit.jdbc.OpenTarget;
import dev.broadside.kit.jdbc.Target;
import dev.broadside.kit.load.MadeTable;
import dev.broadside.kit.query.Rows;
import dev.broadside.testkit.JobTester;
import dev.broadside.testkit.TestRun;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.sf.jsqlparser.JSQLParserException;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Sysbench04OnH2Test {
  private static JobTester job(String settings) {
    return JobTester.of(new Sysbench04Oltp())
        .with("url", JobTester.h2(settings))
        .with("oltp-table-size", "1000")
        .with("oltp-connect-delay", "0")
        .threads(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ";MODE=Oracle"})
  void aTransactionOfTheLoadedTableReads212RowsAndWritesFour(String settings) throws Exception {
    JobTester reads = job(settings).with("oltp-read-only", "on");
    reads.run(100);
    assertEquals(100 * 212, reads.totals().rowsRead());
    assertEquals(0, reads.totals().rowsWritten());
    JobTester both = job(settings);
    both.run(100);
    assertEquals(400, both.totals().rowsWritten());
  }

  @ParameterizedTest
  @CsvSource({
    "oltp-test-mode, simple",
    "oltp-nontrx-mode, select",
    "oltp-nontrx-mode, update_key",
    "oltp-nontrx-mode, update_nokey",
    "oltp-nontrx-mode, insert",
    "oltp-nontrx-mode, delete",
    "oltp-skip-trx, on",
    "oltp-dist-type, uniform",
    "oltp-dist-type, gaussian",
    "oltp-point-select-all-cols, on",
    "oltp-reconnect-mode, query",
    "oltp-reconnect-mode, transaction",
    "oltp-reconnect-mode, random",
    "update-before-delete, on"
  })
  void everyChoiceLeavesATableThatFitsItsCounts(String parameter, String value) throws Exception {
    for (String settings : List.of("", ";MODE=Oracle")) {
      JobTester job = job(settings).with(parameter, value);
      if (parameter.equals("oltp-nontrx-mode")) {
        job.with("oltp-test-mode", "nontrx");
      }
      // A connection to H2 is a login that is dear on purpose.
      job.run(value.equals("query") ? 10 : 100);
    }
  }

  @Test
  void rowsThatARunHasTakenAwayAreThereForTheNextOne() throws Exception {
    JobTester deletes =
        job("").with("oltp-test-mode", "nontrx").with("oltp-nontrx-mode", "delete").threads(1);
    deletes.run(300);
    try (Connection connection = Target.of(deletes.values()).connect(Target.Purpose.RUN)) {
      assertEquals(700, Rows.whole(connection, "select count(*) from sbtest"));
      JobTester complex =
          JobTester.of(new Sysbench04Oltp())
              .with("url", deletes.values().texts().get("url"))
              .with("oltp-table-size", "1000");
      assertEquals(1_000, complex.prepare().whole(Sysbench04Oltp.ROWS_BEFORE));
    }
  }

  @Test
  void rowsThatWereInsertedWithoutNumberingAreNumberedOnce() throws Exception {
    JobTester job =
        job("")
            .with("oltp-test-mode", "nontrx")
            .with("oltp-nontrx-mode", "insert")
            .with("oltp-auto-inc", "off");
    job.run(1_000);
    JobTester complex =
        JobTester.of(new Sysbench04Oltp())
            .with("url", job.values().texts().get("url"))
            .with("oltp-table-size", "1000");
    complex.prepare();
    try (Connection connection = Target.of(job.values()).connect(Target.Purpose.RUN)) {
      assertEquals(0, Rows.whole(connection, "select count(*) from sbtest where k > 0"));
    }
  }

  @Test
  void thinkTimeIsSleptWithinTheIteration() throws Exception {
    JobTester job =
        job("")
            .with("oltp-test-mode", "simple")
            .with("oltp-user-delay-min", "2000")
            .with("oltp-user-delay-max", "2001");
    job.prepare();
    long start = System.nanoTime();
    try (TestRun run = job.open()) {
      run.iterate(50);
    }
    assertTrue(System.nanoTime() - start >= 50 * 2_000_000L);
  }

  @Test
  void wrongInputIsSaidInASentenceEach() {
    JobTester job =
        JobTester.onH2(new Sysbench04Oltp())
            .with("oltp-test-mode", "sp")
            .with("oltp-read-only", "maybe")
            .with("oltp-table-size", "0")
            .with("oltp-table-name", "a;b")
            .with("oltp-dist-res", "100")
            .with("table-size", "10");
    List<String> sentences = job.check().stream().map(Problem::sentence).toList();
    assertEquals(6, sentences.size(), sentences::toString);
    assertTrue(
        sentences.contains(
            "parameter oltp-test-mode: \"sp\" is not among the choices;"
                + " give one of simple, complex, nontrx."),
        sentences::toString);
    assertTrue(
        sentences.contains(
            "parameter oltp-table-name: its value is not accepted; give a letter and at most 49 letters, digits and underscores."),
        sentences::toString);
  }

  @Test
  void aTransactionOfNothingIsRefused() {
    JobTester job = job("").with("oltp-read-only", "on").with("oltp-skip-trx", "on");
    for (String kind : List.of("simple-", "sum-", "order-", "distinct-")) {
      job.with("oltp-" + kind + "ranges", "0");
    }
    assertEquals(List.of(), job.check());
    assertEquals(
        List.of(
            "parameter oltp-point-selects: a transaction without any statement is left;"
                + " ask for at least one select or range."),
        job.with("oltp-point-selects", "0").check().stream().map(Problem::sentence).toList());
  }

  @Test
  void delaysThatWouldBeTakenForALostConnectionAreRefused() {
    JobTester job = job("").with("oltp-user-delay-min", "2000000");
    assertEquals(List.of(), job.check());
    assertEquals(
        List.of(
            "parameter answer-timeout: the delays of one iteration may take longer than that;"
                + " raise it above 381 seconds, or give shorter delays."),
        job.with("oltp-user-delay-max", "20000000").check().stream()
            .map(Problem::sentence)
            .toList());
    assertEquals(List.of(), job.with("answer-timeout", "10m").check());
  }

  @Test
  void aTableOfAnotherSizeOrOfSomebodyElseIsRefused() throws Exception {
    JobTester job = job("");
    job.prepare();
    assertEquals(
        List.of("parameter oltp-table-size"),
        job.with("oltp-table-size", "999").trial().stream().map(Problem::where).toList());
    try (Connection connection = Target.of(job.values()).connect(Target.Purpose.RUN)) {
      Rows.run(connection, "create table mine (id integer)");
    }
    assertEquals(
        List.of(
            "parameter oltp-table-name: the table mine exists and was not made by"
                + " sysbench04_oltp; give another name, or drop the table."),
        job.with("oltp-table-name", "mine").trial().stream().map(Problem::sentence).toList());
  }

  @Test
  void severalAgentsLoadOneTable() throws Exception {
    JobTester job = job("").with("oltp-table-size", "60000").with("load-threads", "1").agents(3);
    assertEquals(60_000, job.prepare().whole(Sysbench04Oltp.ROWS_BEFORE));
    job.threads(2).run(20);
  }

  @Test
  void everyStatementIsOracles() throws JSQLParserException {
    Dialect oracle = Engines.named("oracle");
    for (JobTester job :
        List.of(
            job("").with("oltp-point-select-all-cols", "on"),
            job("").with("oltp-test-mode", "nontrx"),
            job("").with("oltp-test-mode", "nontrx").with("oltp-auto-inc", "off"))) {
      OltpSettings settings = new OltpSettings(job.values());
      OpenTarget at = new OpenTarget(Target.of(job.values()), ClaimedDatabase.of(Map.of()), oracle);
      MadeTable table = new SbtestTable(at, settings).tables().getFirst();
      for (String statement :
          Stream.concat(
                  Operation.STATEMENTS.stream().map(query -> settings.sql(query, table.name())),
                  Stream.of(
                      table.create(),
                      table.indexes().getFirst().sql(),
                      table.rows().apply(0).insert()))
              .toList()) {
        CCJSqlParserUtil.parse(statement);
        assertTrue(
            Stream.of("unsigned", "auto_increment", "engine=").noneMatch(statement::contains),
            statement);
      }
    }
    assertEquals("", oracle.begin());
  }
}
