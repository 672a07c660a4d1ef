package dev.broadside.jobs.igenoltp;

import dev.broadside.core.work.Iteration;
import dev.broadside.core.work.ThreadContext;
import dev.broadside.kit.jdbc.Session;
import java.sql.SQLException;
import java.util.random.RandomGenerator;

/// The mix `statement`: one of the six statements is drawn, and commits itself. 22.5 % for each
/// select, 5 % insert, 5 % delete.
///
/// Inserts and deletes that were drawn freely would let the number of orders wander without bound.
/// So it wanders between two walls: a thread is never behind with its inserts, and at most [#LEAD]
/// ahead; at a wall the other one of the two is done. A walk between two such walls leans to
/// neither side, so the shares stay 5 % each.
final class OrderStatement extends OrderThread {
  /// How many inserts a thread may be ahead of its deletes.
  static final int LEAD = 10;

  private static final double SELECT_SHARE = 0.9;
  private static final int SELECTS = 4;

  OrderStatement(Session session, OrderStatements sql, OrderData data, ThreadContext context)
      throws SQLException {
    super(session, sql, data, context);
  }

  @Override
  public void iterate(Iteration iteration) throws SQLException {
    RandomGenerator random = iteration.random();
    if (readsOnly(iteration) || random.nextDouble() < SELECT_SHARE) {
      select(iteration, random);
    } else if (insertIsNext(random.nextBoolean())) {
      long product = drawProduct(random);
      insertOrder(iteration, product, listPrice(product));
    } else {
      deleteOldestOrder(iteration);
    }
  }

  private void select(Iteration iteration, RandomGenerator random) throws SQLException {
    int operation = random.nextInt(SELECTS);
    switch (operation) {
      case SELECT_PRODUCT -> selectProduct(iteration, drawProduct(random));
      case SELECT_REGION -> select(iteration, operation, drawRegion(random));
      default -> select(iteration, operation, drawCustomer(random));
    }
  }

  private boolean insertIsNext(boolean drawn) {
    return drawn ? ahead() < LEAD : ahead() == 0;
  }
}
