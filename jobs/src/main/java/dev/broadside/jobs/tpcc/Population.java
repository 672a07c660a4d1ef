package dev.broadside.jobs.tpcc;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.kit.draw.Mixed;
import dev.broadside.kit.draw.Permutation;
import dev.broadside.kit.draw.RandomText;
import dev.broadside.kit.job.RowWriter;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDateTime;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/// The rows of clause 4.3.3.1, warehouse by warehouse: a pure function of seed, table and row
/// number, so that parts of a table may be loaded in any order, by any thread, after any
/// interruption.
///
/// @param size how many rows
/// @param compat whose rows
record Population(Cardinality size, Compat compat) {
  /// Contained in one of ten texts about items and stock.
  static final String ORIGINAL = "ORIGINAL";

  private static final int DISTRICTS = Cardinality.DISTRICTS;

  /// The date of all loaded rows. The specification uses the date of the load; a fixed one makes
  /// equal seeds load equal rows.
  private static final LocalDateTime LOADED = LocalDateTime.of(2020, 1, 1, 0, 0);

  private static final BigDecimal CREDIT_LIMIT = cents(5_000_000);
  private static final BigDecimal FIRST_PAYMENT = cents(Cardinality.FIRST_PAYMENT);
  private static final BigDecimal FIRST_BALANCE = FIRST_PAYMENT.negate();
  private static final BigDecimal NOTHING = cents(0);

  private static final int ITEM = 1;
  private static final int WAREHOUSE = 2;
  private static final int STOCK = 3;
  private static final int DISTRICT = 4;
  private static final int CUSTOMER = 5;
  private static final int HISTORY = 6;
  private static final int ORDER = 7;
  private static final int ORDER_LINE = 8;
  private static final int ORDER_OF_CUSTOMERS = 9;
  private static final int LINE_COUNT = 10;

  static Population of(ParameterValues values) {
    return new Population(Cardinality.of(values), TpccParameters.compat(values));
  }

  private static RandomGenerator random(RowWriter row, int table, long number) {
    return new SplittableRandom(Mixed.of(row.seed(), table, number));
  }

  void item(RowWriter row, long number) throws SQLException {
    RandomGenerator random = random(row, ITEM, number);
    row.set(number + 1)
        .set(random.nextInt(1, 10_001))
        .set(RandomText.alphanumeric(random, 14, 24))
        .set(cents(random.nextInt(100, 10_001)))
        .set(data(random));
  }

  /// A text of 26 to 50 characters; one in ten contains ORIGINAL.
  static String data(RandomGenerator random) {
    String data = RandomText.alphanumeric(random, 26, 50);
    if (random.nextInt(10) > 0) {
      return data;
    }
    int at = random.nextInt(data.length() - ORIGINAL.length() + 1);
    return data.substring(0, at) + ORIGINAL + data.substring(at + ORIGINAL.length());
  }

  void warehouse(RowWriter row, long number) throws SQLException {
    RandomGenerator random = random(row, WAREHOUSE, number);
    row.set(number + 1).set(RandomText.alphanumeric(random, 6, 10));
    address(row, random).set(tax(random)).set(cents(size.districtYtd() * DISTRICTS));
  }

  void district(RowWriter row, long number) throws SQLException {
    RandomGenerator random = random(row, DISTRICT, number);
    row.set(number / DISTRICTS + 1)
        .set(number % DISTRICTS + 1)
        .set(RandomText.alphanumeric(random, 6, 10));
    address(row, random).set(tax(random)).set(cents(size.districtYtd())).set(size.customers() + 1);
  }

  /// Streets, city, state and zip, clause 4.3.2.7.
  private static RowWriter address(RowWriter row, RandomGenerator random) throws SQLException {
    return row.set(RandomText.alphanumeric(random, 10, 20))
        .set(RandomText.alphanumeric(random, 10, 20))
        .set(RandomText.alphanumeric(random, 10, 20))
        .set(RandomText.letters(random, 2))
        .set(RandomText.digits(random, 4) + "11111");
  }

  private BigDecimal tax(RandomGenerator random) {
    int tax = compat.roughRates() ? random.nextInt(10, 21) * 100 : random.nextInt(2_001);
    return BigDecimal.valueOf(tax, 4);
  }

  private BigDecimal discount(RandomGenerator random) {
    int discount = compat.roughRates() ? random.nextInt(51) * 100 : random.nextInt(5_001);
    return BigDecimal.valueOf(discount, 4);
  }

