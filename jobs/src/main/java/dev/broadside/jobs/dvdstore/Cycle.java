package dev.broadside.jobs.dvdstore;

import dev.broadside.core.work.Figure;
import dev.broadside.kit.job.Amount;
import dev.broadside.kit.job.Keys;
import dev.broadside.kit.job.Read;
import dev.broadside.kit.job.Rollback;
import dev.broadside.kit.job.Transaction;
import dev.broadside.kit.job.Write;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.function.Supplier;

/// What one customer does: logs in or is new, searches, buys. A shortage takes all of it back, as
/// the rule of the business.
///
/// Lines are bought in the order of their products, so that no two purchases wait crosswise.
final class Cycle extends Transaction {
  private static final int MOST_SEARCHES = 5;
  private static final int MOST_FOUND = 9;
  private static final int MOST_LINES = 9;
  private static final String FOUND =
      "select prod_id, title, actor, price, special, common_prod_id from {products} where ";

  private final Read login =
      read("login", "select customerid from {customers} where username = ? and password = ?");
  private final Read history =
      read(
          "history",
          """
          select p.title, p.actor, r.title related from {cust_hist} h
          join {products} p on p.prod_id = h.prod_id
          join {products} r on r.prod_id = p.common_prod_id
          where h.customerid = ? order by h.orderid desc {first 10}\
          """);
  private final Write newCustomer = insert("new_customer", DvdShop.CUSTOMER);
  private final Read byCategory =
      read("search_category", FOUND + "category = ? and special = 1 order by prod_id {first ?}");
  private final Read byActor =
      read("search_actor", FOUND + "actor between ? and ? order by actor {first ?}");
  private final Read byTitle =
      read("search_title", FOUND + "title between ? and ? order by title {first ?}");
  private final Read prices =
      read(
          "prices",
          "select prod_id, price from {products} where prod_id in (?, ?, ?, ?, ?, ?, ?, ?, ?)");
  private final Write order = insert("insert_order", DvdShop.ORDER);
  private final Read stock =
      read("check_stock", "select quan_in_stock from {inventory} where prod_id = ? for update");
  private final Write lower =
      write(
          "lower_stock",
          "update {inventory} set quan_in_stock = quan_in_stock - ?, sales = sales + ?"
              + " where prod_id = ?");
  private final Write reorder = insert("insert_reorder", DvdShop.REORDER);
  private final Write orderLine = insert("insert_orderline", DvdShop.ORDER_LINE);
  private final Write custHist = insert("insert_cust_hist", DvdShop.HISTORY);
  private final Rollback shortage = rollback("shortage");

  private final Amount loginStep = step("login", "Login with the last purchases");
  private final Amount newCustomerStep = step("new_customer", "New customer");
  private final Amount searchStep = step("search", "All searches of a cycle");
  private final Amount purchaseStep = step("purchase", "Purchase, to its end");
  private final Amount cycles =
      count("opm", "OPM", "Cycles, shortages included, as DVD Store 2 counts them", Figure.TIME);
  private final Amount bought =
      count(
          "opm-bought", "OPM bought", "Cycles without those that ended in a shortage", Figure.TIME);
  private final Amount shortages =
      count("rollbacks", "Rolled back", "Cycles that ended in a shortage", "dvdstore.cycles");

  /// What others are shares of is not shown by itself.
  private final Amount whole = count("cycles", "Cycles", "All of them", "");

  private final Keys customers = keys(DvdShop.CUSTOMER);
  private final Keys tickets = keys(values -> DvdShop.of(values).tickets());
  private final Supplier<DvdShop> shop = given(DvdShop::of);
  private final Supplier<Double> newShare = given(values -> values.get(Dvdstore.NEW_CUSTOMERS));
  private final long[] cart = new long[MOST_LINES];
  private final long[] quantities = new long[MOST_LINES];

  private boolean triggered;
  private long orderId;

  private Amount step(String name, String label) {
    return figure(Figure.duration("step." + name, label).in("Steps of a cycle"));
  }

