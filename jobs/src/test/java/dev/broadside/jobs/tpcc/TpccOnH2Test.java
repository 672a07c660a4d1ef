package dev.broadside.jobs.tpcc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.param.Problem;
import dev.broadside.core.work.Totals;
import dev.broadside.core.work.Verification;
import dev.broadside.core.work.Verification.Check;
import dev.broadside.kit.jdbc.Target;
import dev.broadside.kit.query.Rows;
import dev.broadside.testkit.JobTester;
import dev.broadside.testkit.TestRun;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TpccOnH2Test {
  private static final int TWELVE = 12;

  /// A hundredth of a warehouse.
  private static JobTester small(String settings) {
    return JobTester.of(new Tpcc()).with("url", JobTester.h2(settings)).with("scale", "0.01");
  }

  private static JobTester ran(JobTester job, int iterations) throws Exception {
    job.run(iterations);
    return job;
  }

  private static Totals of(JobTester job, String operation) {
    return job.totals().operation(operation);
  }

  private static long whole(JobTester job, String query) throws SQLException {
    try (Connection connection = Target.of(job.values()).connect(Target.Purpose.RUN)) {
      return Rows.whole(connection, query);
    }
  }

  private static void change(JobTester job, String sql) throws SQLException {
    try (Connection connection = Target.of(job.values()).connect(Target.Purpose.RUN)) {
      Rows.run(connection, sql);
    }
  }

  @ParameterizedTest
  @CsvSource({"standard,''", "hammerdb,''", "benchbase,''", "dbt2,''", "standard,;MODE=Oracle"})
  void theConditionsHoldAfterEveryMixOfEveryTool(String compat, String settings) throws Exception {
    JobTester job = small(settings).with("compat", compat).with("warehouses", "2").threads(3);
    Verification verification = job.run(400);
    assertEquals(
        TWELVE,
        verification.checks().stream().filter(check -> check.name().startsWith("3.3.2.")).count());
    assertTrue(of(job, "new_order.unused_item").ok() < 20);
  }

  @Test
  void theLoadHasTheRowsOfItsScaleAndEqualSeedsLoadEqualRows() throws Exception {
    JobTester job = small("").with("warehouses", "2");
    job.prepare();
    Map<String, Integer> rows =
        Map.of(
            "warehouse",
            2,
            "district",
            20,
            "item",
            1_000,
            "stock",
            2_000,
            "customer",
            600,
            "history",
            600,
            "orders",
            600,
            "new_order",
            180);
    for (Map.Entry<String, Integer> table : rows.entrySet()) {
      assertEquals((int) table.getValue(), whole(job, "select count(*) from " + table.getKey()));
    }
    assertEquals(
        whole(job, "select sum(o_ol_cnt) from orders"),
        whole(job, "select count(*) from order_line"));
    assertEquals(20, whole(job, "select count(*) from district where d_next_o_id = 31"));
    assertEquals(
        0, whole(job, "select count(*) from order_line where ol_amount = 0 and ol_o_id > 21"));
    assertEquals(
        checksum(job),
        checksum(prepared(small("").with("warehouses", "2").with("load-threads", "1"))));
  }

  private static JobTester prepared(JobTester job) throws Exception {
    job.prepare();
    return job;
  }

  private static List<Long> checksum(JobTester job) throws SQLException {
    List<Long> sums = new ArrayList<>();
    for (String column :
        List.of(
            "c_data || c_last || c_first from customer",
            "s_data || s_dist_07 from stock",
            "i_name || i_price from item",
            "ol_i_id || ol_dist_info from order_line",
            "o_c_id || '/' || coalesce(o_carrier_id, 0) from orders")) {
      sums.add(
          whole(
              job,
              "select sum(ora_hash(%s)) from %s"
                  .formatted(column.split(" from ")[0], column.split(" from ")[1])));
    }
    return sums;
  }

  /// Clause 5.2.3, and 2.4.1.4 for the rollbacks.
  @Test
  void transactionsComeAsOftenAsTheMixSays() throws Exception {
    JobTester job = ran(small("").threads(2), 2_000);
    double newOrders = of(job, NewOrder.NEXT_ORDER).ok();
    assertEquals(2_000 * 0.45, newOrders, 6 * Math.sqrt(2_000 * 0.45));
    assertEquals(2_000 * 0.43, of(job, Payment.INSERT_HISTORY).ok(), 6 * Math.sqrt(2_000 * 0.43));
    for (String rare : List.of("order_status.customer", "stock_level.district")) {
      assertEquals(80, of(job, rare).ok(), 6 * Math.sqrt(80), rare);
    }
    assertEquals(800, of(job, "delivery.oldest_new_order").ok(), 60 * Math.sqrt(80));
    assertEquals(
        newOrders / 100, job.totals().transactions().rolledBack(), 6 * Math.sqrt(newOrders / 100));
    assertEquals(10 * newOrders, of(job, "new_order.item").ok(), 6 * 3.2 * Math.sqrt(newOrders));
    double payments = of(job, "payment.customer").ok();
    assertEquals(
        0.6 * payments, of(job, "payment.customer_by_last_name").ok(), 6 * Math.sqrt(payments / 4));
  }

  @Test
  void onlyWhatTheMixHasIsDrawn() throws Exception {
    JobTester job = ran(small("").with("mix", "0,0,1,0,1"), 100);
    assertEquals(100, of(job, "order_status.customer").ok() + of(job, "stock_level.district").ok());
    assertEquals(0, job.totals().rowsWritten());
  }

  /// An order's lines and its changes of stock are one trip each then, and a rolled back order
  /// leaves none of them to the next one.
  @Test
  void batchedLinesAreTheSameRows() throws Exception {
    JobTester one = ran(small("").with("mix", "1,0,0,0,0"), 300);
    JobTester batched = ran(small("").with("mix", "1,0,0,0,0").with("batch", "on"), 300);
    assertTrue(one.totals().transactions().rolledBack() > 0);
    assertEquals(of(one, "new_order.item"), of(batched, "new_order.item"));
    assertEquals(
        of(batched, NewOrder.NEXT_ORDER).effective(),
        of(batched, "new_order.insert_order_line").ok());
    for (String sum :
        List.of(
            "sum(ol_amount * 100)", "sum(ol_i_id * ol_quantity)", "count(*)", "sum(ol_number)")) {
      String query = "select " + sum + " from order_line";
      assertEquals(whole(one, query), whole(batched, query), sum);
    }
    String stock = "select sum(s_i_id * (s_quantity + 1000 * s_ytd + s_order_cnt)) from stock";
    assertEquals(whole(one, stock), whole(batched, stock));
  }

  /// Clause 2.4.2.2: the stock's year to date is what the run's lines have ordered.
  @Test
  void stockIsCountedAsTheToolCountsIt() throws Exception {
    String taken = "select coalesce(sum(s_ytd), 0) from stock";
    String ordered = "select sum(ol_quantity) from order_line where ol_o_id > 30";
    String low = "select count(*) from stock where s_quantity < 10";
    JobTester standard = ran(small("").with("mix", "1,0,0,0,0"), 250);
    assertEquals(whole(standard, ordered), whole(standard, taken));
    assertEquals(0, whole(standard, low));
    JobTester hammerdb = ran(small("").with("mix", "1,0,0,0,0").with("compat", "hammerdb"), 250);
    assertEquals(0, whole(hammerdb, taken));
    assertTrue(whole(hammerdb, low) > 0);
  }

  @Test
  void aSecondWarehouseSuppliesOneLineInAHundredAndPaysOneInSeven() throws Exception {
    JobTester job = ran(small("").with("warehouses", "2").with("mix", "1,1,0,0,0"), 1_000);
    double lines = whole(job, "select count(*) from order_line where ol_o_id > 30");
    long remote = whole(job, "select count(*) from order_line where ol_supply_w_id <> ol_w_id");
    assertEquals(lines / 100, remote, 6 * Math.sqrt(lines / 100));
    assertEquals(remote, whole(job, "select sum(s_remote_cnt) from stock"));
    assertTrue(whole(job, "select count(*) from orders where o_all_local = 0") > 0);
    double payments = whole(job, "select count(*) - 600 from history");
    assertEquals(
        0.15 * payments,
        whole(job, "select count(*) from history where h_c_w_id <> h_w_id"),
        6 * Math.sqrt(0.15 * payments));
  }

  /// Deliveries come to an end where no new orders do: skipped, counted, and nothing breaks.
  @Test
  void aDistrictWithoutNewOrdersIsSkipped() throws Exception {
    JobTester job = ran(small("").with("mix", "0,0,0,1,0"), 15);
    assertEquals(0, whole(job, "select count(*) from new_order"));
    assertEquals(90, of(job, OrderDelivery.DELIVER).ok());
    assertEquals(150, of(job, "delivery.oldest_new_order").ok());
    assertEquals(300, whole(job, "select count(*) from orders where o_carrier_id is not null"));
  }

  @Test
  void badCreditIsNotedInTheCustomersData() throws Exception {
    JobTester job = ran(small("").with("mix", "0,1,0,0,0"), 300);
    long bad = of(job, "payment.update_bad_credit").ok();
    assertEquals(300, bad + of(job, "payment.update_customer").ok());
    assertTrue(bad > 0);
    assertTrue(whole(job, "select count(*) from customer where c_data like '% 1 % | %'") > 0);
    assertEquals(0, whole(job, "select count(*) from customer where length(c_data) > 500"));
    assertEquals(
        0, whole(job, "select count(*) from history where length(h_data) > 24 or h_amount < 1"));
  }

  @Test
  void terminalsWaitWhereTheyAreToldTo() throws Exception {
    assertEquals(0, ran(small(""), 50).totals().pausedNanos());
    JobTester keying = ran(small("").with("mix", "1,0,0,0,0").with("keying-time", "on"), 20);
    assertEquals(20 * 18_000_000_000L, keying.totals().pausedNanos());
    JobTester thinking = ran(small("").with("mix", "0,0,0,0,1").with("think-time", "on"), 200);
    assertEquals(200 * 5e9, thinking.totals().pausedNanos(), 6 * 5e9 * Math.sqrt(200));
  }

  /// Each condition, by a change that breaks it.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "1:update warehouse set w_ytd = w_ytd + 0.01",
        "2:update district set d_next_o_id = d_next_o_id + 1 where d_id = 4",
        "3:delete from new_order where no_d_id = 2 and no_o_id = 9",
        "4:delete from order_line where ol_d_id = 3 and ol_o_id = 5 and ol_number = 1",
        "5:update orders set o_carrier_id = 4 where o_d_id = 1 and o_id = 10",
        "6:update orders set o_ol_cnt = 4 where o_d_id = 1 and o_id = 1",
        "7:update order_line set ol_delivery_d = null where ol_d_id = 9 and ol_o_id = 2",
        "8:update history set h_amount = 11 where h_c_id = 1 and h_d_id = 1",
        "9:update history set h_d_id = 2 where h_c_id = 1 and h_d_id = 1",
        "10:update customer set c_balance = c_balance - 1 where c_id = 3 and c_d_id = 3",
        "11:update customer set c_delivery_cnt = 1 where c_id = 3 and c_d_id = 3",
        "12:update customer set c_ytd_payment = 11 where c_id = 3 and c_d_id = 3"
      })
  void aBrokenConditionIsFound(String broken) throws Exception {
    JobTester job = prepared(small("").with("scale", "0.001"));
    change(job, broken.split(":", 2)[1]);
    Verification verification = job.verify();
    assertEquals(Verification.Verdict.BROKEN, verification.verdict());
    Check condition =
        verification.checks().stream()
            .filter(check -> check.name().startsWith("3.3.2." + broken.split(":")[0] + " "))
            .findFirst()
            .orElseThrow();
    assertEquals(false, condition.holds(), verification::toString);
  }

  @Test
  void aMissingNewOrderIsFound() throws Exception {
    JobTester job = ran(small("").with("mix", "1,0,0,0,0"), 20);
    for (String forgotten :
        List.of(
            "update district set d_next_o_id = d_next_o_id - 1 where d_id = 1",
            "delete from orders where o_id = 31 and o_d_id = 1")) {
      change(job, forgotten);
    }
    assertEquals(
        List.of("d_next_o_id grows by the new orders"),
        job.verify().checks().stream()
            .filter(check -> !check.holds() && !check.name().startsWith("3.3.2."))
            .map(Check::name)
            .toList());
  }

  @Test
  void tablesThatWereLoadedOtherwiseAreRefused() throws Exception {
    JobTester job = prepared(small(""));
    assertEquals(
        "parameter compat: the tables were loaded with standard, and this job has dbt2;"
            + " give standard, another table-prefix, or --fresh to make the tables anew.",
        job.with("compat", "dbt2").trial().getFirst().sentence());
    assertEquals(
        "tables: the table warehouse was loaded with 1 rows, and this job needs 2; give what it was"
            + " loaded with, another table-prefix, or --fresh to make the tables anew.",
        job.with("compat", "standard").with("warehouses", "2").trial().getFirst().sentence());
    assertThrows(SQLException.class, job::prepare);
  }

  @Test
  void aMixThatIsNoneIsRefused() {
    assertEquals(
        List.of(
            "parameter mix: its value is not accepted;"
                + " give five whole numbers with commas between."),
        small("").with("mix", "45,43").check().stream().map(Problem::sentence).toList());
    assertEquals(1, small("").with("mix", "0,0,0,0,0").check().size());
  }

  @Test
  void eightTerminalsOfOneWarehouseDoNotSpoilEachOthersOrders() throws Exception {
    JobTester job = prepared(small("").threads(8));
    try (TestRun run = job.open()) {
      run.iterateAtOnce(30);
    }
    assertEquals(240, job.totals().transactions().ok(), () -> job.totals().failures().toString());
    job.verifyHolds();
  }

  @Test
  void newOrdersThatWereCommittedTellTheThroughput() throws Exception {
    for (String waits : List.of("false", "true")) {
      JobTester job =
          prepared(
              small("")
                  .with("mix", "1,0,0,0,0")
                  .with("keying-time", waits)
                  .with("think-time", waits));
      try (TestRun run = job.open()) {
        run.iterate(20);
      }
      long orders = job.totals().figure("tpcc.nopm");
      assertTrue(orders > 10 && orders <= 20, () -> orders + " new orders");
      long nanosOfOne = waits.equals("true") ? Math.round(60e9 / 12.86) : 0;
      assertEquals(orders * nanosOfOne, job.totals().figure("tpcc.efficiency"));
    }
  }

  @Test
  void statementsAreNamedByTheirTransaction() {
    List<String> operations = new ArrayList<>(new Tpcc().describe().operations());
    operations.removeAll(List.of("commit", "connect", "wait for connection"));
    List<String> words =
        IntStream.range(0, 5).mapToObj(i -> TransactionType.values()[i].word()).toList();
    assertTrue(
        operations.stream().allMatch(name -> words.contains(name.split("\\.")[0])),
        operations::toString);
  }
}
