package dev.broadside.jobs.igenoltp;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.kit.draw.Mixed;
import dev.broadside.kit.job.LoadedTable;
import dev.broadside.kit.job.RowWriter;
import dev.broadside.kit.own.OwnedIds;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;

/// The four tables and their rows. Money is in whole cents. Orders are dealt so that the selects
/// find the same everywhere: each customer gets ten, one of each age, from ten places far apart in
/// the table; three of the ten are open; customers go round the regions.
final class OrderTables {
  static final Parameter.Decimal SCALE =
      Parameter.decimal(
              "scale",
              "Size of the data: 10,000 customers, 1,000 products and 100,000 orders times this")
          .between(0.01, 10_000)
          .preset(1.0);
  static final int REGIONS = 25;

  /// Long ago, so that new orders are the newest whatever the database's clock says.
  private static final LocalDateTime BASE = LocalDateTime.of(2020, 1, 1, 0, 0);

  private static final long DAY_MILLIS = 86_400_000;

  static final LoadedTable REGION =
      LoadedTable.of("region", "id whole, name text(40), currency text(3)")
          .key("id")
          .rows(REGIONS, (row, n) -> row.values(n + 1, "Region " + (n + 1), "EUR"));
  static final LoadedTable PRODUCT =
      LoadedTable.of("product", "id whole, name text(60), price whole, stock whole")
          .key("id")
          .rows(SCALE, OrderTables::products, OrderTables::product);
  static final LoadedTable CUSTOMER =
      LoadedTable.of(
              "customer",
              "id whole, region_id whole, name text(60), email text(100), credit whole, created time")
          .key("id")
          .rows(SCALE, scale -> 10 * products(scale), OrderTables::customer);

  /// Both indexes end with the date, so that "newest" is read from their end and nothing is sorted.
  static final LoadedTable ORDERS =
      LoadedTable.of(
              "orders",
              """
              id whole, customer_id whole, product_id whole, region_id whole,
              quantity whole, amount whole, status text(1), created time\
              """)
          .key("id")
          .index("customer", "customer_id", "created")
          .index("region", "region_id", "status", "created")
          .rows(SCALE, scale -> 100 * products(scale), OrderTables::order);

  private OrderTables() {}

  private static long products(double scale) {
    return Math.max(10, Math.round(scale * 1_000));
  }

  static long customers(ParameterValues values) {
    return 10 * products(values.get(SCALE));
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
    long age = row.random().nextLong(365 * DAY_MILLIS);
    row.values(id, regionOf(id), "Customer " + id, "customer" + id + "@example.com")
        .values(row.random().nextLong(1_000_000), BASE.minus(age, ChronoUnit.MILLIS));
  }

  /// For each age the numbers count all customers once, each age starting a tenth further on.
  private static void order(RowWriter row, long number) throws SQLException {
    long products = row.rows() / 100;
    long age = number % 10;
    long customer = 1 + (number / 10 + age * products) % (10 * products);
    long product = row.random().nextLong(1, products + 1);
    long quantity = row.random().nextLong(1, 11);
    long time = age * DAY_MILLIS + row.random().nextLong(DAY_MILLIS);
    row.values(OwnedIds.loaded(number, row.rows()), customer, product, regionOf(customer))
        .values(quantity, quantity * price(product), (age + customer) % 10 < 3 ? "O" : "S")
        .values(BASE.plus(time, ChronoUnit.MILLIS));
  }
}
