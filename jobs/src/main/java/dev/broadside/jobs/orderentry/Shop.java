package dev.broadside.jobs.orderentry;

import dev.broadside.core.param.Parameter;
import dev.broadside.kit.draw.Mixed;
import dev.broadside.kit.draw.RandomText;
import dev.broadside.kit.job.LoadedTable;
import dev.broadside.kit.job.RowWriter;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/// The eleven tables and what they are loaded with. Money is in whole cents, and sizes are counted
/// in thousands of customers.
///
/// A customer's first address and first card have the customer's number; the first half of the
/// customers has a second of each. No foreign keys are declared: [OrderEntry] checks references.
final class Shop {
  static final Parameter.Decimal SCALE =
      Parameter.decimal("scale", "Size in millions of customers: 1 is about 1 GB")
          .between(0.001, 10_000)
          .preset(0.1);

  static final int CATEGORIES = 199;
  static final int SALES_REPS = 1_000;
  static final int MOST_OF_AN_ITEM = 5;

  private static final LocalDateTime BASE = LocalDateTime.of(2020, 1, 1, 0, 0);
  private static final List<String> NAMES =
      IntStream.range(0, 1_000).mapToObj(number -> "Name" + number).toList();
  private static final List<String> BOUNDS =
      List.of("first_customer", "first_order", "last_customer", "last_order");

  static final LoadedTable WAREHOUSES =
      LoadedTable.of("warehouses", "warehouse_id integer key, warehouse_name text(35)")
          .rows(
              SCALE,
              scale -> warehouses(thousands(scale)),
              (row, n) -> row.values(n + 1, "Warehouse " + (n + 1)));
  static final LoadedTable PRODUCTS =
      LoadedTable.of(
              "product_information",
              "product_id integer key, product_name text(50), product_description text(100),"
                  + " category_id integer, list_price whole, min_price whole")
          .index("category", "category_id")
          .rows(1_000, Shop::product);
  static final LoadedTable DESCRIPTIONS =
      LoadedTable.of(
              "product_descriptions",
              "product_id integer key, language_id text(3) key, translated_description text(100)")
          .rows(1_000, (row, n) -> row.values(n + 1, "US", text(row, 100)));
  static final LoadedTable INVENTORIES =
      LoadedTable.of(
              "inventories",
              "product_id integer key, warehouse_id integer key, quantity_on_hand integer")
          .rows(SCALE, scale -> 900 * warehouses(thousands(scale)), Shop::inventory);

  /// Names are there in small letters, too: not every database has an index on an expression.
  static final LoadedTable CUSTOMERS =
      LoadedTable.of(
              "customers",
              "customer_id whole key, cust_first_name text(40), cust_last_name text(40),"
                  + " lower_first_name text(40), lower_last_name text(40), cust_email text(100),"
                  + " credit_limit whole, customer_class text(40), customer_since time,"
                  + " preferred_address whole, preferred_card whole")
          .index("name", "lower_last_name", "lower_first_name", "customer_id")
          .rows(SCALE, scale -> 1_000 * thousands(scale), Shop::customer);

  static final LoadedTable ADDRESSES =
      LoadedTable.of(
              "addresses",
              "address_id whole key, customer_id whole, date_created time, house_no integer,"
                  + " street_name text(60), town text(60), country text(60), post_code text(12)")
          .index("customer", "customer_id")
          .rows(SCALE, scale -> 1_500 * thousands(scale), Shop::address);
  static final LoadedTable CARDS =
      LoadedTable.of(
              "card_details",
              "card_id whole key, customer_id whole, card_type text(30), card_number text(19),"
                  + " expiry_date time, is_valid text(1)")
          .index("customer", "customer_id")
          .rows(SCALE, scale -> 1_500 * thousands(scale), Shop::card);
  static final LoadedTable ORDERS =
      LoadedTable.of(
              "orders",
              "order_id whole key, order_date time, order_mode text(8), customer_id whole,"
                  + " order_status integer, order_total whole, sales_rep_id integer, warehouse_id"
                  + " integer, delivery_type text(15), delivery_address_id whole, card_id whole")
          .index("customer", "customer_id", "order_id")
          .index("warehouse", "warehouse_id", "order_status", "order_id")
          .rows(SCALE, scale -> 1_430 * thousands(scale), Shop::order);

  /// One number stands for all items of an order.
  static final LoadedTable ITEMS =
      LoadedTable.of(
              "order_items",
              "order_id whole key, line_item_id integer key, product_id integer, unit_price whole,"
                  + " quantity integer, gift_wrap text(20), delivery_date time")
          .rowsForEach(ORDERS, 1, (row, n) -> items(row, n, true));

