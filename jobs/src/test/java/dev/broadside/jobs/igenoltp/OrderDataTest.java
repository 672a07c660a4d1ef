package dev.broadside.jobs.igenoltp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.kit.jdbc.Target;
import dev.broadside.kit.own.OwnedIds;
import dev.broadside.kit.query.Rows;
import dev.broadside.testkit.JobTester;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What the loader makes, and that it makes it once.
class OrderDataTest {

  private static JobTester job(String scale) {
    return JobTester.onH2(new Igenoltp()).with("scale", scale);
  }

  private static Connection connect(JobTester job) throws SQLException {
    return Target.of(job.values()).connect(Target.Purpose.RUN);
  }

  @ParameterizedTest
  @CsvSource({"0.01, 100, 10, 1000", "0.0123, 120, 12, 1200", "1, 10000, 1000, 100000"})
  void aScaleSaysHowManyRows(double factor, long customers, long products, long orders)
      throws Exception {
    JobTester job = job(Double.toString(factor));
    job.prepare();
    try (Connection connection = connect(job)) {
      assertEquals(customers, Rows.whole(connection, "select count(*) from customer"));
      assertEquals(products, Rows.whole(connection, "select count(*) from product"));
      assertEquals(orders, Rows.whole(connection, "select count(*) from orders"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.01", "0.05", "0.11"})
  void everyCustomerHasTenOrdersOfTenAgesAndThreeAreOpen(String scale) throws Exception {
    JobTester job = job(scale);
    job.prepare();
    long customers = Igenoltp.CUSTOMER.count(job.values());
    try (Connection connection = connect(job)) {
      assertEquals(
          customers,
          Rows.whole(
              connection,
              """
              select count(*) from (select customer_id from orders group by customer_id
                having count(*) = 10
                and count(distinct cast(created as date)) = 10
                and sum(case when status = 'O' then 1 else 0 end) = 3)\
              """));
      assertEquals(
          25,
          Rows.whole(
              connection,
              """
              select count(*) from (select region_id from orders where status = 'O'
                group by region_id having count(*) >= 6)\
              """));
      assertEquals(
          0,
          Rows.whole(
              connection,
              """
              select count(*) from orders o join product p on p.id = o.product_id
              where o.amount <> o.quantity * p.price\
              """));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 64, 9_999, 10_000})
  void everyLoadedOrderBelongsToExactlyOneThreadAndThreadsOwnEquallyMuch(int threads) {
    long total = 100_000;
    long[] owned = new long[threads];
    long last = -1;
    int thread = 0;
    for (long number = 0; number < total; number++) {
      long id = OwnedIds.loaded(number, total);
      assertTrue(id > last, "ids grow");
      last = id;
      while (id >= OwnedIds.of(thread, threads).endId()) {
        thread++;
      }
      owned[thread]++;
    }
    for (long orders : owned) {
      assertEquals(total / (double) threads, orders, total / (double) OwnedIds.PARTITIONS);
    }
  }

  @Test
  void aLoadThatWasStoppedGoesOnWhereItWas() throws Exception {
    JobTester job = job("0.5").with("load-threads", "2").stopAt("load orders", 20_000);
    job.prepare();
    try (Connection connection = connect(job)) {
      long rows = Rows.whole(connection, "select count(*) from orders");
      assertTrue(rows >= 20_000 && rows < 50_000, () -> rows + " rows");
      job.goOn();
      job.prepare();
      assertEquals(50_000, Rows.whole(connection, "select count(*) from orders"));
    }
  }

  @Test
  void whatIsThereIsNotLoadedAgain() throws Exception {
    JobTester job = job("0.05");
    long seed = job.prepare().whole("data.seed");
    try (Connection connection = connect(job)) {
      Rows.run(connection, "delete from orders where id = (select min(id) from orders)");
      job.seed(seed + 1);
      assertEquals(seed, job.prepare().whole("data.seed"));
      assertEquals(4_999, Rows.whole(connection, "select count(*) from orders"));
    }
  }

  @Test
  void aTableThatSomebodyDroppedIsLoadedAndIndexedAnew() throws Exception {
    JobTester job = job("0.05").with("table-prefix", "d_");
    job.prepare();
    try (Connection connection = connect(job)) {
      String indexes =
          "select count(*) from information_schema.indexes where table_name = 'D_ORDERS'";
      long before = Rows.whole(connection, indexes);
      Rows.run(connection, "update d_customer set credit = -1 where id = 1");
      Rows.run(connection, "drop table d_orders");
      assertEquals(List.of(), job.trial());
      assertEquals(5_000, job.prepare().whole("data.before.orders-are-stationary"));
      assertEquals(before, Rows.whole(connection, indexes));
      assertEquals(-1, Rows.whole(connection, "select credit from d_customer where id = 1"));
    }
  }

  @Test
  void equalSeedsMakeEqualDataWhateverTheNumberOfLoaders() throws Exception {
    String one = checksum(job("0.2").with("load-threads", "1"));
    assertEquals(one, checksum(job("0.2").with("load-threads", "4")));
    assertNotEquals(one, checksum(job("0.2").seed(43)));
  }

  private static String checksum(JobTester job) throws Exception {
    job.prepare();
    try (Connection connection = connect(job)) {
      return Rows.text(
          connection,
          """
          select sum(mod(id, 1000003) * (customer_id + 7 * product_id + 13 * quantity)) || ' '
            || sum(amount) || ' ' || sum(mod(id, 65537) * extract(epoch from created)) from orders\
          """);
    }
  }

  @Test
  void tablesOfAnotherScaleAreRefused() throws Exception {
    JobTester job = job("0.05");
    job.prepare();
    job.with("scale", "0.06");
    assertEquals(
        List.of(
            "parameter scale: the table product was loaded with 50 rows, and this job needs 60; give"
                + " what it was loaded with, another table-prefix, or --fresh to make the tables anew."),
        job.trial().stream().map(problem -> problem.sentence()).toList());
  }

  @Test
  void tablesOfOthersAreRefused() throws Exception {
    JobTester job = job("0.05");
    try (Connection connection = connect(job)) {
      Rows.run(connection, "create table customer (id int)");
      assertEquals(1, job.trial().size());
      assertTrue(job.trial().getFirst().sentence().contains("the table customer exists"));
      assertEquals(List.of(), job.with("table-prefix", "b_").trial());
    }
  }

  @Test
  void cleaningUpDropsOnlyWhatWasMade() throws Exception {
    JobTester job = job("0.01").with("table-prefix", "b_").with("clean-up", "drop");
    try (Connection connection = connect(job)) {
      Rows.run(connection, "create table customer (id int)");
      job.prepare();
      job.cleanUp();
      assertEquals(
          List.of("CUSTOMER"),
          Rows.column(
              connection,
              "select table_name from information_schema.tables where table_schema = 'PUBLIC'"));
    }
  }
}
