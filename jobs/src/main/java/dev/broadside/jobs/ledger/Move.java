package dev.broadside.jobs.ledger;

import dev.broadside.kit.job.Transaction;
import dev.broadside.kit.job.Write;
import java.sql.SQLException;
import java.util.function.Supplier;

/// Enters a move under the next of the thread's own numbers, and changes both accounts in the order
/// in which they were drawn.
///
/// A number is used by one iteration and its repetitions only, even if the iteration fails; a
/// worker that takes over the load has numbers of its own.
final class Move extends Transaction {
  private static final String CHANGE =
      "update {broadside_ledger_account} set amount = amount + ? where id = ?";

  private final Write entry =
      write(
          "insert_entry",
          """
          insert into {broadside_ledger_entry} (run_id, thread_no, n, from_account, to_account) \
          values (?, ?, ?, ?, ?)\
          """);
  private final Write debit = write("debit", CHANGE);
  private final Write credit = write("credit", CHANGE);

  private final Supplier<Integer> accounts =
      given(values -> Math.toIntExact(values.get(Ledger.ACCOUNTS)));

  private String run = "";
  private long number;

  @Override
  protected void open() {
    run = context().facts().text(Ledger.RUN).orElseThrow();
    number = context().life() << 32;
  }

  @Override
  protected void run() throws SQLException {
    if (attempt() == 0) {
      number++;
    }
    int from = 1 + random().nextInt(accounts.get());
    int other = 1 + random().nextInt(accounts.get() - 1);
    int to = other < from ? other : other + 1;
    entry.set(run).set(context().thread()).set(number).set(from).set(to).one();
    debit.set(-1).set(from).one();
    credit.set(1).set(to).one();
  }
}
