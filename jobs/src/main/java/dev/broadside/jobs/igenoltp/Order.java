package dev.broadside.jobs.igenoltp;

import dev.broadside.kit.job.Keys;
import dev.broadside.kit.job.Read;
import dev.broadside.kit.job.Transaction;
import dev.broadside.kit.job.Write;
import dev.broadside.kit.own.OwnedRows;
import java.sql.SQLException;
import java.util.function.Supplier;

/// Four selects, which find 18 rows; then one order is placed and the thread's oldest one goes: six
/// statements, one commit. The mix `statement` does one of the six, with at most [#LEAD] inserts
/// more than deletes.
final class Order extends Transaction {
  private static final int LEAD = 10;
  private static final double SELECT_SHARE = 0.9;

  private final Read customer =
      read(
          "select_customer",
          "select c.name, c.email, c.credit, c.created, r.name, r.currency"
              + " from {customer} c join {region} r on r.id = c.region_id where c.id = ?");
  private final Read product =
      read("select_product", "select price, name, stock from {product} where id = ?");
  private final Read orders =
      read(
          "select_orders",
          """
          select o.id, o.created, o.quantity, o.amount, o.status, p.name
          from {orders} o join {product} p on p.id = o.product_id
          where o.customer_id = ? order by o.created desc {first 10}\
          """);
  private final Read region =
      read(
          "select_region",
          "select id, amount, status from {orders}"
              + " where region_id = ? and status = 'O' order by created desc {first 6}");
  private final Write insert =
      write(
          "insert_order",
          """
          insert into {orders}
            (id, customer_id, product_id, region_id, quantity, amount, status, created)
          values (?, ?, ?, ?, ?, ?, ?, {now})\
          """);
  private final Write delete = write("delete_order", "delete from {orders} where id = ?");

  /// An order and its successor have their customer and their status in common.
  private final OwnedRows own =
      owned("orders", "id", "customer_id * 2 + case when status = 'O' then 1 else 0 end");

  private final Keys customers = keys(Igenoltp.CUSTOMER);
  private final Keys products = keys(Igenoltp.PRODUCT);
  private final Keys regions = keys(Igenoltp.REGION);
  private final Supplier<Boolean> oneStatement = given(Igenoltp::statementMix);

  @Override
  protected void run() throws SQLException {
    if (oneStatement.get()) {
      runOne();
      return;
    }
    long productId = products.draw();
    long price = look(productId);
    if (!readOnly()) {
      place(productId, price);
      delete.set(own.draftDelete()).one();
    }
  }

  private void runOne() throws SQLException {
    if (readOnly() || random().nextDouble() < SELECT_SHARE) {
      switch (random().nextInt(4)) {
        case 0 -> customer.set(customers.draw()).rows();
        case 1 -> product.set(products.draw()).rows();
        case 2 -> orders.set(customers.draw()).rows();
        default -> region.set(regions.draw()).rows();
      }
    } else if (own.insertNext(random(), LEAD)) {
      long productId = products.draw();
      place(productId, Igenoltp.price(productId));
    } else {
      delete.set(own.draftDelete()).one();
    }
  }

  /// @return the product's price
  private long look(long productId) throws SQLException {
    long customerId = customers.draw();
    customer.set(customerId).rows();
    long price = product.set(productId).whole();
    orders.set(customerId).rows();
    region.set(regions.draw()).rows();
    return price;
  }

  private void place(long productId, long price) throws SQLException {
    long id = own.draftInsert(random(), customers.draw() * 2 + 1);
    long customerId = own.newKind() / 2;
    long quantity = random().nextLong(1, 11);
    insert.set(id).set(customerId).set(productId).set(Igenoltp.regionOf(customerId));
    insert.set(quantity).set(quantity * price).set(own.newKind() % 2 == 1 ? "O" : "S").one();
  }
}
