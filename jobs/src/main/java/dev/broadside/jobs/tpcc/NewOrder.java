package dev.broadside.jobs.tpcc;

import dev.broadside.core.work.Figure;
import dev.broadside.kit.job.Amount;
import dev.broadside.kit.job.Read;
import dev.broadside.kit.job.Rollback;
import dev.broadside.kit.job.Write;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.SQLException;
import java.util.function.Supplier;

/// The New-Order transaction, clause 2.4: a complete order of 5 to 15 lines, entered at once. The
/// backbone of the workload, and what its throughput counts.
final class NewOrder extends TerminalTransaction {
  static final String NEXT_ORDER = "new_order.next_order";

  /// As many as an order ever has.
  private static final int MOST_LINES = 15;

  private static final String QUANTITY =
      "s_quantity = s_quantity - ? + case when s_quantity - ? >= ? then 0 else 91 end";
  private static final String THIS_STOCK = " where s_w_id = ? and s_i_id = ?";

  private final Read warehouse =
      read("new_order.warehouse", "select w_tax from {warehouse} where w_id = ?");
  private final Read district =
      read(
          "new_order.district",
          "select d_tax, d_next_o_id from {district} where d_w_id = ? and d_id = ? for update");
  private final Write nextOrder =
      write(
          NEXT_ORDER,
          "update {district} set d_next_o_id = d_next_o_id + 1 where d_w_id = ? and d_id = ?");
  private final Read customer =
      read(
          "new_order.customer",
          """
          select c_discount, c_last, c_credit from {customer}
          where c_w_id = ? and c_d_id = ? and c_id = ?\
          """);
  private final Write order =
      write(
          "new_order.insert_order",
          """
          insert into {orders}
            (o_w_id, o_d_id, o_id, o_c_id, o_entry_d, o_ol_cnt, o_all_local)
          values (?, ?, ?, ?, {now}, ?, ?)\
          """);
  private final Write newOrder =
      write(
          "new_order.insert_new_order",
          "insert into {new_order} (no_w_id, no_d_id, no_o_id) values (?, ?, ?)");
  private final Read item =
      read("new_order.item", "select i_price, i_name, i_data from {item} where i_id = ?");
  private final Read stock =
      read(
          "new_order.stock",
          """
          select case ? when 1 then s_dist_01 when 2 then s_dist_02 when 3 then s_dist_03
                        when 4 then s_dist_04 when 5 then s_dist_05 when 6 then s_dist_06
                        when 7 then s_dist_07 when 8 then s_dist_08 when 9 then s_dist_09
                        else s_dist_10 end,
            s_data, s_quantity
          from {stock} where s_w_id = ? and s_i_id = ? for update\
          """);
  private final Write countedStock =
      write(
          "new_order.update_stock",
          "update {stock} set "
              + QUANTITY
              + ", s_ytd = s_ytd + ?, s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + ?"
              + THIS_STOCK);
  private final Write plainStock =
      write(countedStock, "update {stock} set " + QUANTITY + THIS_STOCK);
  private final Write orderLine =
      write(
          "new_order.insert_order_line",
          """
          insert into {order_line}
            (ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, ol_supply_w_id, ol_quantity, ol_amount,
             ol_dist_info)
          values (?, ?, ?, ?, ?, ?, ?, ?, ?)\
          """);
  private final Rollback unusedItem = rollback("new_order.unused_item");
  private final Amount entered =
      figure(
          Figure.count("tpcc.nopm", "orders", "NOPM")
              .help("New-Order transactions that were committed, as d_next_o_id counts them")
              .in(Figure.HEADLINE)
              .asShareOf(Figure.TIME));
  private final Amount earned =
      figure(
          Figure.sum("tpcc.efficiency", "ns", "efficiency")
              .help(
                  "NOPM of the most that clause 4.2 allows, 12.86 for each warehouse; of terminals"
                      + " that key and think")
              .in(Figure.HEADLINE)
              .asShareOf(Figure.TIME));

  private final int[] items = new int[MOST_LINES];
  private final int[] supplies = new int[MOST_LINES];
  private final int[] quantities = new int[MOST_LINES];
  private final Supplier<Long> leastNanos =
      given(values -> Math.round(60e9 * Tpcc.percentOfMost(values) / 100));
  private final Supplier<Boolean> batches = given(TpccParameters::batches);

