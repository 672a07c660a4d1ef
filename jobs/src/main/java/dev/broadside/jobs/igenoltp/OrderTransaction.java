package dev.broadside.jobs.igenoltp;

import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Iteration;
import dev.broadside.core.work.ThreadContext;
import dev.broadside.kit.jdbc.Session;
import java.sql.SQLException;
import java.util.random.RandomGenerator;

/// The mix `transaction`: a customer is looked up, a product and its price, the customer's newest
/// orders and what is open in a region; then one order is placed and the oldest one goes. Six
/// statements, 18 rows read and 2 written, one commit.
final class OrderTransaction extends OrderThread {
  private boolean halfDone;

  OrderTransaction(Session session, OrderStatements sql, OrderData data, ThreadContext context)
      throws SQLException {
    super(session, sql, data, context);
  }

  @Override
  public void iterate(Iteration iteration) throws SQLException {
    halfDone = false;
    RandomGenerator random = iteration.random();
    boolean writes = !readsOnly(iteration);
    long customer = drawCustomer(random);
    long product = drawProduct(random);
    long region = drawRegion(random);

    select(iteration, SELECT_CUSTOMER, customer);
    long price = selectProduct(iteration, product);
    select(iteration, SELECT_ORDERS, customer);
    select(iteration, SELECT_REGION, region);
    if (writes) {
      insertOrder(iteration, product, price);
      halfDone = session().autoCommit();
      deleteOldestOrder(iteration);
    }
    commit(iteration, writes);
  }

  /// An insert that has committed itself would be done twice by a repetition.
  @Override
  public Failure classify(Exception exception) {
    Failure failure = super.classify(exception);
    return halfDone ? failure.retrying(Failure.Retry.NEVER) : failure;
  }
}
