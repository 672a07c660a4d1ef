package dev.broadside.jobs.ledger;

import dev.broadside.core.work.Iteration;
import dev.broadside.kit.jdbc.Session;
import dev.broadside.kit.jdbc.SessionThread;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/// One load thread: enters a move under the next of its own numbers, changes both accounts in the
/// order in which they were drawn, and commits.
///
/// A number is used by one iteration only, whatever becomes of it, and by all its repetitions.
final class LedgerThread extends SessionThread {
  static final List<String> OPERATIONS = List.of("insert_entry", "debit", "credit", "commit");

  private static final int INSERT_ENTRY = 0;
  private static final int DEBIT = 1;
  private static final int CREDIT = 2;
  private static final int COMMIT = 3;

  private final String run;
  private final int thread;
  private final int accounts;
  private PreparedStatement entry;
  private PreparedStatement change;
  private long number;

  LedgerThread(Session session, String run, int thread, int accounts) throws SQLException {
    super(session);
    this.run = run;
    this.thread = thread;
    this.accounts = accounts;
    prepare();
  }

  @Override
  protected void prepare() throws SQLException {
    entry =
        session()
            .prepare(
                "insert into "
                    + LedgerTables.ENTRY
                    + " (run_id, thread_no, n, from_account, to_account) values (?, ?, ?, ?, ?)");
    change =
        session()
            .prepare("update " + LedgerTables.ACCOUNT + " set amount = amount + ? where id = ?");
  }

  @Override
  public void iterate(Iteration iteration) throws SQLException {
    if (iteration.attempt() == 0) {
      number++;
    }
    int from = 1 + iteration.random().nextInt(accounts);
    int other = 1 + iteration.random().nextInt(accounts - 1);
    int to = other < from ? other : other + 1;

    iteration.begin(INSERT_ENTRY);
    enter(from, to);
    iteration.end();

    iteration.begin(DEBIT);
    change(from, -1);
    iteration.end();

    iteration.begin(CREDIT);
    change(to, 1);
    iteration.end();

    iteration.begin(COMMIT);
    iteration.committing();
    session().commit();
    iteration.end();
    iteration.rowsWritten(3);
  }

  private void enter(int from, int to) throws SQLException {
    entry.setString(1, run);
    entry.setInt(2, thread);
    entry.setLong(3, number);
    entry.setInt(4, from);
    entry.setInt(5, to);
    session().writeOne(entry);
  }

  private void change(int account, int amount) throws SQLException {
    change.setInt(1, amount);
    change.setInt(2, account);
    session().writeOne(change);
  }
}