  NewOrder() {
    super(TransactionType.NEW_ORDER);
  }

  /// Clauses 2.4.1.2 to 2.4.1.8: what the user keys in.
  @Override
  void enter() throws SQLException {
    int d = drawDistrict();
    int c = drawCustomer();
    int lines = random(compat().leastLines(), MOST_LINES);
    boolean local = true;
    for (int i = 0; i < lines; i++) {
      items[i] = drawItem();
      supplies[i] = random(1, 100) == 1 ? drawRemote() : home();
      quantities[i] = random(1, 10);
      local &= supplies[i] == home();
    }
    if (random(1, compat().rollbackOneIn()) == 1) {
      items[lines - 1] = size().unusedItem();
    }
    if (compat().sortsItems()) {
      sort(lines);
    }
    enter(d, c, lines, local);
  }

  /// Clause 2.4.2.2.
  private void enter(int d, int c, int lines, boolean local) throws SQLException {
    BigDecimal wTax = warehouse.set(home()).decimal();
    BigDecimal dTax = district.set(home()).set(d).decimal();
    int o = (int) district.whole(2);
    nextOrder.set(home()).set(d).one();
    BigDecimal discount = customer.set(home()).set(d).set(c).decimal();
    order.set(home()).set(d).set(o).set(c).set(lines).set(local ? 1 : 0).one();
    newOrder.set(home()).set(d).set(o).one();
    BigDecimal rate =
        BigDecimal.ONE.subtract(discount).multiply(wTax.add(dTax).add(BigDecimal.ONE));
    for (int i = 0; i < lines; i++) {
      if (!item.set(items[i]).found()) {
        unusedItem.rollBack();
        return;
      }
      BigDecimal amount = item.decimal(1).multiply(BigDecimal.valueOf(quantities[i]));
      enterLine(d, o, i, compat().amountsWithTax() ? rounded(amount.multiply(rate)) : amount);
    }
    if (batches.get()) {
      orderLine.send();
      updateStock().send();
    }
    entered.add(1);
    earned.add(leastNanos.get());
  }

  private static BigDecimal rounded(BigDecimal amount) {
    return amount.setScale(2, RoundingMode.HALF_UP);
  }

  private void enterLine(int d, int o, int i, BigDecimal amount) throws SQLException {
    String distInfo = stock.set(d).set(supplies[i]).set(items[i]).text();
    setStock(i);
    orderLine
        .set(home())
        .set(d)
        .set(o)
        .set(i + 1)
        .set(items[i])
        .set(supplies[i])
        .set(quantities[i])
        .set(amount)
        .set(distInfo);
    if (batches.get()) {
      updateStock().add();
      orderLine.add();
    } else {
      updateStock().one();
      orderLine.one();
    }
  }

  private Write updateStock() {
    return compat().stockIsCounted() ? countedStock : plainStock;
  }

  /// Worked out by the database, so that an item which an order has twice is taken twice from it.
  private void setStock(int i) throws SQLException {
    updateStock().set(quantities[i]).set(quantities[i]).set(compat().leastLeft());
    if (compat().stockIsCounted()) {
      updateStock().set(quantities[i]).set(supplies[i] == home() ? 0 : 1);
    }
    updateStock().set(supplies[i]).set(items[i]);
  }

  /// By supplying warehouse and item: two orders that want the same stock lock it in the same
  /// order, and none waits for another one crosswise. An unused item, whose number is the highest,
  /// must stay the last one, as clause 2.4.1.5 says, and has no stock to lock.
  private void sort(int lines) {
    int sorted = items[lines - 1] == size().unusedItem() ? lines - 1 : lines;
    for (int i = 1; i < sorted; i++) {
      for (int j = i; j > 0 && before(j, j - 1); j--) {
        swap(items, j);
        swap(supplies, j);
        swap(quantities, j);
      }
    }
  }

  private boolean before(int one, int other) {
    return supplies[one] < supplies[other]
        || (supplies[one] == supplies[other] && items[one] < items[other]);
  }

  private static void swap(int[] numbers, int place) {
    int number = numbers[place];
    numbers[place] = numbers[place - 1];
    numbers[place - 1] = number;
  }
}
