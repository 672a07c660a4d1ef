package dev.broadside.jobs.orderentry;

import dev.broadside.core.work.Figure;
import dev.broadside.kit.job.Amount;
import dev.broadside.kit.job.Read;
import dev.broadside.kit.job.Write;
import java.sql.SQLException;

/// A customer logs on, which is committed; then browses 1 to 24 categories of a warehouse, and
/// orders 2 to 6 products of the last one.
///
/// Stock is taken in the order of the products, so that no two orders wait for each other
/// crosswise: what follows the first commit is never repeated.
final class OrderProducts extends ShopTransaction {
  private static final int MOST_ITEMS = 6;

  private final Write logon = logon();
  private final Read customer = customer();
  private final Read addresses = addresses();
  private final Read cards =
      read(
          "select_cards",
          """
          select card_id, card_type, card_number, expiry_date from {card_details}
          where customer_id = ? order by card_id {first 4}\
          """);
  private final Read browse =
      read(
          "browse_category",
          """
          select p.product_id, p.list_price, p.product_name, i.quantity_on_hand
          from {product_information} p join {inventories} i on i.product_id = p.product_id
          where p.category_id = ? and i.warehouse_id = ? order by p.product_id {first 6}\
          """);
  private final Write order =
      write(
          "insert_order",
          "insert into {orders} values (?, {now}, 'online', ?, 0, 0, ?, ?, 'Standard', ?, ?)");
  private final Write item =
      write("insert_item", "insert into {order_items} values (?, ?, ?, ?, ?, 'None', {now})");
  private final Write total =
      write(
          "set_total", "update {orders} set order_status = ?, order_total = ? where order_id = ?");
  private final Write stock =
      write(
          "take_stock",
          """
          update {inventories} set quantity_on_hand = quantity_on_hand - ?
          where product_id = ? and warehouse_id = ?\
          """);
  private final Amount placed =
      figure(
          Figure.count("order_entry.placed", "orders", "orders per minute")
              .in(Figure.HEADLINE)
              .asShareOf(Figure.TIME));
  private final long[] products = new long[MOST_ITEMS];
  private final long[] prices = new long[MOST_ITEMS];
  private final int[] quantities = new int[MOST_ITEMS];

  @Override
  protected void run() throws SQLException {
    long customerId = customers.draw();
    logon.set(freshId()).set(customerId).one();
    commit();
    customer.set(customerId).one();
    long addressId = addresses.set(customerId).whole();
    long cardId = cards.set(customerId).whole();
    long warehouse = warehouses.draw();
    int found = 0;
    for (int left = random(1, MOST_LOOKUPS); left > 0; left--) {
      found = browse(warehouse);
    }
    long id = freshId();
    order.set(id).set(customerId).set(random(1, Shop.SALES_REPS)).set(warehouse);
    order.set(addressId).set(cardId).one();
    fill(id, warehouse, random(2, found));
    placed.add(1);
  }

  /// @return how many products of a category the warehouse has
  private int browse(long warehouse) throws SQLException {
    int found = 0;
    browse.set(random(1, Shop.CATEGORIES)).set(warehouse).all();
    while (browse.next()) {
      products[found] = browse.whole(1);
      prices[found++] = browse.whole(2);
    }
    return found;
  }

  private void fill(long id, long warehouse, int items) throws SQLException {
    long sum = 0;
    for (int i = 0; i < items; i++) {
      quantities[i] = random(1, Shop.MOST_OF_AN_ITEM);
      sum += prices[i] * quantities[i];
      item.set(id).set(i + 1).set(products[i]).set(prices[i]).set(quantities[i]).one();
    }
    total.set(random(0, 4)).set(sum).set(id).one();
    for (int i = 0; i < items; i++) {
      stock.set(quantities[i]).set(products[i]).set(warehouse).one();
    }
  }
}
