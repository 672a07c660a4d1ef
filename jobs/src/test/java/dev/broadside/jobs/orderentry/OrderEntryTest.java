package dev.broadside.jobs.orderentry;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.work.Verification;
import dev.broadside.core.work.Verification.Check;
import dev.broadside.kit.engine.Engines;
import dev.broadside.kit.jdbc.Target;
import dev.broadside.kit.query.Rows;
import dev.broadside.testkit.Fault;
import dev.broadside.testkit.JobTester;
import dev.broadside.testkit.TestRun;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The shop on H2, also in Oracle's mode, and its SQL for Oracle.
class OrderEntryTest {

  /// A thousand customers.
  private static JobTester small(String settings) {
    return JobTester.of(new OrderEntry())
        .with("url", JobTester.h2(settings))
        .with("scale", "0.001");
  }

  private static long whole(JobTester job, String query) throws SQLException {
    try (Connection connection = Target.of(job.values()).connect(Target.Purpose.RUN)) {
      return Rows.whole(connection, query);
    }
  }

  private static long ok(JobTester job, String operation) {
    return job.totals().operation(operation).ok();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ";MODE=Oracle"})
  void everyTransactionLeavesTheShopRight(String settings) throws Exception {
    JobTester job = small(settings).with("analytics", "1,1,1").agents(2).threads(3);
    Verification verification = job.run(600);
    assertEquals(20, verification.checks().size());
    assertEquals(Verification.Verdict.HOLDS, verification.verdict(), verification::toString);
    new OrderEntry()
        .describe().operations().stream()
            .filter(operation ->
                !List.of("already_processed", "connect", "wait for connection").contains(operation))
            .forEach(operation -> assertTrue(ok(job, operation) > 0, operation));
    assertEquals(ok(job, "insert_order"), job.totals().figure("order_entry.placed"));
  }

  @Test
  void theLoadHasTheRowsOfItsScaleAndEqualSeedsLoadEqualRows() throws Exception {
    JobTester job = small("").with("scale", "0.002");
    job.prepare();
    Map<String, Long> rows =
        Map.of(
            "customers", 2_000L,
            "addresses", 3_000L,
            "card_details", 3_000L,
            "orders", 2_860L,
            "logon", 4_760L,
            "inventories", 9_000L,
            "product_information", 1_000L,
            "product_descriptions", 1_000L,
            "warehouses", 10L,
            "orderentry_metadata", 4L);
    for (Map.Entry<String, Long> table : rows.entrySet()) {
      assertEquals(table.getValue(), whole(job, "select count(*) from " + table.getKey()));
    }
    assertEquals(2_860 * 5, whole(job, "select count(*) from order_items"), 300);
    assertEquals(
        2_860,
        whole(
            job,
            "select metadata_value from orderentry_metadata where metadata_key = 'last_order'"));
    JobTester again = small("").with("scale", "0.002").with("load-threads", "1");
    again.prepare();
    for (String sum :
        List.of(
            "sum(ora_hash(cust_email || credit_limit)) from customers",
            "sum(order_total * mod(customer_id, 97)) from orders",
            "sum(quantity_on_hand * warehouse_id) from inventories",
            "sum(unit_price * line_item_id) from order_items")) {
      assertEquals(whole(job, "select " + sum), whole(again, "select " + sum), sum);
    }
  }

  /// So that an order always finds two products at least.
  @Test
  void everyWarehouseHasFourToSixProductsOfEachCategory() throws Exception {
    JobTester job = small("");
    job.prepare();
    String counts =
        """
        select %s(n) from (select count(*) n from inventories i
          join product_information p on p.product_id = i.product_id
          group by p.category_id, i.warehouse_id)\
        """;
    assertEquals(4, whole(job, counts.formatted("min")));
    assertEquals(6, whole(job, counts.formatted("max")));
    assertEquals(199 * 10, whole(job, counts.formatted("count")));
  }

  @Test
  void transactionsComeAsOftenAsTheMixSays() throws Exception {
    JobTester job = small("").threads(2);
    job.run(2_000);
    Map<String, Double> shares =
        Map.of(
            "insert_order", 0.32,
            "insert_customer", 0.12,
            "find_by_name", 0.08,
            "select_waiting", 0.04,
            "select_orders", 0.04);
    shares.forEach((operation, share) ->
        assertEquals(2_000 * share, ok(job, operation), 6 * Math.sqrt(2_000 * share), operation));
    double browsed = ok(job, "select_product") / 12.5;
    assertEquals(800, browsed, 6 * Math.sqrt(800));
    double items = (double) ok(job, "insert_item") / ok(job, "insert_order");
    assertTrue(items > 2.5 && items < 4, items + " items an order");
  }

  @Test
  void pausesAreInTheTransactionsTimeAndInNoStatements() throws Exception {
    JobTester job =
        small("").with("mix", "0,0,0,1,0,0").with("intra-min", "5ms").with("intra-max", "10ms");
    job.prepare();
    long began = System.nanoTime();
    try (TestRun run = job.open()) {
      run.iterate(10);
    }
    assertTrue(System.nanoTime() - began >= 10 * 2 * 5_000_000L, "two pauses of three statements");
    assertEquals(10, job.totals().transactions().ok(), () -> job.totals().failures().toString());
    assertEquals(
        List.of("parameter intra-min: it is longer than intra-max; give at most intra-max."),
        small("").with("intra-min", "5ms").refusals());
  }

  /// Wherever the answer is lost, and whether or not what was sent took effect.
  @ParameterizedTest
  @CsvSource({
    "'0,1,0,0,0,0', 30",
    "'0,0,1,0,0,0', 9",
    "'0,0,0,1,0,0', 4",
    "'0,0,0,0,1,0', 3",
    "'0,0,0,0,0,1', 9"
  })
  void everyFaultAnywhereLeavesTheCountsExact(String mix, int calls) throws Exception {
    JobTester job = small("").with("mix", mix);
    job.prepare();
    try (TestRun run = job.open()) {
      for (Fault fault : Fault.values()) {
        for (int call = 1; call <= calls; call++) {
          run.fail(fault, call);
          run.iterate(3);
        }
      }
    }
    assertFalse(job.totals().failures().isEmpty());
    job.verifyHolds();
  }

  /// Each check, and what breaks it: in this order, those that follow still hold.
  private static final List<List<String>> SABOTAGES =
      List.of(
          List.of(
              "an order's total is that of its items",
              "update orders set order_total = order_total + 1 where order_id = 7"),
          List.of(
              "stock and pieces ordered, by what was added to orders",
              "update inventories set quantity_on_hand = 0 where product_id = 1"),
          List.of("orders have customers", "update orders set customer_id = 0 where order_id = 11"),
          List.of(
              "orders have addresses",
              "update orders set delivery_address_id = 0 where order_id = 12"),
          List.of("orders have cards", "update orders set card_id = 0 where order_id = 13"),
          List.of(
              "orders processed",
              "update orders set order_status = 10 - order_status where order_id = "
                  + "(select min(order_id) from orders where order_status <> 5)"),
          List.of("logons have customers", "update logon set customer_id = 0 where logon_id = 1"),
          List.of("logons", "delete from logon where logon_id = 2"),
          List.of(
              "addresses have customers",
              "update addresses set customer_id = 0 where address_id = 1200"),
          List.of("addresses added", "delete from addresses where address_id = 1300"),
          List.of(
              "a preferred address is the customer's own",
              "update customers set preferred_address = 2 where customer_id = 1"),
          List.of(
              "cards are there", "update customers set preferred_card = 0 where customer_id = 1"),
          List.of(
              "cards have customers",
              "update card_details set customer_id = 0 where card_id = 1200"),
          List.of("cards added", "delete from card_details where card_id = 1300"),
          List.of(
              "items ordered", "delete from order_items where order_id = 7 and line_item_id = 1"),
          List.of("items have products", "delete from product_information where product_id = 5"),
          List.of("orders have warehouses", "delete from warehouses where warehouse_id = 3"),
          List.of(
              "orders placed",
              """
              insert into orders select 0, order_date, order_mode, customer_id, 0, 0, sales_rep_id,
                warehouse_id, delivery_type, delivery_address_id, card_id
              from orders where order_id = 20\
              """),
          List.of("items have orders", "delete from orders where order_id = 7"),
          List.of("customers registered", "delete from customers where customer_id = 900"));

  @Test
  void whatSomebodyElseDidIsFoundByTheCheckForIt() throws Exception {
    JobTester job = small("");
    job.run(50);
    for (List<String> sabotage : SABOTAGES) {
      String name = sabotage.getFirst();
      assertTrue(holds(job, name), name);
      try (Connection connection = Target.of(job.values()).connect(Target.Purpose.RUN)) {
        Rows.run(connection, sabotage.getLast());
      }
      assertFalse(holds(job, name), name);
    }
    assertEquals(SABOTAGES.size(), job.verify().checks().size());
    assertEquals(Verification.Verdict.BROKEN, job.verify().verdict());
  }

  private static boolean holds(JobTester job, String name) throws Exception {
    return job.verify().checks().stream()
        .filter(check -> check.name().equals(name))
        .findFirst()
        .map(Check::holds)
        .orElseThrow();
  }

  @Test
  void aTransactionAllocatesLittleBesideTheDriver() throws Exception {
    JobTester job = small("").with("mix", "0,1,0,0,0,0");
    job.prepare();
    try (TestRun run = job.open()) {
      assertEquals(0, run.allocatedPerIteration(300), 100);
    }
  }

  @Test
  void threadsShareNothing() throws Exception {
    JobTester job = small("").threads(2);
    job.prepare();
    try (TestRun run = job.open()) {
      assertEquals(List.of(), run.shared());
    }
  }

  @Test
  void everyStatementForOracleParsesAndSpeaksItsWords() {
    for (String sql : new OrderEntry().statements(Engines.named("oracle"), "t_")) {
      assertDoesNotThrow(() -> CCJSqlParserUtil.parse(sql), sql);
      assertTrue(
          Stream.of(" limit ", "bigint", "varchar(", "engine=", "{").noneMatch(sql::contains), sql);
    }
  }
}
