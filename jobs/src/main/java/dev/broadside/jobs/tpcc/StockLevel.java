package dev.broadside.jobs.tpcc;

import dev.broadside.kit.job.Read;
import java.sql.SQLException;

/// The Stock-Level transaction, clause 2.8: how many of the items that a district sold last are
/// running out. Only reads, and reads much.
final class StockLevel extends TerminalTransaction {
  private static final int LAST_ORDERS = 20;

  private final Read district =
      read(
          "stock_level.district",
          "select d_next_o_id from {district} where d_w_id = ? and d_id = ?");
  private final Read low =
      read(
          "stock_level.low_stock",
          """
          select count(distinct s_i_id) from {order_line} join {stock} on s_i_id = ol_i_id
          where ol_w_id = ? and ol_d_id = ? and ol_o_id >= ? and ol_o_id < ?
            and s_w_id = ? and s_quantity < ?\
          """);

  StockLevel() {
    super(TransactionType.STOCK_LEVEL);
  }

  /// Clauses 2.8.1.1, 2.8.1.2 and 2.8.2.2.
  @Override
  void enter() throws SQLException {
    int threshold = random(10, 20);
    int d = terminal().stockDistrict() > 0 ? terminal().stockDistrict() : drawDistrict();
    int next = (int) district.set(home()).set(d).whole();
    low.set(home()).set(d).set(next - LAST_ORDERS).set(next).set(home()).set(threshold).one();
  }
}
