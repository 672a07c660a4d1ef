package dev.broadside.jobs.dvdstore;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.kit.draw.Mixed;
import dev.broadside.kit.draw.Permutation;
import dev.broadside.kit.draw.RandomText;
import dev.broadside.kit.job.LoadedTable;
import dev.broadside.kit.job.RowWriter;
import java.math.BigInteger;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/// How many of what there are, and what is loaded: every row a function of the seed and its number.
///
/// Order lines are numbered throughout, and take products so that the lines of each product can be
/// told: so a product is loaded with the sales that its lines add up to. Money is in whole cents.
///
/// @param orders of the twelve months before the run
record DvdShop(long customers, long products, long orders) {
  static final int CATEGORIES = 16;
  static final int ACTOR_WORDS = 200;

  /// Six letters each and none beginning with Z, so that texts with one as their first word lie
  /// between it and it with a Z added, even in a collation that ignores blanks.
  static final List<String> WORDS = IntStream.range(0, 1_000).mapToObj(DvdShop::word).toList();

  static final List<String> WORDS_END = WORDS.stream().map(word -> word + "Z").toList();

  private static final int HOT_EVERY = 10_000;
  private static final int HOT_TICKETS = 10;
  private static final int MOST_STOCK = 500;
  private static final long STEP = 2_147_483_647;
  private static final LocalDateTime YEAR = LocalDateTime.of(2024, 1, 1, 0, 0);

  private static final LoadedTable CATEGORY =
      LoadedTable.of("categories", "category integer key, categoryname text(50)")
          .rows(CATEGORIES, (row, n) -> row.values(n + 1, "Category " + (n + 1)));
  static final LoadedTable CUSTOMER =
      table(
              """
              customers: customerid whole key, firstname text(50), lastname text(50),
              address1 text(50), address2 text(50) null, city text(50), state text(50) null,
              zip integer, country text(50), region integer, email text(50), phone text(50),
              creditcardtype integer, creditcard text(50), creditcardexpiration text(50),
              username text(50), password text(50), age integer, income integer, gender text(1)\
              """,
              DvdShop::customers,
              (_, row, n) -> row.values(customer(n + 1, "user", row.random()).toArray()))
          .index("username", "username");
  private static final LoadedTable PRODUCT =
      table(
              """
              products: prod_id whole key, category integer, title text(50), actor text(50),
              price whole, special integer, common_prod_id whole\
              """,
              DvdShop::products,
              DvdShop::product)
          .index("category", "category", "special")
          .index("title", "title")
          .index("actor", "actor");
  private static final LoadedTable INVENTORY =
      table(
          "inventory: prod_id whole key, quan_in_stock whole, sales whole",
          DvdShop::products,
          (shop, row, n) -> row.values(n + 1, shop.stock(row.seed(), n), shop.sales(row, n)));
  static final LoadedTable ORDER =
      table(
              """
              orders: orderid whole key, orderdate time, customerid whole, netamount whole,
              tax whole, totalamount whole\
              """,
              DvdShop::orders,
              DvdShop::order)
          .index("customer", "customerid");
  static final LoadedTable ORDER_LINE =
      table(
          """
          orderlines: orderid whole key, orderlineid integer key, prod_id whole, quantity integer,
          orderdate time\
          """,
          DvdShop::orders,
          DvdShop::orderLines);
  static final LoadedTable HISTORY =
      table(
              "cust_hist: customerid whole, orderid whole, prod_id whole",
              DvdShop::orders,
              DvdShop::history)
          .index("customer", "customerid", "orderid");
  static final LoadedTable REORDER =
      LoadedTable.of(
          "reorder",
          "prod_id whole, date_low time, quan_low whole,"
              + " date_reordered time, quan_reordered whole, date_expected time");

  private interface Rows {
    void make(DvdShop shop, RowWriter row, long number) throws SQLException;
  }

  private static LoadedTable table(String columns, ToLongFunction<DvdShop> count, Rows rows) {
    String[] parts = columns.split(": ");
    return LoadedTable.of(parts[0], parts[1])
        .rows(
            values -> count.applyAsLong(of(values)),
            values -> {
              DvdShop shop = of(values);
              return (row, number) -> rows.make(shop, row, number);
            });
  }

  /// In the order in which they are loaded.
  static LoadedTable[] tables() {
    return new LoadedTable[] {
      CATEGORY, CUSTOMER, PRODUCT, INVENTORY, ORDER, ORDER_LINE, HISTORY, REORDER
    };
  }

  static DvdShop of(ParameterValues values) {
    double scale = values.get(Dvdstore.SCALE);
    return switch (values.get(Dvdstore.SIZE)) {
      case "large" -> scaled(scale, 200_000_000, 1_000_000, 10_000_000);
      case "medium" -> scaled(scale, 2_000_000, 100_000, 100_000);
      default -> scaled(scale, 20_000, 10_000, 1_000);
    };
  }

  private static DvdShop scaled(double scale, long customers, long products, long ordersOfMonth) {
    return new DvdShop(
        Math.round(scale * customers),
        Math.round(scale * products),
        Math.round(scale * 12 * ordersOfMonth));
  }

  /// How many tickets the draw of a product has: one for each, ten for each hot one.
  long tickets() {
    return products + (HOT_TICKETS - 1) * (products / HOT_EVERY);
  }

  /// @param ticket from 1 on
  long drawn(long ticket) {
    long more = ticket - products - 1;
    return more < 0 ? ticket : HOT_EVERY * (1 + more / (HOT_TICKETS - 1));
  }

