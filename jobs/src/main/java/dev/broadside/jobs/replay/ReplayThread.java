package dev.broadside.jobs.replay;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Iteration;
import dev.broadside.kit.jdbc.Session;
import dev.broadside.kit.jdbc.SessionThread;
import dev.broadside.kit.own.Feed;
import dev.broadside.kit.rehearsal.Act;
import dev.broadside.sql.recording.Recording;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/// Plays one session after the other. An iteration is a new connection, at the beginning of a
/// session, or one of its statements.
final class ReplayThread extends SessionThread {
  private static final long LONGEST_PAUSE_NANOS = 86_400_000_000_000L;

  private final Recording recording;
  private final Statements statements;
  private final Feed.Turns turns;
  private final double speed;
  private Statement statement;

  /// When the recording began, as a reading of the clock.
  private long originNanos;

  private boolean begun;

  /// The session that is played, and the number of its next statement; a session that is not
  /// connected yet has none.
  private Recording.Session session;

  private boolean connected;
  private int next;

  ReplayThread(
      Session connection,
      Recording recording,
      Statements statements,
      Feed.Turns turns,
      double speed)
      throws SQLException {
    super(connection);
    this.recording = recording;
    this.statements = statements;
    this.turns = turns;
    this.speed = speed;
    this.session = recording.sessions().getFirst();
    this.next = session.size();
    this.statement = statement(connection);
  }

  private static Statement statement(Session session) throws SQLException {
    Statement made = session.connection().createStatement();
    // A brace in a text is no escape of JDBC's.
    made.setEscapeProcessing(false);
    return made;
  }

  @Override
  protected void prepare() throws SQLException {
    statement = statement(session());
  }

  /// Nothing: a session works on what the sessions before it have done.
  @Override
  protected List<Act> acts(List<ParameterValues> phases) {
    return List.of();
  }

  @Override
  public boolean finished() {
    return next == session.size() && turns.finished();
  }

  @Override
  public void iterate(Iteration iteration) throws SQLException {
    if (!begun) {
      begun = true;
      originNanos = System.nanoTime();
    }
    if (next == session.size()) {
      turns.begin(0);
      session = recording.sessions().get((int) turns.next(iteration.random()));
      next = 0;
      connected = false;
    }
    if (connected) {
      play(iteration);
    } else {
      connect(iteration);
    }
  }

  /// A failure to connect is repeated by the engine's own means, before the next iteration.
  private void connect(Iteration iteration) throws SQLException {
    connected = true;
    iteration.begin(Statements.CONNECT);
    session().reconnect();
    iteration.end();
    prepare();
    pauseUntil(session.atMicros()[0], iteration);
  }

  private void play(Iteration iteration) throws SQLException {
    int now = next++;
    String sql = session.sql()[now];
    long beganNanos = System.nanoTime();
    iteration.begin(statements.operation(sql));
    iteration.committing();
    try {
      execute(sql, iteration);
    } catch (SQLException e) {
      boolean lost = classify(e).errorClass() == ErrorClass.CONNECTION_LOST;
      if (lost || !session.failed()[now]) {
        iteration.add(Replay.NEW_ERRORS, 1);
        throw e;
      }
      iteration.endAs(Statements.FAILED_AS_RECORDED);
      iteration.add(Replay.AS_RECORDED, 1);
      pause(now, beganNanos, iteration);
      return;
    }
    iteration.end();
    if (session.failed()[now]) {
      iteration.add(Replay.NO_LONGER, 1);
    }
    pause(now, beganNanos, iteration);
  }

  private void execute(String sql, Iteration iteration) throws SQLException {
    boolean rows = statement.execute(sql);
    long written = rows ? 0 : statement.getUpdateCount();
    while (rows || written >= 0) {
      if (rows) {
        readAll(iteration);
      } else {
        iteration.rowsWritten(written);
      }
      rows = statement.getMoreResults();
      written = rows ? 0 : statement.getUpdateCount();
    }
  }

  private void readAll(Iteration iteration) throws SQLException {
    long count = 0;
    try (ResultSet result = statement.getResultSet()) {
      while (result.next()) {
        count++;
      }
    }
    iteration.rowsRead(count);
  }

  /// The pause before the next statement: after the answer, as long as recorded; if the recording
  /// does not tell when the answer came, the time between both beginnings is as recorded.
  private void pause(int now, long beganNanos, Iteration iteration) {
    if (speed == 0) {
      return;
    }
    if (next == session.size()) {
      // The next session begins at its own time.
      return;
    }
    long gap = session.atMicros()[next] - session.atMicros()[now];
    long took = session.tookMicros()[now];
    double nanos = 1e3 * (took < 0 ? gap : Math.max(0, gap - took)) / speed;
    pause(took < 0 ? nanos - (System.nanoTime() - beganNanos) : nanos, iteration);
  }

  private void pauseUntil(long atMicros, Iteration iteration) {
    if (speed > 0) {
      pause(1e3 * atMicros / speed - (System.nanoTime() - originNanos), iteration);
    }
  }

  private static void pause(double nanos, Iteration iteration) {
    iteration.pauseAfter((long) Math.clamp(nanos, 0, LONGEST_PAUSE_NANOS));
  }

  /// A statement is never repeated: the recording has what the client did after a failure.
  @Override
  public Failure classify(Exception failure) {
    return super.classify(failure).retrying(Failure.Retry.NEVER);
  }
}
