package dev.broadside.jobs.orderentry;

import dev.broadside.kit.job.Keys;
import dev.broadside.kit.job.Read;
import java.sql.SQLException;

/// A query over the orders of one warehouse, or of one sales representative.
final class Analysis extends ShopTransaction {
  private final Read query;
  private final Keys subjects;

  private Analysis(String name, boolean byWarehouse, String sql) {
    query = read(name, sql);
    subjects = byWarehouse ? warehouses : keys(_ -> Shop.SALES_REPS);
  }

  static Analysis salesRep() {
    return new Analysis(
        "sales_rep_orders",
        false,
        "select o.order_total, o.order_date, c.cust_last_name from {orders} o join {customers} c"
            + " on c.customer_id = o.customer_id where o.sales_rep_id = ?"
            + " order by o.order_total desc {first 10}");
  }

  static Analysis warehouse() {
    return new Analysis(
        "warehouse_orders",
        true,
        "select order_status, count(*), sum(order_total), avg(order_total) from {orders}"
            + " where warehouse_id = ? group by order_status");
  }

  static Analysis activity() {
    return new Analysis(
        "warehouse_activity",
        true,
        "select i.product_id, sum(i.quantity) pieces from {orders} o join {order_items} i"
            + " on i.order_id = o.order_id where o.warehouse_id = ? group by i.product_id"
            + " order by pieces desc {first 10}");
  }

  @Override
  protected void run() throws SQLException {
    query.set(subjects.draw()).rows();
  }
}