  /// 8.25 %, in cents.
  static long tax(long net) {
    return (net * 825 + 5_000) / 10_000;
  }

  /// The row of a customer, whose name ends with the number.
  static List<Object> customer(long id, String name, RandomGenerator random) {
    boolean home = id % 2 == 1;
    String last = RandomText.letters(random, 10);
    String phone = RandomText.digits(random, 10);
    List<Object> row = new ArrayList<>(List.of(id, RandomText.letters(random, 6), last));
    row.addAll(List.of(phone + " Main Street", "", RandomText.letters(random, 7)));
    row.addAll(List.of(home ? RandomText.letters(random, 2) : "", home ? 10_000 + id % 90_000 : 0));
    row.addAll(List.of(home ? "US" : WORDS.get(random.nextInt(10)), home ? 1 : 2));
    row.addAll(List.of(last + "@example.com", phone, random.nextInt(1, 6)));
    row.addAll(List.of(RandomText.digits(random, 16), random.nextInt(2027, 2032) + "/12"));
    row.addAll(List.of(name + id, "password", random.nextInt(18, 91)));
    row.addAll(List.of(20_000 * random.nextInt(1, 6), random.nextBoolean() ? "M" : "F"));
    return row;
  }

  private static void product(DvdShop shop, RowWriter row, long n) throws SQLException {
    RandomGenerator random = row.random();
    int special = random.nextInt(shop.products > 100_000 ? 10_000 : 100) == 0 ? 1 : 0;
    row.values(n + 1, random.nextInt(1, CATEGORIES + 1));
    row.set(WORDS.get((int) (n % 1_000)) + " " + WORDS.get((int) (n / 1_000 % 1_000)));
    row.set(WORDS.get(random.nextInt(ACTOR_WORDS)) + " " + WORDS.get(random.nextInt(ACTOR_WORDS)));
    row.values(price(row.seed(), n + 1), special, random.nextLong(1, shop.products + 1));
  }

  private static long price(long seed, long product) {
    return 999 + 100 * between(0, 20, Mixed.of(seed, 101, product));
  }

  /// 0 to 500 in equal parts, ten times as much of a hot product.
  private long stock(long seed, long n) {
    long place = new Permutation((int) products, seed).at((int) n);
    long stock = products > MOST_STOCK ? place % (MOST_STOCK + 1) : place * MOST_STOCK / products;
    return (n + 1) % HOT_EVERY == 0 ? HOT_TICKETS * stock : stock;
  }

  /// The lines before an order: nine orders in turn have 1 to 9, so 45.
  private static long linesBefore(long order) {
    long rest = order % 9;
    return order / 9 * 45 + rest * (rest + 1) / 2;
  }

  /// Every product comes once in as many lines as there are products; the step, a prime that is
  /// larger, keeps those of an order far apart.
  private long productOf(long line) {
    return 1 + (line % products * (STEP % products) + line / products) % products;
  }

  private static long quantityOf(long seed, long line) {
    return between(1, 3, Mixed.of(seed, 102, line));
  }

  /// The sum of a product's loaded lines: solves [#productOf] for the line in each round.
  private long sales(RowWriter row, long n) {
    long back = BigInteger.valueOf(STEP).modInverse(BigInteger.valueOf(products)).longValue();
    long sales = 0;
    for (long round = 0; round * products < linesBefore(orders); round++) {
      long line = round * products + Math.floorMod(n - round, products) * back % products;
      sales += line < linesBefore(orders) ? quantityOf(row.seed(), line) : 0;
    }
    return sales;
  }

  private static void order(DvdShop shop, RowWriter row, long n) throws SQLException {
    long net = 0;
    for (long line = linesBefore(n); line < linesBefore(n + 1); line++) {
      net += quantityOf(row.seed(), line) * price(row.seed(), shop.productOf(line));
    }
    row.set(n + 1).set(shop.dateOf(n)).set(shop.customerOf(row.seed(), n));
    row.set(net).set(tax(net)).set(net + tax(net));
  }

  private static void orderLines(DvdShop shop, RowWriter row, long n) throws SQLException {
    for (long line = linesBefore(n); line < linesBefore(n + 1); line++) {
      row.set(n + 1).set(line - linesBefore(n) + 1).set(shop.productOf(line));
      row.set(quantityOf(row.seed(), line)).set(shop.dateOf(n)).next();
    }
  }

  private static void history(DvdShop shop, RowWriter row, long n) throws SQLException {
    for (long line = linesBefore(n); line < linesBefore(n + 1); line++) {
      row.set(shop.customerOf(row.seed(), n)).set(n + 1).set(shop.productOf(line)).next();
    }
  }

  private long customerOf(long seed, long order) {
    return between(1, customers, Mixed.of(seed, 103, order));
  }

  /// Evenly over the year.
  private LocalDateTime dateOf(long order) {
    return YEAR.plusSeconds((long) (order * 365.0 * 86_400 / orders));
  }

  private static long between(long least, long most, long mixed) {
    return least + (mixed >>> 1) % (most - least + 1);
  }

  /// Three syllables.
  private static String word(int number) {
    StringBuilder word = new StringBuilder();
    for (int left = number * 7_919; word.length() < 6; left /= 100) {
      word.append("BCDFGHJKLMNPQRSTVWXY".charAt(left % 20)).append("AEIOU".charAt(left / 20 % 5));
    }
    return word.toString();
  }
}
