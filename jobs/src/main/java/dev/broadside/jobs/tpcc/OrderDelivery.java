package dev.broadside.jobs.tpcc;

import dev.broadside.core.work.Figure;
import dev.broadside.kit.job.Amount;
import dev.broadside.kit.job.Read;
import dev.broadside.kit.job.Write;
import java.math.BigDecimal;
import java.sql.SQLException;

/// The Delivery transaction, clause 2.7: the oldest new order of each district of a warehouse is
/// delivered, ten in one transaction. Done at once, where the specification may queue it.
final class OrderDelivery extends TerminalTransaction {
  static final String DELIVER = "delivery.delete_new_order";

  /// Locked as soon as it is found: another delivery for the warehouse waits, and takes the next
  /// one.
  private final Read oldest =
      read(
              "delivery.oldest_new_order",
              """
              select no_o_id from {new_order} where no_w_id = ? and no_d_id = ?
              order by no_o_id {first 1} for update\
              """)
          .on(
              "oracle",
              """
              select n.no_o_id from {new_order} n where n.no_w_id = ? and n.no_d_id = ?
              and n.no_o_id = (select min(m.no_o_id) from {new_order} m
                where m.no_w_id = n.no_w_id and m.no_d_id = n.no_d_id) for update\
              """);

  private final Write deleteNewOrder =
      write(DELIVER, "delete from {new_order} where no_w_id = ? and no_d_id = ? and no_o_id = ?");
  private final Write setCarrier =
      write(
          "delivery.set_carrier",
          "update {orders} set o_carrier_id = ? where o_w_id = ? and o_d_id = ? and o_id = ?");
  private final Read customerOf =
      read(
          "delivery.order",
          "select o_c_id from {orders} where o_w_id = ? and o_d_id = ? and o_id = ?");
  private final Write setDates =
      write(
          "delivery.set_dates",
          """
          update {order_line} set ol_delivery_d = {now}
          where ol_w_id = ? and ol_d_id = ? and ol_o_id = ?\
          """);
  private final Read total =
      read(
          "delivery.sum_amounts",
          "select sum(ol_amount) from {order_line} where ol_w_id = ? and ol_d_id = ? and ol_o_id = ?");
  private final Write updateCustomer =
      write(
          "delivery.update_customer",
          """
          update {customer} set c_balance = c_balance + ?, c_delivery_cnt = c_delivery_cnt + 1
          where c_w_id = ? and c_d_id = ? and c_id = ?\
          """);
  private final Amount delivered =
      figure(Figure.count("tpcc.delivered", "orders", "Delivered orders"));
  private final Amount skipped =
      figure(
          Figure.count("tpcc.skipped", "districts", "Skipped deliveries")
              .help("districts that had no new order to deliver; clause 2.7.4.2 allows 1 %"));

  OrderDelivery() {
    super(TransactionType.DELIVERY);
  }

  /// Clauses 2.7.1.2 and 2.7.4.2. BenchBase's terminals go no further than their own districts.
  @Override
  void enter() throws SQLException {
    int carrier = random(1, 10);
    for (int d = 1; d <= terminal().lastDistrict(); d++) {
      if (oldest.set(home()).set(d).found()) {
        deliver(home(), d, (int) oldest.whole(1), carrier);
        delivered.add(1);
      } else {
        skipped.add(1);
      }
    }
  }

  /// The order is read when it has been changed. It may be younger than what this transaction sees
  /// at REPEATABLE READ of MySQL and MariaDB, where the lock finds it, and a plain select does not
  /// until it is our own.
  private void deliver(int w, int d, int o, int carrier) throws SQLException {
    deleteNewOrder.set(w).set(d).set(o).one();
    setCarrier.set(carrier).set(w).set(d).set(o).one();
    int c = (int) customerOf.set(w).set(d).set(o).whole();
    setDates.set(w).set(d).set(o).any();
    BigDecimal amount = total.set(w).set(d).set(o).decimal();
    updateCustomer.set(amount).set(w).set(d).set(c).one();
  }
}
