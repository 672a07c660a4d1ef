package dev.broadside.jobs.dvdstore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.work.Totals;
import dev.broadside.core.work.Verification.Check;
import dev.broadside.kit.jdbc.Target;
import dev.broadside.kit.query.Rows;
import dev.broadside.testkit.JobTester;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DvdstoreOnH2Test {

  private static JobTester shop(String scale) {
    return JobTester.onH2(new Dvdstore()).with("scale", scale);
  }

  private static JobTester prepared(JobTester job) throws Exception {
    job.prepare();
    return job;
  }

  private static JobTester ran(JobTester job, int iterations) throws Exception {
    job.run(iterations);
    return job;
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
  @CsvSource({
    "small, 0.1, 2000, 1000, 1200, 5991",
    "small, 0.01, 200, 100, 120, 591",
    "medium, 0.002, 4000, 200, 2400, 11991"
  })
  void aSizeSaysHowManyRows(
      String size, String scale, long customers, long products, long orders, long lines)
      throws Exception {
    JobTester job = prepared(shop(scale).with("size", size));
    assertEquals(customers, whole(job, "select count(*) from customers"));
    assertEquals(products, whole(job, "select count(*) from products"));
    assertEquals(products, whole(job, "select count(*) from inventory"));
    assertEquals(orders, whole(job, "select count(*) from orders"));
    assertEquals(lines, whole(job, "select count(*) from orderlines"));
    assertEquals(lines, whole(job, "select count(*) from cust_hist"));
    assertEquals(16, whole(job, "select count(*) from categories"));
    assertEquals(0, whole(job, "select count(*) from reorder"));
    job.verifyHolds();
  }

  @Test
  void equalSeedsMakeEqualDataWhateverTheNumberOfLoaders() throws Exception {
    List<Long> one = checksum(prepared(shop("0.05").with("load-threads", "1")));
    assertEquals(one, checksum(prepared(shop("0.05").with("load-threads", "3").agents(3))));
    assertNotEquals(one, checksum(prepared(shop("0.05").seed(43))));
  }

  private static List<Long> checksum(JobTester job) throws SQLException {
    List<Long> sums = new ArrayList<>();
    for (String query :
        List.of(
            "customerid || lastname || creditcard || city from customers",
            "prod_id || title || actor || price || special || common_prod_id from products",
            "prod_id || '/' || quan_in_stock || '/' || sales from inventory",
            "orderid || '/' || customerid || '/' || netamount || orderdate from orders",
            "orderid || '/' || orderlineid || '/' || prod_id || '/' || quantity from orderlines",
            "orderid || '/' || customerid || '/' || prod_id from cust_hist")) {
      sums.add(whole(job, "select sum(ora_hash(" + query.replace(" from", ")) from")));
    }
    return sums;
  }

  @Test
  void aHotProductHasTenTickets() {
    DvdShop shop = new DvdShop(1, 25_000, 1);
    Map<Long, Integer> tickets = new HashMap<>();
    for (long ticket = 1; ticket <= shop.tickets(); ticket++) {
      tickets.merge(shop.drawn(ticket), 1, Integer::sum);
    }
    assertEquals(25_000, tickets.size());
    tickets.forEach((product, count) ->
        assertEquals(product % 10_000 == 0 ? 10 : 1, count, () -> "product " + product));
  }

  /// One product in 501 has none, one has 1 and one has 2, of which up to 3 are wanted: 0.4 % of
  /// the lines, so 2 % of the orders of 1 to 9 lines.
  @ParameterizedTest
  @ValueSource(strings = {"", ";MODE=Oracle"})
  void aCycleIsThatOfTheDefinition(String settings) throws Exception {
    JobTester job = ran(shop("0.1002").with("url", JobTester.h2(settings)).threads(3), 3_000);
    Totals all = job.totals().transactions();
    assertEquals(60, all.rolledBack(), 4 * Math.sqrt(60));
    assertEquals(3_000, job.totals().figure("dvdstore.opm"));
    assertEquals(all.rolledBack(), job.totals().figure("dvdstore.rollbacks"));
    assertEquals(all.effective(), job.totals().figure("dvdstore.opm-bought"));
    assertEquals(all.rolledBack(), job.totals().operation("shortage").ok());
    assertEquals(all.effective(), job.totals().operation("commit").ok());
    assertEquals(600, job.totals().operation("new_customer").ok(), 6 * Math.sqrt(480));
    for (String search : List.of("search_category", "search_actor", "search_title")) {
      assertEquals(3_000, job.totals().operation(search).ok(), 6 * Math.sqrt(5_000), search);
    }
    assertEquals(15_000, job.totals().operation("check_stock").ok(), 6 * Math.sqrt(21_000));
    assertEquals(all.effective(), whole(job, "select count(*) from orders where orderid > 1202"));
    String first =
        "select count(*) from (select count(*) n from orderlines where orderid > 1202"
            + " group by orderid having count(*) ";
    assertEquals(0, whole(job, first + "> 9) t"));
    assertTrue(whole(job, first + "= 9) t") > 250);
    assertTrue(whole(job, first + "= 1) t") > 250);
    assertEquals(0, whole(job, "select count(*) from orderlines where quantity not in (1, 2, 3)"));
  }

  @Test
  void searchesFindTheRowsThatTheyAskFor() throws Exception {
    JobTester job = ran(shop("1").with("new-customers", "100"), 300);
    long searches = 0;
    for (String search : List.of("search_category", "search_actor", "search_title")) {
      searches += job.totals().operation(search).ok();
    }
    long others = 5 * 300 + job.totals().operation("check_stock").ok();
    double found = (job.totals().rowsRead() - others) / (double) searches;
    assertEquals(5, found, 0.5, "rows of a search");
  }

  @Test
  void stockStaysAtItsLevelAndWhatWasLowIsReordered() throws Exception {
    JobTester job = shop("0.05");
    job.prepare();
    String low = "select count(*) from inventory where quan_in_stock < 3";
    long before = whole(job, low);
    ran(job, 4_000);
    assertEquals(before, whole(job, low));
    assertTrue(whole(job, "select count(*) from reorder where quan_reordered = 250") > 20);
    assertEquals(
        "the database has no triggers in SQL",
        job.facts().text("data.trigger.restock").orElseThrow());
    job.verifyHolds();
  }

  @Test
  void aSecondRunNumbersOnAndKeepsItsBalance() throws Exception {
    JobTester job = ran(shop("0.02").threads(2), 200);
    long orders = whole(job, "select count(*) from orders");
    JobTester next =
        JobTester.of(new Dvdstore())
            .with("url", job.values().texts().get("url"))
            .with("scale", "0.02")
            .seed(7)
            .threads(5);
    ran(next, 200);
    assertEquals(
        next.totals().transactions().effective(),
        whole(next, "select count(*) from orders") - orders);
  }

  /// Each check, by a change that breaks it.
  @ParameterizedTest
  @CsvSource(
      delimiter = ':',
      value = {
        "customers grow by the new ones:delete from customers where username like 'newuser%'",
        "orders grow by the purchases:insert into orders select 999, orderdate, customerid, 1, 0, 1 from orders where orderid = 1",
        "order lines grow by those bought:delete from orderlines where orderid = 1",
        "an order has its customer, its lines, and their amount:update orders set customerid = 0 where orderid = 5",
        "an order has its customer, its lines, and their amount:update orders set tax = tax + 1 where orderid = 5",
        "an order has its customer, its lines, and their amount:update products set price = price + 1 where prod_id = 7",
        "an order has its customer, its lines, and their amount:update orderlines set orderlineid = 3 where orderid = 2 and orderlineid = 2",
        "customers' histories are their order lines:update cust_hist set customerid = customerid + 1 where orderid = 3",
        "customers' histories are their order lines:delete from orderlines where orderid = 9 and orderlineid = 9",
        "sales are what order lines sold:update orderlines set quantity = quantity + 1 where orderid = 4 and orderlineid = 1",
        "stock is what was loaded + reordered - sold:update inventory set quan_in_stock = quan_in_stock + 1 where prod_id = 3",
        "stock is what was loaded + reordered - sold:delete from reorder where quan_reordered = 250",
        "every reorder was due:update reorder set quan_low = 3",
        "no stock is negative:update inventory set quan_in_stock = -1 where prod_id = 3"
      })
  void aSabotagedRowIsFound(String check, String sabotage) throws Exception {
    JobTester job = ran(shop("0.005"), 400);
    job.verifyHolds();
    change(job, sabotage);
    List<String> broken =
        job.verify().checks().stream().filter(one -> !one.holds()).map(Check::name).toList();
    assertTrue(broken.contains(check), broken::toString);
  }

  @Test
  void tablesThatWereLoadedForAnotherWriterAreRefused() throws Exception {
    JobTester job = prepared(shop("0.01"));
    assertEquals(
        "parameter reorder: the tables were loaded with trigger, and this job has transaction;"
            + " give trigger, another table-prefix, or --fresh to make the tables anew.",
        job.with("reorder", "transaction").trial().getFirst().sentence());
  }
}
