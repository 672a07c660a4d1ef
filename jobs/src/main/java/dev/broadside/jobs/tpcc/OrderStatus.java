package dev.broadside.jobs.tpcc;

import dev.broadside.kit.job.Read;
import java.sql.SQLException;

/// The Order-Status transaction, clause 2.6: what became of a customer's last order. Only reads.
final class OrderStatus extends TerminalTransaction {
  private final Read byLastName =
      read(
          "order_status.customer_by_last_name",
          """
          select c_id from {customer} where c_w_id = ? and c_d_id = ? and c_last = ?
          order by c_first\
          """);
  private final Read customer =
      read(
          "order_status.customer",
          """
          select c_balance, c_first, c_middle, c_last from {customer}
          where c_w_id = ? and c_d_id = ? and c_id = ?\
          """);
  private final Read newestOrder =
      read(
          "order_status.newest_order",
          """
          select o_id, o_entry_d, o_carrier_id from {orders}
          where o_w_id = ? and o_d_id = ? and o_c_id = ?
          order by o_id desc {first 1}\
          """);
  private final Read lines =
      read(
          "order_status.order_lines",
          """
          select ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_delivery_d from {order_line}
          where ol_w_id = ? and ol_d_id = ? and ol_o_id = ?\
          """);

  OrderStatus() {
    super(TransactionType.ORDER_STATUS);
  }

  /// Clauses 2.6.1.2 and 2.6.2.2. Every customer has an order from the load on.
  @Override
  void enter() throws SQLException {
    int w = home();
    int d = drawDistrict();
    int c =
        random(1, 100) <= 60
            ? middleOf(byLastName.set(w).set(d).set(drawLastName()))
            : drawCustomer();
    customer.set(w).set(d).set(c).one();
    long o = newestOrder.set(w).set(d).set(c).whole();
    lines.set(w).set(d).set(o).rows();
  }
}
