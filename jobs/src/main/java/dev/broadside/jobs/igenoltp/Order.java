package dev.broadside.jobs.igenoltp;

import dev.broadside.kit.job.Write;
import dev.broadside.kit.own.OwnedIds;
import dev.broadside.kit.own.OwnedRows;
import java.sql.SQLException;

/// The four selects, then one order is placed and the thread's oldest one goes: six statements, one
/// commit.
///
/// The mix `statement` does one of the six. Inserts and deletes that were drawn freely would let
/// the number of orders wander without bound, so it wanders between two walls: a thread is never
/// behind with its inserts, and at most [#LEAD] ahead; at a wall the other one is done, which
/// favours neither.
final class Order extends Look {
  private static final int LEAD = 10;
  private static final double SELECT_SHARE = 0.9;

  private final Write insert =
      write(
          "insert_order",
          """
          insert into {orders}
            (id, customer_id, product_id, region_id, quantity, amount, status, created)
          values (?, ?, ?, ?, ?, ?, ?, {now})\
          """);
  private final Write delete = write("delete_order", "delete from {orders} where id = ?");
  private OwnedRows own;

  /// An order and its successor have their customer and their status in common.
  @Override
  protected void open() {
    String kind = "customer_id * 2 + case when status = 'O' then 1 else 0 end";
    OwnedIds ids = OwnedIds.of(context());
    own = follow(new OwnedRows(ids, dialect(), sql("{orders}"), "id", kind));
  }

  @Override
  protected void run() throws SQLException {
    if (!one) {
      long product = products.draw();
      place(product, look(product));
      removeOldest();
    } else if (random().nextDouble() < SELECT_SHARE) {
      lookOnce();
    } else if (random().nextBoolean() ? own.ahead() < LEAD : own.ahead() == 0) {
      long product = products.draw();
      place(product, OrderTables.price(product));
    } else {
      removeOldest();
    }
  }

  private void place(long product, long price) throws SQLException {
    own.draftInsert(random(), customers.draw() * 2 + 1);
    long customer = own.newKind() / 2;
    long quantity = random().nextLong(1, 11);
    insert.set(own.newId()).set(customer).set(product).set(OrderTables.regionOf(customer));
    insert.set(quantity).set(quantity * price).set(own.newKind() % 2 == 1 ? "O" : "S").one();
  }

  private void removeOldest() throws SQLException {
    own.draftDelete();
    delete.set(own.victim()).one();
  }
}
