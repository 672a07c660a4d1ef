package dev.broadside.bench.probes;

import dev.broadside.kit.draw.KeyDistribution;
import dev.broadside.kit.job.JobOutline;
import dev.broadside.kit.job.LoadedTable;
import dev.broadside.kit.job.Read;
import dev.broadside.kit.job.Rollback;
import dev.broadside.kit.job.Transaction;
import dev.broadside.kit.job.TransactionJob;
import dev.broadside.kit.job.Write;
import java.sql.SQLException;

/// Moves money between two accounts, as an author writes it on the kit; the same statements as in
/// examples/sql/transfer.yaml and in the bare loop.
public final class TransferProbe extends TransactionJob {
  /// With a place for the table's name, as the others.
  public static final String READ = "select balance from %s where id = ? for update";

  public static final String DEBIT = "update %s set balance = balance - ? where id = ?";
  public static final String CREDIT = "update %s set balance = balance + ? where id = ?";
  public static final int ROWS = 60_000;

  /// The largest amount that is moved.
  public static final int MOST = 300;

  private static final String TABLE = "{transfer_probe_account}";

  public TransferProbe() {
    super(
        JobOutline.of(
                "transfer_probe",
                "Transfers between accounts",
                "Moves money between two accounts, for measurements.")
            .tables(
                LoadedTable.of("transfer_probe_account", "id whole key, balance whole")
                    .rows(ROWS, (row, number) -> row.set(number + 1).set(1_000)))
            .transaction("transfer", 1, Transfer::new)
            .unchanged("no money is lost", "select sum(balance) from " + TABLE));
  }

  private static final class Transfer extends Transaction {
    private final Read balance = read("read_balance", READ.formatted(TABLE));
    private final Write debit = write("debit", DEBIT.formatted(TABLE));
    private final Write credit = write("credit", CREDIT.formatted(TABLE));
    private final Rollback tooPoor = rollback("too_poor");
    private final KeyDistribution accounts = new KeyDistribution.Uniform(ROWS);

    @Override
    protected void run() throws SQLException {
      long payer = 1 + accounts.next(random());
      long payee = 1 + accounts.next(random());
      long amount = random().nextLong(1, MOST + 1);
      if (balance.set(payer).whole() < amount) {
        tooPoor.rollBack();
        return;
      }
      debit.set(amount).set(payer).one();
      credit.set(amount).set(payee).one();
    }
  }
}