  void stock(RowWriter row, long number) throws SQLException {
    RandomGenerator random = random(row, STOCK, number);
    row.set(number / size.items() + 1).set(number % size.items() + 1).set(random.nextInt(10, 101));
    for (int district = 1; district <= DISTRICTS; district++) {
      row.set(RandomText.alphanumeric(random, 24));
    }
    row.set(0).set(0).set(0).set(data(random));
  }

  /// Sets the warehouse and the district of a row, of which each district has `ofDistrict`.
  private static RowWriter district(RowWriter row, long number, int ofDistrict)
      throws SQLException {
    long district = number / ofDistrict;
    return row.set(district / DISTRICTS + 1).set(district % DISTRICTS + 1);
  }

  void customer(RowWriter row, long number) throws SQLException {
    RandomGenerator random = random(row, CUSTOMER, number);
    int customer = (int) (number % size.customers()) + 1;
    district(row, number, size.customers())
        .set(customer)
        .set(RandomText.alphanumeric(random, 8, 16))
        .set("OE")
        .set(lastName(customer, row.seed(), random));
    address(row, random)
        .set(RandomText.digits(random, 16))
        .set(LOADED)
        .set(random.nextInt(100) < compat.badCreditPercent() ? "BC" : "GC")
        .set(CREDIT_LIMIT)
        .set(discount(random))
        .set(FIRST_BALANCE)
        .set(FIRST_PAYMENT)
        .set(1)
        .set(0)
        .set(RandomText.alphanumeric(random, 300, 500));
  }

  /// The first thousand customers of a district have all names once.
  private String lastName(int customer, long seed, RandomGenerator random) {
    if (customer <= LastName.COUNT) {
      return LastName.of(customer - 1);
    }
    int c = NuRandConstants.lastLoad(compat, seed);
    return LastName.of(new NuRand(NuRand.LAST_NAME, c, 0, LastName.COUNT - 1).next(random));
  }

  void history(RowWriter row, long number) throws SQLException {
    RandomGenerator random = random(row, HISTORY, number);
    long customer = number % size.customers() + 1;
    long district = number / size.customers() % DISTRICTS + 1;
    long warehouse = number / size.customers() / DISTRICTS + 1;
    row.set(customer)
        .set(district)
        .set(warehouse)
        .set(district)
        .set(warehouse)
        .set(LOADED)
        .set(FIRST_PAYMENT)
        .set(RandomText.alphanumeric(random, 12, 24));
  }

  void order(RowWriter row, long number) throws SQLException {
    long order = number % size.customers() + 1;
    district(row, number, size.customers())
        .set(order)
        .set(customerOf(number, row.seed()))
        .set(LOADED);
    if (delivered(order)) {
      row.set(random(row, ORDER, number).nextInt(1, 11));
    } else {
      row.setNull(Types.INTEGER);
    }
    row.set(lines(number, row.seed())).set(1);
  }

  /// Every customer of a district has one order, in a random order of customers.
  ///
  /// @param order its number over all districts, from 0
  int customerOf(long order, long seed) {
    long chance = Mixed.of(seed, ORDER_OF_CUSTOMERS, order / size.customers());
    return new Permutation(size.customers(), chance).at((int) (order % size.customers())) + 1;
  }

  /// @param order its number over all districts, from 0
  int lines(long order, long seed) {
    return new SplittableRandom(Mixed.of(seed, LINE_COUNT, order))
        .nextInt(5, compat.mostLoadedLines() + 1);
  }

  private boolean delivered(long order) {
    return order <= size.deliveredOrders();
  }

  void newOrder(RowWriter row, long number) throws SQLException {
    district(row, number, size.newOrders())
        .set(size.deliveredOrders() + number % size.newOrders() + 1);
  }

  void orderLines(RowWriter row, long number) throws SQLException {
    RandomGenerator random = random(row, ORDER_LINE, number);
    int lines = lines(number, row.seed());
    for (int line = 1; line <= lines; line++) {
      orderLine(row, number, line, random);
      row.next();
    }
  }

  private void orderLine(RowWriter row, long number, int line, RandomGenerator random)
      throws SQLException {
    long order = number % size.customers() + 1;
    district(row, number, size.customers())
        .set(order)
        .set(line)
        .set(random.nextInt(1, size.items() + 1))
        .set(number / size.customers() / DISTRICTS + 1);
    int amount = random.nextInt(1, 1_000_000);
    if (delivered(order)) {
      row.set(LOADED).set(5).set(NOTHING);
    } else {
      row.setNull(Types.TIMESTAMP).set(5).set(cents(amount));
    }
    row.set(RandomText.alphanumeric(random, 24));
  }

  private static BigDecimal cents(long cents) {
    return BigDecimal.valueOf(cents, 2);
  }
}