  static final LoadedTable LOGON =
      LoadedTable.of("logon", "logon_id whole key, customer_id whole, logon_date time")
          .rows(
              SCALE,
              scale -> 2_380 * thousands(scale),
              (row, n) -> row.values(n + 1, anyOf(row, row.rows() / 2_380 * 1_000), date(row)));
  static final LoadedTable METADATA =
      LoadedTable.of("orderentry_metadata", "metadata_key text(30) key, metadata_value whole")
          .rows(
              _ -> BOUNDS.size(),
              values ->
                  (row, n) ->
                      row.values(
                          BOUNDS.get((int) n),
                          n < 2 ? 1 : (n == 2 ? CUSTOMERS : ORDERS).count(values)));

  private Shop() {}

  private static long thousands(double scale) {
    return Math.round(1_000 * scale);
  }

  /// A multiple of ten: nine of each ten have a product, so that a warehouse has four to six
  /// products of each category.
  private static long warehouses(long thousands) {
    return 10L * Math.clamp(thousands / 10, 1, 100);
  }

  /// A loaded customer's names are those of its id.
  static String firstName(long id) {
    return NAMES.get((int) below(NAMES.size(), 0, 1, id));
  }

  static String lastName(long id) {
    return NAMES.get((int) below(NAMES.size(), 0, 2, id));
  }

  private static long price(long product) {
    return 100 + below(99_900, 0, 3, product);
  }

  private static long below(long bound, long seed, int column, long number) {
    return Long.remainderUnsigned(Mixed.of(seed, column, number), bound);
  }

  private static long anyOf(RowWriter row, long count) {
    return 1 + row.random().nextLong(count);
  }

  private static String text(RowWriter row, int length) {
    return RandomText.alphanumeric(row.random(), length);
  }

  private static LocalDateTime date(RowWriter row) {
    return BASE.plusSeconds(row.random().nextInt(365 * 86_400));
  }

  private static void product(RowWriter row, long number) throws SQLException {
    long id = number + 1;
    row.values(id, "Product " + id, text(row, 100), 1 + number % CATEGORIES)
        .values(price(id), price(id) / 2);
  }

  /// Of each ten warehouses all but one have the product, another one for the next product.
  private static void inventory(RowWriter row, long number) throws SQLException {
    long each = row.rows() / 1_000;
    long product = number / each;
    long place = number % each / 9 * 10 + number % each % 9;
    row.values(product + 1, 1 + (place + product) % (each / 9 * 10), 1_000 + anyOf(row, 9_000));
  }

  private static void customer(RowWriter row, long number) throws SQLException {
    long id = number + 1;
    String first = firstName(id);
    String last = lastName(id);
    row.values(id, first, last, first.toLowerCase(Locale.ROOT), last.toLowerCase(Locale.ROOT))
        .values(first + "." + last + "@example.com", anyOf(row, 500_000), "Regular")
        .values(date(row), id, id);
  }

  private static void address(RowWriter row, long number) throws SQLException {
    row.values(number + 1, 1 + number % (row.rows() / 3 * 2), date(row), anyOf(row, 200))
        .values(text(row, 20), text(row, 12), text(row, 12), text(row, 7));
  }

  private static void card(RowWriter row, long number) throws SQLException {
    row.values(number + 1, 1 + number % (row.rows() / 3 * 2), "Visa")
        .values(RandomText.digits(row.random(), 16), date(row), "Y");
  }

  private static void order(RowWriter row, long number) throws SQLException {
    long thousands = row.rows() / 1_430;
    long customer = anyOf(row, 1_000 * thousands);
    row.values(number + 1, date(row), "online", customer, anyOf(row, 11) - 1)
        .values(items(row, number, false), anyOf(row, SALES_REPS))
        .values(anyOf(row, warehouses(thousands)), "Standard", customer, customer);
  }

  /// Writes the three to seven items of an order, or only adds them up.
  private static long items(RowWriter row, long order, boolean write) throws SQLException {
    long total = 0;
    for (int item = 3 + (int) below(5, row.seed(), 20, order); item > 0; item--) {
      long product = 1 + below(1_000, row.seed(), 20 + item, order);
      long quantity = 1 + below(MOST_OF_AN_ITEM, row.seed(), 30 + item, order);
      total += price(product) * quantity;
      if (write) {
        row.values(order + 1, item, product, price(product), quantity, "None", date(row)).next();
      }
    }
    return total;
  }
}
