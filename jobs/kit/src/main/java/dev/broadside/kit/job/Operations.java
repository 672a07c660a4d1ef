package dev.broadside.kit.job;

import dev.broadside.core.work.Iteration;
import dev.broadside.kit.own.Draft;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// What one transaction of one load thread is doing: times and counts its statements, marks where
/// an answer may stay unknown, and ends it. Allocates nothing.
final class Operations {
  private Connection connection = NotYet.of(Connection.class, "transactions are opened first");
  private Iteration iteration = NotYet.of(Iteration.class, "this is for run() only");
  private boolean autoCommit;
  private int commit;
  private final List<Draft> drafts = new ArrayList<>();

  private Stage stage = Stage.OPEN;
  private Pending pending = Pending.NOTHING;
  private boolean kept;

  private long leastPauseNanos;
  private long mostPauseNanos;

  private long rowsRead;
  private long rowsWritten;

  private enum Stage {
    /// A statement may begin.
    OPEN,
    /// A statement is timed.
    TIMING,
    /// A business rule has rolled the transaction back.
    OVER
  }

  /// The work since the last commit: drivers do not send a commit without a statement.
  private enum Pending {
    NOTHING,
    READS,
    WRITES
  }

  /// Keeps a state of the author's in step with the database.
  void follow(Draft draft) {
    drafts.add(draft);
  }

  List<Draft> drafts() {
    return drafts;
  }

  /// @param newCommit index of the operation that ends a transaction
  void open(boolean newAutoCommit, int newCommit) {
    autoCommit = newAutoCommit;
    commit = newCommit;
  }

  void connect(Connection newConnection) {
    connection = newConnection;
  }

  void start(Iteration newIteration) {
    iteration = newIteration;
    stage = Stage.OPEN;
    pending = Pending.NOTHING;
    kept = false;
    rowsRead = 0;
    rowsWritten = 0;
  }

  Iteration iteration() {
    return iteration;
  }

  /// Whether something was done that a rollback does not undo: a repetition would do it twice.
  boolean kept() {
    return kept;
  }

  /// Whether a business rule has rolled the transaction back.
  boolean over() {
    return stage == Stage.OVER;
  }

  /// From now on it pauses between statements.
  void pause(Duration least, Duration most) {
    leastPauseNanos = least.toNanos();
    mostPauseNanos = most.toNanos();
  }

  /// A statement begins, after a pause if it is not the first. An interrupt ends the pause, and the
  /// thread stays interrupted.
  void beginStatement(int operation) {
    if (mostPauseNanos > 0 && (pending != Pending.NOTHING || kept)) {
      if (stage == Stage.TIMING) {
        end();
      }
      long nanos = iteration.random().nextLong(leastPauseNanos, mostPauseNanos + 1);
      try {
        Thread.sleep(nanos / 1_000_000, (int) (nanos % 1_000_000));
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
      }
    }
    begin(operation);
  }

  void begin(int operation) {
    if (over()) {
      throw new IllegalStateException("the transaction is over: run() returns after a rollback");
    }
    if (stage == Stage.TIMING) {
      end();
    }
    stage = Stage.TIMING;
    pending = pending == Pending.NOTHING ? Pending.READS : pending;
    iteration.begin(operation);
  }

  void end() {
    stage = Stage.OPEN;
    iteration.end();
  }

  /// A row of a query that goes on.
  void counted(long rows) {
    rowsRead += rows;
  }

  /// The query that was begun has ended.
  void read(long rows) {
    rowsRead += rows;
    end();
  }

  /// The next statement may take effect, and for good if it commits itself.
  void writing() {
    pending = Pending.WRITES;
    if (autoCommit) {
      iteration.committing();
    }
  }

  /// The statement that was begun has written.
  void wrote(long rows) throws SQLException {
    rowsWritten += rows;
    end();
    if (autoCommit) {
      kept = true;
      enter();
    }
  }

  void add(int figure, long amount) {
    iteration.add(figure, amount);
  }

  /// Commits what was done since the last commit.
  void commit() throws SQLException {
    if (autoCommit || pending == Pending.NOTHING) {
      return;
    }
    if (pending == Pending.WRITES) {
      iteration.committing();
    }
    begin(commit);
    connection.commit();
    end();
    kept |= pending == Pending.WRITES;
    pending = Pending.NOTHING;
    enter();
  }

  /// Commits in the middle of an iteration: what was done so far stays done if the rest fails.
  void commitPart() throws SQLException {
    commit();
    if (kept) {
      iteration.committed();
    }
  }

  /// Index loop: an iterator would be allocated.
  private void enter() throws SQLException {
    for (int i = 0; i < drafts.size(); i++) {
      drafts.get(i).enter();
    }
  }

  void rollBack(int operation) throws SQLException {
    if (autoCommit) {
      throw new IllegalStateException("statements commit themselves: nothing can be rolled back");
    }
    begin(operation);
    connection.rollback();
    end();
    iteration.rolledBack();
    stage = Stage.OVER;
    for (int i = 0; i < drafts.size(); i++) {
      drafts.get(i).forget();
    }
  }

  /// Ends what the author has left open.
  void finish() throws SQLException {
    if (stage == Stage.TIMING) {
      end();
    }
    if (!over()) {
      commit();
    }
    iteration.rowsRead(rowsRead);
    iteration.rowsWritten(rowsWritten);
  }
}
