package dev.broadside.jobs.tpcc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.param.Problem;
import dev.broadside.kit.jdbc.Target;
import dev.broadside.kit.query.Rows;
import dev.broadside.testkit.JobTester;
import dev.broadside.testkit.TestDatabase;
import dev.broadside.testkit.TestRun;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// CH-benCHmark's queries beside TPC-C's transactions.
class ChLiveTest {
  private static final int QUERIES = 22;

  private static JobTester prepared(TestDatabase on, String analyticThreads, int threads)
      throws Exception {
    JobTester job =
        on.test(new Ch())
            .with("scale", "0.02")
            .with("analytic-threads", analyticThreads)
            .threads(threads);
    assertEquals(List.of(), job.check());
    assertEquals(List.of(), job.trial());
    job.prepare();
    assertEquals(List.of(), job.rehearse());
    return job;
  }

  private static long queries(JobTester job) {
    return new Ch()
        .describe().operations().stream()
            .filter(name -> name.matches("query\\.q\\d\\d"))
            .mapToLong(name -> job.totals().operation(name).ok())
            .sum();
  }

  /// How many rows each query gives, asked on the first thread; beside each, what its transaction
  /// reads of the newest order.
  private static Map<String, Long> rows(JobTester job, TestRun run) throws Exception {
    Map<String, Long> rows = new TreeMap<>();
    List<String> names =
        new Ch().describe().operations().stream().filter(one -> one.matches("query.q..")).toList();
    for (int i = 0; i < QUERIES; i++) {
      long before = job.totals().rowsRead();
      run.iterateOn(0);
      for (String name : names) {
        if (job.totals().operation(name).ok() > 0) {
          rows.putIfAbsent(name, job.totals().rowsRead() - before - 1);
        }
      }
    }
    return rows;
  }

  @ParameterizedTest
  @EnumSource
  void eachQueryIsAskedOnceARoundAndFindsRows(TestDatabase on) throws Exception {
    JobTester job = prepared(on, "1", 3);
    try (TestRun run = job.open();
        Connection connection = Target.of(job.values()).connect(Target.Purpose.RUN)) {
      for (int i = 0; i < 300; i++) {
        run.iterateOn(1 + i % 2);
      }
      assertEquals(0, queries(job));
      assertEquals(300, job.totals().transactions().ok(), () -> "" + job.totals().failures());
      Map<String, Long> rows = rows(job, run);
      assertEquals(QUERIES, rows.size(), () -> rows + " " + job.totals().failures());
      assertEquals(0, rows.remove("query.q22"), "every customer has an order");
      rows.keySet().removeAll(List.of("query.q09", "query.q20")); // of a few items in 100,000
      assertTrue(rows.values().stream().allMatch(count -> count > 0), rows::toString);
      assertEquals(15, rows.get("query.q01"));
      assertEquals(
          Rows.whole(
              connection,
              """
              select count(distinct o_c_id * 1000 + o_d_id) from orders, order_line
              where ol_d_id = o_d_id and ol_o_id = o_id and ol_delivery_d >= o_entry_d\
              """),
          rows.get("query.q10"));
      for (String single : List.of("q06", "q14", "q15", "q17", "q19")) {
        assertEquals(1, rows.get("query." + single), single);
      }
      assertEquals(60 * QUERIES, job.totals().figure("ch.queries_per_hour"));
      assertTrue(job.totals().figure("ch.order_age") > 0);
      assertTrue(job.totals().figure("tpcc.nopm") > 0);
      run.iterate(3 * QUERIES);
      assertEquals(2 * QUERIES, queries(job));
    }
    job.verifyHolds();
  }

  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "POSTGRESQL"})
  void queriesAndTransactionsRunAtOnce(TestDatabase on) throws Exception {
    JobTester job = prepared(on, "2", 5);
    try (TestRun run = job.open()) {
      run.iterateAtOnce(QUERIES);
    }
    assertEquals(5 * QUERIES, job.totals().transactions().ok(), () -> "" + job.totals().failures());
    assertEquals(2 * QUERIES, queries(job));
    job.verifyHolds();
  }

  @Test
  void withoutThreadsForQueriesItIsTpcc() throws Exception {
    JobTester none = prepared(TestDatabase.H2, "0", 2);
    none.run(20);
    assertEquals(0, queries(none));
  }

  @Test
  void threadsWithNothingToDoAndTooManyWarehousesAreRefused() {
    assertEquals(
        List.of(
            "parameter mix: the threads that ask no queries have nothing to do;"
                + " give a weight, or as many analytic-threads as there are threads."),
        JobTester.onH2(new Ch()).with("mix", "0,0,0,0,0").check().stream()
            .map(Problem::sentence)
            .toList());
    assertEquals(1, JobTester.onH2(new Ch()).with("warehouses", "20001").check().size());
  }
}
