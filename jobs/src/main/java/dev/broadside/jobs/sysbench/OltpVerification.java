package dev.broadside.jobs.sysbench;

import dev.broadside.core.work.Totals;
import dev.broadside.core.work.Verification.Check;
import dev.broadside.core.work.VerifyContext;
import dev.broadside.jobs.sbtest.Operation;
import dev.broadside.kit.verify.Checks;
import dev.broadside.kit.verify.Counters;
import dev.broadside.kit.verify.RowBalance;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Holds the tables after a run against what the agents counted.
///
/// @param schema the tables
/// @param context the counts
record OltpVerification(SbtestSchema schema, VerifyContext context) {

  List<Check> checks() throws SQLException {
    List<Check> checks = new ArrayList<>();
    checks.add(statementsPerEvent());
    checks.add(rowsAreAccountedFor());
    if (options().sumsAreComparable()) {
      checks.add(updatesAreInTheSum());
    }
    checks.addAll(databaseAgrees());
    return checks;
  }

  private Options options() {
    return schema.options();
  }

  private Totals totals(Operation operation) {
    return options().mix().totals(context, operation);
  }

  /// What sysbench prints as "queries performed", and that each event made its statements.
  private Check statementsPerEvent() {
    return Checks.counted(
        context,
        "statements of an event",
        perEventHolds(context.transactions().ok()),
        "read %,d + write %,d + other %,d = %,d queries in %,d events",
        options().mix().queries(context));
  }

  private boolean perEventHolds(long events) {
    long changes = 0;
    long changesWanted = 0;
    for (Operation operation : options().mix().used()) {
      long wanted = events * wanted(operation);
      if (operation.changesRows() || operation == Operation.MISS) {
        changes += totals(operation).ok();
        changesWanted += wanted;
      } else if (totals(operation).ok() != wanted) {
        return false;
      }
    }
    return changes == changesWanted;
  }

  private int wanted(Operation operation) {
    return operation == Operation.BEGIN && schema.at().dialect().begin().isEmpty()
        ? 0
        : options().perEvent(operation);
  }

  /// Rows = before + inserts - deletes that found their row; what is uncertain makes an interval of
  /// it. Without transactions a restarted event leaves its first half behind, so that the check
  /// does not decide.
  private Check rowsAreAccountedFor() throws SQLException {
    Totals inserts = totals(Operation.INSERT);
    Totals deletes = totals(Operation.DELETE);
    RowBalance balance =
        new RowBalance(
            context.facts().whole(SysbenchJob.ROWS_BEFORE),
            inserts.ok(),
            deletes.ok(),
            inserts.uncertain(),
            deletes.uncertain());
    boolean halvesMayStay = options().mix().has(Operation.COMMIT) && !options().transaction();
    return balance.check(
        context, "rows are accounted for", schema.tables().sum("count(*)"), !halvesMayStay);
  }

  private Check updatesAreInTheSum() throws SQLException {
    Totals updates = totals(Operation.INDEX_UPDATE);
    long grown = schema.tables().sum("sum(k)") - context.facts().whole(SysbenchJob.SUM_BEFORE);
    Check check =
        Checks.counted(
            context,
            "every update is in the sum of k",
            Checks.accounts(grown, updates),
            "the sum grew by %,d; %,d updates, %,d uncertain",
            grown,
            updates.ok(),
            updates.uncertain());
    return options().perEvent(Operation.INDEX_UPDATE) > 1 ? Checks.notDeciding(check) : check;
  }

  private List<Check> databaseAgrees() {
    Map<String, Totals> counted = options().mix().byDatabaseCounter(context);
    counted.values().removeIf(totals -> totals.ok() == 0);
    return Counters.checks(context, schema.at(), counted, options().tableNames());
  }
}
