package dev.broadside.jobs.sysbench;

import dev.broadside.core.work.Totals;
import dev.broadside.core.work.Verification;
import dev.broadside.core.work.Verification.Check;
import dev.broadside.core.work.VerifyContext;
import dev.broadside.jobs.sysbench.Operation.Counted;
import dev.broadside.kit.verify.Counters;
import dev.broadside.kit.verify.RowBalance;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// Holds the tables after a run against what the agents counted.
///
/// @param connection to the database, in auto-commit
/// @param schema the tables
/// @param context the counts
record OltpVerification(Connection connection, SbtestSchema schema, VerifyContext context) {

  Verification verify() throws SQLException {
    List<Check> checks = new ArrayList<>();
    checks.add(statementsPerEvent());
    checks.add(rowsAreAccountedFor());
    if (sumsAreComparable(options())) {
      checks.add(updatesAreInTheSum());
    }
    checks.addAll(databaseAgrees());
    return Verification.of(checks);
  }

  /// Whether every change of k is an update by one: no row comes or goes.
  static boolean sumsAreComparable(Options options) {
    return options.perEvent(Operation.INDEX_UPDATE) > 0
        && !options.operations().has(Operation.INSERT);
  }

  private Options options() {
    return schema.options();
  }

  private Totals totals(Operation operation) {
    return options().operations().totals(context, operation);
  }

  /// What sysbench prints as "queries performed", and that each event made its statements.
  private Check statementsPerEvent() {
    long events = context.transactions().ok();
    long reads = options().operations().ok(context, Counted.READ);
    long writes = options().operations().ok(context, Counted.WRITE);
    long others = options().operations().ok(context, Counted.OTHER);
    String detail =
        String.format(
            Locale.ROOT,
            "read %,d + write %,d + other %,d = %,d queries in %,d events",
            reads,
            writes,
            others,
            reads + writes + others,
            events);
    return new Check("statements of an event", perEventHolds(events), !context.complete(), detail);
  }

  private boolean perEventHolds(long events) {
    long changes = 0;
    long changesWanted = 0;
    for (Operation operation : options().operations().used()) {
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
    return operation == Operation.BEGIN && schema.dialect().begin().isEmpty()
        ? 0
        : options().perEvent(operation);
  }

  /// Rows = before + inserts - deletes that found their row; what is uncertain makes an interval of
  /// it. Without transactions a restarted event leaves its first half behind, so that the check
  /// does not decide.
  private Check rowsAreAccountedFor() throws SQLException {
    long before = context.facts().whole(SysbenchJob.ROWS_BEFORE);
    Totals inserts = totals(Operation.INSERT);
    Totals deletes = totals(Operation.DELETE);
    RowBalance balance =
        new RowBalance(
            before, inserts.ok(), deletes.ok(), inserts.uncertain(), deletes.uncertain());
    long rows = schema.sum(connection, "count(*)");
    return new Check(
        "rows are accounted for",
        balance.holds(rows),
        !context.complete() || halvesMayStay(),
        balance.detail(rows));
  }

  private boolean halvesMayStay() {
    return options().operations().has(Operation.COMMIT) && !options().transaction();
  }

  private Check updatesAreInTheSum() throws SQLException {
    Totals updates = totals(Operation.INDEX_UPDATE);
    long grown = schema.sum(connection, "sum(k)") - context.facts().whole(SysbenchJob.SUM_BEFORE);
    return new Check(
        "every update is in the sum of k",
        grown >= updates.ok() && grown <= updates.ok() + updates.uncertain(),
        !context.complete() || options().perEvent(Operation.INDEX_UPDATE) > 1,
        String.format(
            Locale.ROOT,
            "the sum grew by %,d; %,d updates, %,d uncertain",
            grown,
            updates.ok(),
            updates.uncertain()));
  }

  /// A database that counts statements counts misses among the updates and deletes, too.
  private List<Check> databaseAgrees() {
    Totals missed = new Totals(0, totals(Operation.MISS).ok(), 0, 0);
    Map<String, Totals> counted = new TreeMap<>();
    counted.put("selects", reads());
    counted.put("inserts", totals(Operation.INSERT));
    counted.put("updates", changes().plus(missed));
    counted.put("deletes", totals(Operation.DELETE).plus(missed));
    counted.put("begins", totals(Operation.BEGIN));
    counted.put("commits", totals(Operation.COMMIT));
    counted.values().removeIf(totals -> totals.ok() == 0);
    String[] tables = Sbtest.tables(options().tables()).toArray(String[]::new);
    return Counters.checks(context, connection, schema.dialect(), counted, tables);
  }

  private Totals reads() {
    return options().operations().used().stream()
        .filter(operation -> operation.counted() == Counted.READ)
        .map(this::totals)
        .reduce(Totals.NONE, Totals::plus);
  }

  private Totals changes() {
    return totals(Operation.INDEX_UPDATE).plus(totals(Operation.NON_INDEX_UPDATE));
  }
}
