package dev.broadside.jobs.orderentry;

import dev.broadside.kit.job.Read;
import dev.broadside.kit.job.Rollback;
import dev.broadside.kit.job.Write;
import java.sql.SQLException;

/// Of at most nine orders of a warehouse that wait to be processed, one is. If another thread was
/// faster, the transaction takes itself back.
final class ProcessOrders extends ShopTransaction {
  private final Read waiting =
      read(
          "select_waiting",
          """
          select o.order_id, o.order_status, o.order_total, c.cust_last_name
          from {orders} o join {customers} c on c.customer_id = o.customer_id
          where o.warehouse_id = ? and o.order_status <= 4
          order by o.order_status, o.order_id {first 9}\
          """);
  private final Write process =
      write(
          "process_order",
          "update {orders} set order_status = ? where order_id = ? and order_status <= 4");
  private final Rollback processed = rollback("already_processed");

  @Override
  protected void run() throws SQLException {
    long id = oneOf(waiting.set(warehouses.draw()));
    if (id != NONE && process.set(random(5, 10)).set(id).any() == 0) {
      processed.rollBack();
    }
  }
}
