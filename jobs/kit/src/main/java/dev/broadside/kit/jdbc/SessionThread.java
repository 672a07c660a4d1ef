package dev.broadside.kit.jdbc;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.JobThread;
import dev.broadside.kit.rehearsal.Act;
import java.sql.SQLException;
import java.util.List;
import java.util.OptionalLong;

/// A load thread with its session.
///
/// The session handles failures: the dialect classifies them, the failed transaction is ended, and
/// a broken connection is replaced.
public abstract class SessionThread implements JobThread {
  private final Session session;
  private boolean stale;

  protected SessionThread(Session session) {
    this.session = session;
  }

  /// Prepares the statements: a connection that replaces another one has none yet.
  protected abstract void prepare() throws SQLException;

  protected final Session session() {
    return session;
  }

  /// What a rehearsal does once, each act on a thread of its own: one iteration, or one of each
  /// kind if a thread does several kinds.
  ///
  /// @param phases the parameter values of each phase
  protected List<Act> acts(List<ParameterValues> phases) {
    return List.of(new Act("an iteration", true, getClass(), this::iterate));
  }

  @Override
  public Failure classify(Exception failure) {
    return session.classify(failure);
  }

  @Override
  public void reset(Failure failure) throws SQLException {
    prepareIf(session.recover(failure));
  }

  /// Prepares the statements if the connection is new, and again where that did not succeed.
  ///
  /// @param renewed whether the session has a new connection
  protected final void prepareIf(boolean renewed) throws SQLException {
    stale |= renewed;
    if (stale) {
      prepare();
      stale = false;
    }
  }

  @Override
  public OptionalLong connectionNumber() {
    return session.number();
  }

  @Override
  public void close() throws SQLException {
    session.close();
  }
}
