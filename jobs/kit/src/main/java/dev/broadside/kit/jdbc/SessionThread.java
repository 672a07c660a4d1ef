package dev.broadside.kit.jdbc;

import dev.broadside.core.work.Failure;
import dev.broadside.core.work.JobThread;
import java.sql.SQLException;

/// A load thread's part with the session on which it waits for its answers.
///
/// What becomes of a failure is the session's: the dialect classifies it, what is left of its
/// transaction is ended, and a connection that serves no more is replaced.
public abstract class SessionThread implements JobThread {
  private final Session session;

  protected SessionThread(Session session) {
    this.session = session;
  }

  /// Prepares the statements: a connection that replaces another one has none yet.
  protected abstract void prepare() throws SQLException;

  protected final Session session() {
    return session;
  }

  @Override
  public Failure classify(Exception failure) {
    return session.classify(failure);
  }

  @Override
  public void reset(Failure failure) throws SQLException {
    if (session.recover(failure)) {
      prepare();
    }
  }

  @Override
  public void close() throws SQLException {
    session.close();
  }
}
