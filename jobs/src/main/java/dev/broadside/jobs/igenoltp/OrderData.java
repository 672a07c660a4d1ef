package dev.broadside.jobs.igenoltp;

import dev.broadside.kit.draw.Mixed;
import dev.broadside.kit.load.TableLoad;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;

/// The rows that the loader makes up: a pure function of seed, table and row number, so that chunks
/// may be loaded in any order, by any thread, after any interruption. Money is in whole cents. Keys
/// begin with 1.
///
/// Orders are dealt so that what the selects find is the same everywhere: each customer gets ten,
/// one of each age, from ten places far apart in the table; three of the ten are open; customers go
/// round the regions.
///
/// @param scale how many rows
/// @param seed equal seeds make equal data
/// @param tables the names of the tables
record OrderData(Scale scale, long seed, Tables tables) {
  static final String OPEN = "O";
  static final String SHIPPED = "S";

  private static final int OPEN_OF_TEN = 3;
  private static final int MAX_QUANTITY = 10;

  /// Long ago, so that new orders are the newest whatever the database's clock says. Without a time
  /// zone, so that equal seeds make equal data on every host.
  private static final LocalDateTime BASE = LocalDateTime.of(2020, 1, 1, 0, 0);

  private static final long DAY_MILLIS = 86_400_000;
  private static final List<String> GIVEN =
      List.of(
          "Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gita", "Hugo", "Ines", "Jan", "Kofi",
          "Lena");
  private static final List<String> FAMILY =
      List.of(
          "Abel", "Berg", "Costa", "Diaz", "Endo", "Frank", "Gupta", "Haas", "Ito", "Jung", "Kaya");
  private static final List<String> REGIONS = List.of("North", "East", "South", "West", "Central");
  private static final List<String> CURRENCIES = List.of("EUR", "USD", "JPY", "GBP", "INR");
  private static final List<String> GOODS =
      List.of(
          "anchor", "barrel", "chain", "davit", "flag", "hook", "lantern", "mast", "oar", "rope");

  /// The region of a customer, from 1; also that of the customer's orders.
  static long region(long customer) {
    return 1 + (customer - 1) % Scale.REGIONS;
  }

  /// The price of a product, in cents.
  long price(long product) {
    return 100 + hash(1, product) % 99_900;
  }

  static int quantity(long drawn) {
    return 1 + (int) (drawn % MAX_QUANTITY);
  }

  List<TableLoad> loads() {
    return List.of(
        new TableLoad(
            tables.region(),
            "insert into " + tables.region() + " (id, name, currency) values (?, ?, ?)",
            Scale.REGIONS,
            this::regionRow),
        new TableLoad(
            tables.product(),
            "insert into " + tables.product() + " (id, name, price, stock) values (?, ?, ?, ?)",
            scale.products(),
            this::productRow),
        new TableLoad(
            tables.customer(),
            "insert into "
                + tables.customer()
                + " (id, region_id, name, email, credit, created)"
                + " values (?, ?, ?, ?, ?, ?)",
            scale.customers(),
            this::customerRow),
        new TableLoad(
            tables.orders(),
            "insert into "
                + tables.orders()
                + " (id, customer_id, product_id, region_id, quantity, amount, status, created)"
                + " values (?, ?, ?, ?, ?, ?, ?, ?)",
            scale.orders(),
            this::orderRow));
  }

  private void regionRow(PreparedStatement row, long number) throws SQLException {
    row.setLong(1, number + 1);
    row.setString(2, pick(REGIONS, number) + " " + (1 + number / REGIONS.size()));
    row.setString(3, pick(CURRENCIES, number));
  }

  private void productRow(PreparedStatement row, long number) throws SQLException {
    long id = number + 1;
    row.setLong(1, id);
    row.setString(2, pick(GOODS, hash(2, id)) + " " + id);
    row.setLong(3, price(id));
    row.setLong(4, hash(3, id) % 1_000);
  }

  private void customerRow(PreparedStatement row, long number) throws SQLException {
    long id = number + 1;
    row.setLong(1, id);
    row.setLong(2, region(id));
    row.setString(3, pick(GIVEN, hash(4, id)) + " " + pick(FAMILY, hash(5, id)));
    row.setString(4, "customer" + id + "@example.com");
    row.setLong(5, hash(6, id) % 1_000_000);
    row.setObject(6, date(-(hash(7, id) % (365 * DAY_MILLIS))));
  }

  private void orderRow(PreparedStatement row, long number) throws SQLException {
    long customer = customerOf(number);
    int age = (int) (number % Scale.ORDERS_PER_CUSTOMER);
    long product = 1 + hash(8, number) % scale.products();
    int quantity = quantity(hash(9, number));
    row.setLong(1, OrderIds.loaded(number, scale.orders()));
    row.setLong(2, customer);
    row.setLong(3, product);
    row.setLong(4, region(customer));
    row.setLong(5, quantity);
    row.setLong(6, quantity * price(product));
    row.setString(7, (age + customer) % 10 < OPEN_OF_TEN ? OPEN : SHIPPED);
    row.setObject(8, date(age * DAY_MILLIS + hash(10, number) % DAY_MILLIS));
  }

  /// For each age the numbers count all customers once, each age starting a tenth further on.
  private long customerOf(long number) {
    long round = number / Scale.ORDERS_PER_CUSTOMER;
    long age = number % Scale.ORDERS_PER_CUSTOMER;
    return 1 + (round + age * (scale.customers() / Scale.ORDERS_PER_CUSTOMER)) % scale.customers();
  }

  private static LocalDateTime date(long millisAfterBase) {
    return BASE.plus(millisAfterBase, ChronoUnit.MILLIS);
  }

  private static String pick(List<String> from, long drawn) {
    return from.get((int) (drawn % from.size()));
  }

  /// A whole number from 0, well mixed.
  private long hash(int column, long number) {
    return Mixed.of(seed, column, number) >>> 1;
  }
}
