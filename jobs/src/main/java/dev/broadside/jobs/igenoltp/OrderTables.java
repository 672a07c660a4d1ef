package dev.broadside.jobs.igenoltp;

import dev.broadside.core.param.Parameter;
import dev.broadside.kit.draw.Mixed;
import dev.broadside.kit.job.LoadedTable;
import dev.broadside.kit.job.RowWriter;
import dev.broadside.kit.own.OwnedIds;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;

/// The four tables and their rows. Money is in whole cents, keys begin with 1.
///
/// Orders are dealt so that what the selects find is the same everywhere: each customer gets ten,
/// one of each age, from ten places far apart in the table; three of the ten are open; customers go
/// round the regions. No foreign keys are declared: their checks would read rows that the workload
/// does not count. The run's verification looks at the references instead.
final class OrderTables {
  static final Parameter.Decimal SCALE =
      Parameter.decimal(
              "scale",
              "Size of the data: 10,000 customers, 1,000 products and 100,000 orders times this")
          .between(0.01, 10_000)
          .preset(1.0);

  static final int REGIONS = 25;
  private static final int TEN = 10;

  /// Long ago, so that new orders are the newest whatever the database's clock says. Without a time
  /// zone, so that equal seeds make equal data on every host.
  private static final LocalDateTime BASE = LocalDateTime.of(2020, 1, 1, 0, 0);

  private static final long DAY_MILLIS = 86_400_000;
  private static final List<String> GIVEN =
      List.of("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gita", "Hugo", "Ines", "Jan", "Kofi");
  private static final List<String> FAMILY =
      List.of("Abel", "Berg", "Costa", "Diaz", "Endo", "Frank", "Gupta", "Haas", "Ito", "Jung");
  private static final List<String> WINDS = List.of("North", "East", "South", "West", "Central");
  private static final List<String> CURRENCIES = List.of("EUR", "USD", "JPY", "GBP", "INR");
  private static final List<String> GOODS =
      List.of("anchor", "barrel", "chain", "davit", "flag", "hook", "lantern", "mast", "oar");

  static final LoadedTable REGION =
      LoadedTable.of("region", "id whole, name text(40), currency text(3)")
          .key("id")
          .rows(REGIONS, OrderTables::region);

  static final LoadedTable PRODUCT =
      LoadedTable.of("product", "id whole, name text(60), price whole, stock whole")
          .key("id")
          .rows(SCALE, scale -> customers(scale) / TEN, OrderTables::product);

  static final LoadedTable CUSTOMER =
      LoadedTable.of(
              "customer",
              "id whole, region_id whole, name text(60), email text(100), credit whole, created time")
          .key("id")
          .rows(SCALE, OrderTables::customers, OrderTables::customer);

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
          .rows(SCALE, scale -> customers(scale) * TEN, OrderTables::order);

  private OrderTables() {}

  /// A multiple of ten, at least 100.
  static long customers(double scale) {
    return Math.max(TEN, Math.round(scale * 1_000)) * TEN;
  }

  /// The region of a customer; also that of the customer's orders.
  static long regionOf(long customer) {
    return 1 + (customer - 1) % REGIONS;
  }

  /// What a product costs, with which seed ever it was loaded.
  static long price(long seed, long product) {
    return 100 + (Mixed.of(seed, 1, product) >>> 1) % 99_900;
  }

  private static void region(RowWriter row, long number) throws SQLException {
    row.set(number + 1)
        .set(pick(WINDS, number) + " " + (1 + number / WINDS.size()))
        .set(pick(CURRENCIES, number));
  }

  private static void product(RowWriter row, long number) throws SQLException {
    long id = number + 1;
    row.set(id)
        .set(drawn(GOODS, row) + " " + id)
        .set(price(row.seed(), id))
        .set(row.random().nextLong(1_000));
  }

  private static void customer(RowWriter row, long number) throws SQLException {
    long id = number + 1;
    row.set(id)
        .set(regionOf(id))
        .set(drawn(GIVEN, row) + " " + drawn(FAMILY, row))
        .set("customer" + id + "@example.com")
        .set(row.random().nextLong(1_000_000))
        .set(BASE.minus(row.random().nextLong(365 * DAY_MILLIS), ChronoUnit.MILLIS));
  }

  /// For each age the numbers count all customers once, each age starting a tenth further on.
  private static void order(RowWriter row, long number) throws SQLException {
    long customers = row.rows() / TEN;
    long age = number % TEN;
    long customer = 1 + (number / TEN + age * (customers / TEN)) % customers;
    long product = row.random().nextLong(1, customers / TEN + 1);
    long quantity = row.random().nextLong(1, 11);
    row.set(OwnedIds.loaded(number, row.rows()))
        .set(customer)
        .set(product)
        .set(regionOf(customer))
        .set(quantity)
        .set(quantity * price(row.seed(), product))
        .set((age + customer) % 10 < 3 ? "O" : "S")
        .set(BASE.plusDays(age).plus(row.random().nextLong(DAY_MILLIS), ChronoUnit.MILLIS));
  }

  private static String drawn(List<String> from, RowWriter row) {
    return from.get(row.random().nextInt(from.size()));
  }

  private static String pick(List<String> from, long number) {
    return from.get((int) (number % from.size()));
  }
}
