package dev.broadside.jobs.orderentry;

import dev.broadside.kit.job.Read;
import dev.broadside.kit.job.Write;
import java.sql.SQLException;

/// A customer logs on, looks at the newest four orders, and takes one more of an item of the last.
final class BrowseOrders extends ShopTransaction {
  private final Write logon = logon();
  private final Read customer = customer();
  private final Read addresses = addresses();
  private final Read orders =
      read(
          "select_orders",
          """
          select order_id, order_date, order_status, order_total from {orders}
          where customer_id = ? order by order_id desc {first 4}\
          """);
  private final Read items =
      read(
          "select_items",
          """
          select line_item_id, product_id, unit_price, quantity from {order_items}
          where order_id = ? order by line_item_id\
          """);
  private final Write raiseItem =
      write(
          "raise_item",
          """
          update {order_items} set quantity = quantity + 1
          where order_id = ? and line_item_id = ?\
          """);
  private final Write raiseTotal =
      write(
          "raise_total",
          """
          update {orders} set order_total = order_total + (select unit_price from {order_items}
            where order_id = ? and line_item_id = ?) where order_id = ?\
          """);
  private final long[] found = new long[4];

  @Override
  protected void run() throws SQLException {
    long id = customers.draw();
    logon.set(freshId()).set(id).one();
    customer.set(id).one();
    addresses.set(id).rows();
    int count = 0;
    orders.set(id).all();
    while (orders.next()) {
      found[count++] = orders.whole(1);
    }
    long line = NONE;
    for (int i = 0; i < count; i++) {
      line = oneOf(items.set(found[i]));
    }
    if (count > 0) {
      long order = found[count - 1];
      raiseItem.set(order).set(line).one();
      raiseTotal.set(order).set(line).set(order).one();
    }
  }
}
