package dev.broadside.jobs.igenoltp;

import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Iteration;
import dev.broadside.kit.jdbc.AnswerWatch.SessionThread;
import dev.broadside.kit.jdbc.Session;
import java.sql.SQLException;

/// What the two mixes share: how they recover from failures, and how they end.
abstract class OrderThread implements SessionThread {
  private final OrderDesk desk;
  private final OrderKeys keys;
  private final ReadOnlyShare readOnly;

  OrderThread(OrderDesk desk, OrderKeys keys, ReadOnlyShare readOnly) {
    this.desk = desk;
    this.keys = keys;
    this.readOnly = readOnly;
  }

  final OrderDesk desk() {
    return desk;
  }

  final OrderKeys keys() {
    return keys;
  }

  final boolean readsOnly(Iteration iteration) {
    return readOnly.next(iteration);
  }

  @Override
  public final Session session() {
    return desk.session();
  }

  @Override
  public Failure classify(Exception failure) {
    return desk.classify(failure);
  }

  @Override
  public final void reset(Failure failure) throws SQLException {
    desk.recover(failure);
  }

  @Override
  public final void close() throws SQLException {
    desk.close();
  }
}
