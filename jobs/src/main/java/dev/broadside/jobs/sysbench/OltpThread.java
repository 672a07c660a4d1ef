package dev.broadside.jobs.sysbench;

import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Iteration;
import dev.broadside.kit.jdbc.AnswerWatch.SessionThread;
import dev.broadside.kit.jdbc.Session;
import java.sql.SQLException;

/// One load thread of an OLTP job: one connection, the same event again and again.
record OltpThread(OltpClient client, Event event) implements SessionThread {

  /// One event, in the client's verbs.
  @FunctionalInterface
  interface Event {
    void run(OltpClient client, Iteration iteration) throws SQLException;
  }

  @Override
  public Session session() {
    return client.session();
  }

  @Override
  public void iterate(Iteration iteration) throws SQLException {
    event.run(client, iteration);
  }

  @Override
  public Failure classify(Exception failure) {
    return client.classify(failure);
  }

  @Override
  public void reset(Failure failure) throws SQLException {
    client.recover(failure);
  }

  @Override
  public void close() throws SQLException {
    client.close();
  }
}
