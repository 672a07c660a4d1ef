package dev.broadside.jobs.sysbench;

import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Iteration;
import dev.broadside.jobs.sbtest.Operation;
import dev.broadside.kit.jdbc.Session;
import dev.broadside.kit.jdbc.SessionThread;
import dev.broadside.kit.query.Rows;
import java.sql.SQLException;
import java.sql.Statement;

/// One thread of bulk_insert: appends a row to a long INSERT, and sends it when it is full.
///
/// A row whose INSERT failed stays in the buffer and belongs to the next event, so that there are
/// always as many rows, in the table and in the buffer, as events that ended well. After an answer
/// that was lost the table is asked whether the INSERT took effect.
final class BulkThread extends SessionThread {
  /// As in sysbench.
  static final int BUFFER = 512 * 1024;

  private static final int LONGEST_ROW = 26;
  private static final int FLUSH = BulkInsert.MIX.used().indexOf(Operation.FLUSH);

  private final String table;
  private final String beginning;
  private final StringBuilder rows = new StringBuilder(BUFFER);
  private long lastId;
  private boolean rowIsLeft;

  /// Goes on behind the rows that are there.
  BulkThread(Session session, String table) throws SQLException {
    super(session);
    this.table = table;
    this.beginning = "insert into " + table + " (id, k) values ";
    this.lastId = highestId();
    clear();
  }

  /// Nothing is prepared, as in sysbench.
  @Override
  protected void prepare() {}

  @Override
  public void iterate(Iteration iteration) throws SQLException {
    if (!rowIsLeft) {
      append();
      rowIsLeft = true;
    }
    if (rows.length() + LONGEST_ROW > BUFFER) {
      iteration.committing();
      iteration.begin(FLUSH);
      int written = flush();
      iteration.end();
      iteration.rowsWritten(written);
      clear();
    }
    rowIsLeft = false;
  }

  private void append() {
    lastId++;
    if (rows.length() > beginning.length()) {
      rows.append(',');
    }
    rows.append('(').append(lastId).append(',').append(lastId).append(')');
  }

  private int flush() throws SQLException {
    try (Statement statement = session().connection().createStatement()) {
      statement.setEscapeProcessing(false);
      return statement.executeUpdate(rows.toString());
    }
  }

  private void clear() {
    rows.setLength(0);
    rows.append(beginning);
  }

  private long highestId() throws SQLException {
    return Rows.whole(session().connection(), "select coalesce(max(id), 0) from " + table);
  }

  @Override
  public Failure classify(Exception failure) {
    return SysbenchJob.restarting(super.classify(failure));
  }

  @Override
  public void reset(Failure failure) throws SQLException {
    super.reset(failure);
    if (highestId() >= lastId) {
      clear();
      rowIsLeft = false;
    }
  }

  /// Sends what is left, as sysbench does when a thread ends; no event waits for it.
  @Override
  public void close() throws SQLException {
    try (Session _ = session()) {
      if (rows.length() > beginning.length()) {
        flush();
      }
    }
  }
}
