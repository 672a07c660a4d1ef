package example.{{package}};

import dev.broadside.core.param.Parameter;
import dev.broadside.core.work.Figure;
import dev.broadside.kit.job.Amount;
import dev.broadside.kit.job.JobOutline;
import dev.broadside.kit.job.Keys;
import dev.broadside.kit.job.LoadedTable;
import dev.broadside.kit.job.Read;
import dev.broadside.kit.job.Rollback;
import dev.broadside.kit.job.Transaction;
import dev.broadside.kit.job.TransactionJob;
import dev.broadside.kit.job.Write;
import java.sql.SQLException;

/// Moves money between two accounts; an account never falls below zero.
///
/// The kit connects, loads, prepares, commits, repeats deadlocks, reconnects, and tells what became
/// of a commit whose answer was lost.
public final class {{class}} extends TransactionJob {
  private static final Parameter.Whole ACCOUNTS =
      Parameter.whole("accounts", "How many accounts there are")
          .between(2, 10_000_000)
          .preset(60_000);

  private static final LoadedTable ACCOUNT =
      LoadedTable.of("{{table}}_account", "id whole key, balance whole")
          .rows(ACCOUNTS, (row, number) -> row.set(row.key()).set(1_000));

  public {{class}}() {
    super(
        JobOutline.of("{{name}}", "{{title}}", "Moves money between two accounts.")
            .parameters(ACCOUNTS)
            .tables(ACCOUNT)
            .transaction("move", 1, Move::new)
            .unchanged("no money was lost", "select sum(balance) from {{{table}}_account}")
            .none(
                "no account is overdrawn",
                "select count(*) from {{{table}}_account} where balance < 0"));
  }

  static final class Move extends Transaction {
    private final Read balance =
        read("read_balance", "select balance from {{{table}}_account} where id = ? for update");
    private final Write debit =
        write("debit", "update {{{table}}_account} set balance = balance - ? where id = ?");
    private final Write credit =
        write("credit", "update {{{table}}_account} set balance = balance + ? where id = ?");
    private final Rollback tooPoor = rollback("too_poor");
    private final Amount moved = figure(Figure.sum("money.moved", "EUR", "Money moved"));
    private final Keys accounts = keys(ACCOUNT);

    @Override
    protected void run() throws SQLException {
      long from = accounts.draw();
      long to = accounts.draw();
      long amount = random().nextLong(1, 500);
      if (balance.set(from).whole() < amount) {
        tooPoor.rollBack();
        return;
      }
      debit.set(amount).set(from).one();
      credit.set(amount).set(to).one();
      moved.add(amount);
    }
  }
}
