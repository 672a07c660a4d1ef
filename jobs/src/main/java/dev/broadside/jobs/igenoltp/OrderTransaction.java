package dev.broadside.jobs.igenoltp;

import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Iteration;
import java.sql.SQLException;
import java.util.random.RandomGenerator;

/// The mix `transaction`: a customer is looked up, a product and its price, the customer's newest
/// orders and what is open in a region; then one order is placed and the oldest one goes. Six
/// statements, 18 rows read and 2 written, one commit.
final class OrderTransaction extends OrderThread {
  private boolean halfDone;

  OrderTransaction(OrderDesk desk, OrderKeys keys, ReadOnlyShare readOnly) {
    super(desk, keys, readOnly);
  }

  @Override
  public void iterate(Iteration iteration) throws SQLException {
    halfDone = false;
    RandomGenerator random = iteration.random();
    boolean writes = !readsOnly(iteration);
    long customer = keys().customer(random);
    long product = keys().product(random);
    long region = keys().region(random);

    desk().selectCustomer(iteration, customer);
    long price = desk().selectProduct(iteration, product);
    desk().selectOrders(iteration, customer);
    desk().selectRegion(iteration, region);
    if (writes) {
      desk().insertOrder(iteration, product, price);
      halfDone = desk().eachStatementCommits();
      desk().deleteOldestOrder(iteration);
    }
    desk().commit(iteration, writes);
  }

  /// An insert that has committed itself would be done twice by a repetition.
  @Override
  public Failure classify(Exception exception) {
    Failure failure = super.classify(exception);
    return halfDone ? failure.retrying(Failure.Retry.NEVER) : failure;
  }
}
