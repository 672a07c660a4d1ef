package dev.broadside.jobs.sysbench04;

import dev.broadside.core.work.Totals;
import dev.broadside.core.work.Verification.Check;
import dev.broadside.core.work.VerifyContext;
import dev.broadside.jobs.sbtest.Operation;
import dev.broadside.kit.jdbc.OpenTarget;
import dev.broadside.kit.verify.Checks;
import dev.broadside.kit.verify.Counters;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Holds the table after a run against what the agents counted.
///
/// @param settings what the job was
/// @param context the counts
record Sysbench04Verification(OpenTarget at, OltpSettings settings, VerifyContext context) {

  List<Check> checks() throws SQLException {
    List<Check> checks = new ArrayList<>();
    checks.add(rowsAreThere());
    if (settings.mode() == OltpSettings.Mode.COMPLEX) {
      checks.add(idsAreOfTheTable());
    }
    if (context.facts().text(Sysbench04Oltp.K_BEFORE).isPresent()) {
      checks.add(keysHaveGrown());
    }
    checks.add(queriesPerformed());
    checks.addAll(Counters.checks(context, at, counted(), List.of(settings.table().name())));
    return checks;
  }

  private Check rowsAreThere() throws SQLException {
    long before = context.facts().whole(Sysbench04Oltp.ROWS_BEFORE);
    return switch (settings.mode()) {
      case SIMPLE -> rows(before, before, "%,d before", before);
      case COMPLEX ->
          settings.atomic() ? rows(before, before, "%,d before", before) : nearlyUnchanged(before);
      case NONTRX ->
          switch (settings.nontrxStatement()) {
            case SELECT, UPDATE_KEY, UPDATE_NOKEY -> rows(before, before, "%,d before", before);
            case INSERT -> inserted(before);
            case DELETE -> deleted(before);
          };
    };
  }

  /// A transaction that is none may fail between its delete and its insert.
  private Check nearlyUnchanged(long before) throws SQLException {
    long unsure = context.transactions().failed() + context.transactions().uncertain();
    return rows(
        before - unsure,
        before,
        "%,d before, of which %,d failed or uncertain transactions may have lost one each",
        before,
        unsure);
  }

  private Check inserted(long before) throws SQLException {
    Totals inserts = totals(Operation.INSERT);
    long least = before + inserts.ok();
    return rows(
        least,
        least + inserts.uncertain(),
        "%,d before, %,d inserted, %,d uncertain",
        before,
        inserts.ok(),
        inserts.uncertain());
  }

  /// How many deletes found their row at least: no id comes twice until a thread has gone through
  /// its part of them; a delete after that may find no row.
  private long deletesThatFound(long before) {
    return Math.min(totals(Operation.DELETE).ok(), before / Math.max(1, context.totalThreads()));
  }

  private Check deleted(long before) throws SQLException {
    Totals deletes = totals(Operation.DELETE);
    long sure = deletesThatFound(before);
    return rows(
        Math.max(0, before - deletes.ok() - deletes.uncertain()),
        before - sure,
        "%,d before, %,d deletes, of which at least %,d found a row, %,d uncertain",
        before,
        deletes.ok(),
        sure,
        deletes.uncertain());
  }

  /// @param why so many, as for [String#format]
  private Check rows(long lowest, long highest, String why, Object... figures) throws SQLException {
    long rows = settings.table().count(at);
    return Checks.counted(
        context,
        "rows of " + settings.table().name(),
        rows >= lowest && rows <= highest,
        String.format(Locale.ROOT, "%,d rows; ", rows) + why,
        figures);
  }

  private Check idsAreOfTheTable() throws SQLException {
    SbtestTable table = settings.table();
    long strange =
        at.whole(
            "select count(*) from %s where id < 1 or id > %d"
                .formatted(table.name(), table.size()));
    return Checks.counted(
        context, "ids are those of the load", strange == 0, "%,d are not", strange);
  }

  private Check keysHaveGrown() throws SQLException {
    long before = context.facts().whole(Sysbench04Oltp.K_BEFORE);
    long grown = settings.table().sumOfK(at) - before;
    Totals updates = totals(Operation.INDEX_UPDATE);
    return Checks.counted(
        context,
        "k has grown by one with each update",
        Checks.accounts(grown, updates),
        "the sum of k grew by %,d; %,d updates, %,d uncertain",
        grown,
        updates.ok(),
        updates.uncertain());
  }

  /// The lines of the tool's report.
  private Check queriesPerformed() {
    return Checks.evidence(
        "queries performed",
        true,
        "read %,d, write %,d, other %,d, total %,d, in %,d transactions",
        Sysbench04Oltp.MIX.queries(context));
  }

  private Totals totals(Operation operation) {
    return Sysbench04Oltp.MIX.totals(context, operation);
  }

  /// By the names of the database's counters.
  ///
  /// Left out is what some databases count otherwise than we do: an update finds no row while
  /// another transaction deletes and inserts it, and a statement that commits itself is a commit.
  private Map<String, Totals> counted() {
    Map<String, Totals> counted = Sysbench04Oltp.MIX.byDatabaseCounter(context);
    if (settings.mode() == OltpSettings.Mode.COMPLEX) {
      counted.remove("updates");
    }
    if (settings.mode() == OltpSettings.Mode.NONTRX) {
      counted.computeIfPresent("deletes", (_, deletes) -> foundOrNot(deletes));
    }
    if (!settings.atomic()) {
      counted.remove("begins");
      counted.remove("commits");
    }
    return counted;
  }

  /// Some databases count statements, others the rows that they found.
  private Totals foundOrNot(Totals deletes) {
    long found = deletesThatFound(context.facts().whole(Sysbench04Oltp.ROWS_BEFORE));
    return new Totals(
        found, deletes.failed() + deletes.ok() - found, deletes.uncertain(), deletes.rolledBack());
  }
}
