package dev.broadside.jobs.ledger;

import dev.broadside.core.work.Figure;
import dev.broadside.kit.job.Amount;
import dev.broadside.kit.job.Read;
import dev.broadside.kit.job.Transaction;
import dev.broadside.kit.job.Write;
import dev.broadside.kit.own.OwnVersion;
import java.sql.SQLException;
import java.util.function.Supplier;

/// Enters a move under the next of the thread's own numbers, and changes both accounts in the order
/// in which they were drawn.
///
/// One that only reads looks for the newest entry of its thread.
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

  private final Read newest =
      read(
          "newest_entry",
          """
          select run_id, n from {broadside_ledger_entry} where thread_no = ? \
          order by n desc {first 1}\
          """);
  private final OwnVersion entered = version("entry");
  private final Amount stale =
      figure(
          Figure.count("stale.reads", "reads", "Stale reads")
              .help("that found an older entry of their thread than it had committed"));

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
    if (readOnly()) {
      look();
      return;
    }
    if (attempt() == 0) {
      number++;
    }
    int from = 1 + random().nextInt(accounts.get());
    int other = 1 + random().nextInt(accounts.get() - 1);
    int to = other < from ? other : other + 1;
    entry.set(run).set(context().thread()).set(number).set(from).set(to).one();
    debit.set(-1).set(from).one();
    credit.set(1).set(to).one();
    entered.write(number);
  }

  /// What a replica has of an earlier run is as good as nothing.
  private void look() throws SQLException {
    boolean found = newest.set(context().thread()).found() && newest.text(1).equals(run);
    if (entered.stale(found ? newest.whole(2) : 0)) {
      stale.add(1);
    }
  }
}
