package dev.broadside.jobs.igenoltp;

import dev.broadside.kit.job.TransactionJob;
import dev.broadside.kit.job.Write;
import dev.broadside.kit.own.OwnedIds;
import dev.broadside.kit.own.OwnedRows;
import java.sql.SQLException;

/// The four selects, then one order is placed and the thread's oldest one goes: six statements, 18
/// rows read and 2 written, one commit.
///
/// The mix `statement` does one of the six: 22.5 % for each select, 5 % insert, 5 % delete. Inserts
/// and deletes that were drawn freely would let the number of orders wander without bound. So it
/// wanders between two walls: a thread is never behind with its inserts, and at most [#LEAD] ahead;
/// at a wall the other one of the two is done. A walk between two such walls leans to neither side,
/// so the shares stay 5 % each.
final class Order extends Look {
  /// How many inserts a thread may be ahead of its deletes.
  static final int LEAD = 10;

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
  private long seed;

  /// An order and its successor have their customer and their status in common.
  @Override
  protected void open() {
    seed = context().facts().whole(TransactionJob.SEED);
    own =
        follow(
            new OwnedRows(
                OwnedIds.of(context()),
                dialect(),
                sql("{orders}"),
                "id",
                "customer_id * 2 + case when status = 'O' then 1 else 0 end"));
  }

  OwnedRows own() {
    return own;
  }

  @Override
  protected void run() throws SQLException {
    if (!statementMix()) {
      long product = drawProduct();
      place(product, look(product));
      removeOldest();
    } else if (random().nextDouble() < SELECT_SHARE) {
      lookOnce();
    } else if (random().nextBoolean() ? own.ahead() < LEAD : own.ahead() == 0) {
      long product = drawProduct();
      place(product, OrderTables.price(seed, product));
    } else {
      removeOldest();
    }
  }

  private void place(long product, long price) throws SQLException {
    own.draftInsert(random(), drawCustomer() * 2 + 1);
    long customer = own.newKind() / 2;
    long quantity = random().nextLong(1, 11);
    insert
        .set(own.newId())
        .set(customer)
        .set(product)
        .set(OrderTables.regionOf(customer))
        .set(quantity)
        .set(quantity * price)
        .set(own.newKind() % 2 == 1 ? "O" : "S")
        .one();
  }

  private void removeOldest() throws SQLException {
    own.draftDelete();
    delete.set(own.victim()).one();
  }
}
