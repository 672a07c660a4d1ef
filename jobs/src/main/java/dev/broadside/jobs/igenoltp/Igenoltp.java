package dev.broadside.jobs.igenoltp;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.kit.draw.Mixed;
import dev.broadside.kit.job.JobOutline;
import dev.broadside.kit.job.LoadedTable;
import dev.broadside.kit.job.RowWriter;
import dev.broadside.kit.job.TransactionJob;
import java.sql.SQLException;
import java.time.LocalDateTime;

/// An order system in the manner of iGenOLTP for SLAMD: four selects, one insert, one delete, 90 %
/// reads and 10 % writes. The original's schema was never published, so figures compare only with
/// those of this job class.
///
/// Money is in whole cents. Orders are distributed so that the selects find the same number of rows
/// everywhere: each customer gets ten, one of each age, from ten places far apart in the table;
/// three of the ten are open; customers go round the regions.
public final class Igenoltp extends TransactionJob {
  private static final Parameter.Decimal SCALE =
      Parameter.decimal("scale", "10,000 customers, 1,000 products, 100,000 orders times this")
          .between(0.01, 10_000)
          .preset(1.0);
  private static final Parameter.Choice MIX =
      Parameter.choice("mix", "What the 90/10 mix of reads and writes is counted in")
          .option("transaction", "All six statements, committed once: 18 rows read, 2 written")
          .option("statement", "One statement, committing itself: 90 % selects, 10 % writes")
          .preset("transaction");
  private static final Parameter.Decimal READ_ONLY_SHARE =
      Parameter.decimal("read-only-share", "Percentage of iterations without writes")
          .between(0, 100)
          .preset(0.0);
  private static final Parameter.Flag COMMIT =
      Parameter.flag("commit", "Commit the six statements once; if off, each commits itself")
          .preset(true);

  /// Long ago, so that new orders are always the newest by the database's clock.
  private static final LocalDateTime BASE = LocalDateTime.of(2020, 1, 1, 0, 0);

  private static final long DAY_MILLIS = 86_400_000;
  private static final int REGIONS = 25;

  static final LoadedTable REGION =
      LoadedTable.of("region", "id whole key, name text(40), currency text(3)")
          .rows(REGIONS, (row, n) -> row.values(n + 1, "Region " + (n + 1), "EUR"));
  static final LoadedTable PRODUCT =
      LoadedTable.of("product", "id whole key, name text(60), price whole, stock whole")
          .rows(SCALE, scale -> Math.round(scale * 1_000), Igenoltp::product);
  static final LoadedTable CUSTOMER =
      LoadedTable.of(
              "customer",
              "id whole key, region_id whole, name text(60), email text(100), credit whole,"
                  + " created time")
          .rowsForEach(PRODUCT, 10, Igenoltp::customer);

  /// Both indexes end with the date, so that "newest" is read from their end and nothing is sorted.
  private static final LoadedTable ORDERS =
      LoadedTable.of(
              "orders",
              "id whole key, customer_id whole, product_id whole, region_id whole,"
                  + " quantity whole, amount whole, status text(1), created time")
          .index("customer", "customer_id", "created")
          .index("region", "region_id", "status", "created")
          .rowsForEach(CUSTOMER, 10, Igenoltp::order);

  public Igenoltp() {
    super(
        JobOutline.of(
                "igenoltp",
                "Order system, 90 % reads",
                "Four selects, one insert and one delete on four tables, in the manner of iGenOLTP for"
                    + " SLAMD. The original's schema was never published; this one is our own.")
            .parameters(SCALE, MIX, READ_ONLY_SHARE, COMMIT)
            .perPhase(READ_ONLY_SHARE)
            .refuse(
                values -> statementMix(values) && !values.get(COMMIT),
                COMMIT,
                "in the statement mix every statement commits itself anyway",
                "leave it out, or use the transaction mix")
            .tables(REGION, PRODUCT, CUSTOMER, ORDERS)
            .transaction("order", 1, Order::new)
            .readOnlyShare(READ_ONLY_SHARE)
            .autoCommit(values -> statementMix(values) || !values.get(COMMIT))
            .balance("orders are stationary", "orders", "insert_order", "delete_order")
            .refers("every order has its customer", "orders", "customer_id", "customer")
            .refers("every order has its product", "orders", "product_id", "product")
            .refers("every order has its region", "orders", "region_id", "region")
            .evidence(
                "customers have ten orders",
                "select count(*) from (select customer_id from {orders}"
                    + " group by customer_id having count(*) >= 10) t",
                CUSTOMER::count)
            .evidence(
                "regions have six open orders",
                "select count(*) from (select region_id from {orders} where status = 'O'"
                    + " group by region_id having count(*) >= 6) t",
                REGION::count)
            .databaseCounts());
  }

  static boolean statementMix(ParameterValues values) {
    return values.get(MIX).equals("statement");
  }

  /// The region of a customer; also that of the customer's orders.
  static long regionOf(long customer) {
    return 1 + (customer - 1) % REGIONS;
  }

  static long price(long product) {
    return 100 + (Mixed.of(0, 1, product) >>> 1) % 99_900;
  }

  private static void product(RowWriter row, long number) throws SQLException {
    long id = number + 1;
    row.values(id, "Product " + id, price(id), row.random().nextLong(1_000));
  }

  private static void customer(RowWriter row, long number) throws SQLException {
    long id = number + 1;
    long ageMillis = row.random().nextLong(365 * DAY_MILLIS);
    row.values(id, regionOf(id), "Customer " + id, "customer" + id + "@example.com")
        .values(row.random().nextLong(1_000_000), BASE.minusNanos(ageMillis * 1_000_000));
  }

  /// For each age the numbers count all customers once, each age starting a tenth further on.
  private static void order(RowWriter row, long number) throws SQLException {
    long products = row.rows() / 100;
    long age = number % 10;
    long customer = 1 + (number / 10 + age * products) % (10 * products);
    long product = row.random().nextLong(1, products + 1);
    long quantity = row.random().nextLong(1, 11);
    long millis = age * DAY_MILLIS + row.random().nextLong(DAY_MILLIS);
    row.values(row.ownedId(), customer, product, regionOf(customer), quantity)
        .values(quantity * price(product), (age + customer) % 10 < 3 ? "O" : "S")
        .values(BASE.plusNanos(millis * 1_000_000));
  }
}
