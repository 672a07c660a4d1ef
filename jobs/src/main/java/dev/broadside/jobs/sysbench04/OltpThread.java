package dev.broadside.jobs.sysbench04;

import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Iteration;
import dev.broadside.kit.jdbc.AnswerWatch.SessionThread;
import dev.broadside.kit.jdbc.Session;
import java.sql.SQLException;

/// One thread of the test: draws a request, and executes its queries one by one.
///
/// ```
/// attempt 0   draw the whole request -> execute its queries
/// attempt 1.. the same request again -> execute its queries
/// ```
final class OltpThread implements SessionThread {
  private final OltpSession session;
  private final Requests requests;
  private final boolean replacesRows;
  private final Request request = new Request();

  /// @param replacesRows whether requests insert rows that they have deleted
  OltpThread(OltpSession session, Requests requests, boolean replacesRows) {
    this.session = session;
    this.requests = requests;
    this.replacesRows = replacesRows;
  }

  @Override
  public void iterate(Iteration iteration) throws SQLException {
    if (iteration.attempt() == 0) {
      request.clear();
      requests.draw(request, iteration.random());
    }
    for (int i = 0; i < request.size(); i++) {
      ThinkTime.sleep(request.thinkMicros(i));
      session.execute(request, i, iteration);
    }
  }

  @Override
  public Session session() {
    return session.session();
  }

  /// A row that another transaction has inserted again before us is a deadlock to the tool, on
  /// PostgreSQL; elsewhere it would end the whole test.
  @Override
  public Failure classify(Exception exception) {
    Failure failure = session.classify(exception);
    return replacesRows && failure.errorClass() == ErrorClass.CONSTRAINT
        ? failure.retrying(Failure.Retry.SAME_INPUT)
        : failure;
  }

  @Override
  public void reset(Failure failure) throws SQLException {
    session.recover(failure);
  }

  @Override
  public void close() throws SQLException {
    session.close();
  }
}