  private Amount count(String name, String label, String help, String shareOf) {
    Figure count = Figure.count("dvdstore." + name, "orders", label).help(help);
    return figure(count.in("Orders").asShareOf(shareOf));
  }

  @Override
  protected void open() {
    triggered = triggered(Dvdstore.RESTOCK);
  }

  @Override
  protected void run() throws SQLException {
    orderId = freshId();
    long began = System.nanoTime();
    boolean fresh = random().nextDouble() * 100 < newShare.get();
    long customer = fresh ? register() : logIn();
    long known = took(fresh ? newCustomerStep : loginStep, began);
    for (int left = 1 + random().nextInt(MOST_SEARCHES); left > 0; left--) {
      search(1 + random().nextInt(MOST_FOUND));
    }
    long chosen = took(searchStep, known);
    (buy(customer, 1 + random().nextInt(MOST_LINES)) ? bought : shortages).add(1);
    took(purchaseStep, chosen);
    cycles.add(1);
    whole.add(1);
  }

  private static long took(Amount step, long since) {
    long now = System.nanoTime();
    step.add(now - since);
    return now;
  }

  private long logIn() throws SQLException {
    long id = login.set("user" + customers.draw()).set("password").whole();
    history.set(id).rows();
    return id;
  }

  private long register() throws SQLException {
    long customerId = freshId();
    for (Object value : DvdShop.customer(customerId, "newuser", random())) {
      if (value instanceof Number number) {
        newCustomer.set(number.longValue());
      } else {
        newCustomer.set(value.toString());
      }
    }
    newCustomer.one();
    return customerId;
  }

  private void search(int rows) throws SQLException {
    switch (random().nextInt(3)) {
      case 0 -> byCategory.set(1 + random().nextInt(DvdShop.CATEGORIES)).set(rows).rows();
      case 1 -> search(byActor, random().nextInt(DvdShop.ACTOR_WORDS), rows);
      default -> search(byTitle, random().nextInt(DvdShop.WORDS.size()), rows);
    }
  }

  private static void search(Read by, int word, int rows) throws SQLException {
    by.set(DvdShop.WORDS.get(word)).set(DvdShop.WORDS_END.get(word)).set(rows).rows();
  }

  /// @return false if it was rolled back
  private boolean buy(long customer, int lines) throws SQLException {
    long net = fill(lines);
    long tax = DvdShop.tax(net);
    order.set(orderId).set(customer).set(net).set(tax).set(net + tax).one();
    for (int i = 0; i < lines; i++) {
      if (!take(cart[i], quantities[i])) {
        shortage.rollBack();
        return false;
      }
      orderLine.set(orderId).set(i + 1).set(cart[i]).set(quantities[i]).one();
      custHist.set(customer).set(orderId).set(cart[i]).one();
    }
    commit();
    return true;
  }

  /// @return the net amount
  private long fill(int lines) throws SQLException {
    for (int i = 0; i < lines; i++) {
      cart[i] = shop.get().drawn(tickets.draw());
      quantities[i] = 1L + random().nextInt(3);
    }
    Arrays.sort(cart, 0, lines);
    for (int i = 0; i < MOST_LINES; i++) {
      prices.set(cart[Math.min(i, lines - 1)]);
    }
    long net = 0;
    prices.all();
    while (prices.next()) {
      for (int i = 0; i < lines; i++) {
        net += cart[i] == prices.whole(1) ? quantities[i] * prices.whole(2) : 0;
      }
    }
    return net;
  }

  /// What is to be reordered keeps products with little stock at that: see [Dvdstore].
  private boolean take(long product, long quantity) throws SQLException {
    long before = stock.set(product).whole();
    long left = before - quantity;
    if (left < 0) {
      return false;
    }
    boolean low = left < Dvdstore.LEAST_LEFT && !triggered;
    long missing = before < Dvdstore.LEAST_LEFT ? quantity : Dvdstore.REORDERED;
    lower.set(low ? quantity - missing : quantity).set(quantity).set(product).one();
    if (low) {
      reorder.set(product).set(left).set(missing).one();
    }
    return true;
  }
}
