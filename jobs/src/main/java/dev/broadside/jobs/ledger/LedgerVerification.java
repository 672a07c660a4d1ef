package dev.broadside.jobs.ledger;

import dev.broadside.core.work.Totals;
import dev.broadside.core.work.Verification.Check;
import dev.broadside.core.work.VerifyContext;
import dev.broadside.kit.query.Rows;
import dev.broadside.kit.verify.Checks;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/// Holds the ledger against what the agents counted, and against the accounts.
///
/// @param connection to the database
/// @param context the counts
record LedgerVerification(Connection connection, VerifyContext context) {

  List<Check> checks() throws SQLException {
    return List.of(everythingCountedIsEntered(), accountsAgree());
  }

  /// The primary key keeps an entry from standing twice, so that counting is enough.
  private Check everythingCountedIsEntered() throws SQLException {
    Totals counted = context.transactions();
    long entries = ofThisRun("count(*)");
    return Checks.counted(
        context,
        "every counted transaction is entered once",
        Checks.accounts(entries, counted),
        "%,d entries; counted %,d ok and %,d uncertain",
        entries,
        counted.ok(),
        counted.uncertain());
  }

  /// An entry moves 1 from one account to another. Weighed by the accounts' numbers, both sides
  /// would differ if an entry and its changes had not been done together.
  private Check accountsAgree() throws SQLException {
    long sum = Rows.whole(connection, "select sum(amount) from " + LedgerTables.ACCOUNT);
    long weighed = Rows.whole(connection, "select sum(id * amount) from " + LedgerTables.ACCOUNT);
    long entered = ofThisRun("coalesce(sum(to_account - from_account), 0)");
    return Checks.sure(
        "accounts agree with the entries",
        sum == 0 && weighed == entered,
        "sum %,d; weighed by account %,d, by the entries %,d",
        sum,
        weighed,
        entered);
  }

  private long ofThisRun(String what) throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement(
            "select " + what + " from " + LedgerTables.ENTRY + " where run_id = ?")) {
      query.setString(1, context.facts().text(Ledger.RUN).orElseThrow());
      try (ResultSet rows = query.executeQuery()) {
        rows.next();
        return rows.getLong(1);
      }
    }
  }
}
