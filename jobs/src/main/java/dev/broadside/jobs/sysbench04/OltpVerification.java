package dev.broadside.jobs.sysbench04;

import dev.broadside.core.work.Totals;
import dev.broadside.core.work.Verification;
import dev.broadside.core.work.Verification.Check;
import dev.broadside.core.work.VerifyContext;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.query.Rows;
import dev.broadside.kit.verify.Counters;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// Holds the table after a run against what the agents counted.
///
/// @param connection to the database, in auto-commit
/// @param dialect the words of the database
/// @param settings what the job was
/// @param context the counts
record OltpVerification(
    Connection connection, Dialect dialect, OltpSettings settings, VerifyContext context) {

  /// How many rows there may be after the run.
  private record Bounds(long lowest, long highest, String why) {}

  Verification verify() throws SQLException {
    List<Check> checks = new ArrayList<>();
    checks.add(rowsAreThere());
    if (settings.mode() == OltpSettings.Mode.COMPLEX) {
      checks.add(idsAreOfTheTable());
    }
    if (context.facts().text(Sysbench04Oltp.K_BEFORE).isPresent()) {
      checks.add(keysHaveGrown());
    }
    checks.add(queriesPerformed());
    checks.addAll(
        Counters.checks(context, connection, dialect, counted(), settings.table().name()));
    return Verification.of(checks);
  }

  private Check rowsAreThere() throws SQLException {
    Bounds bounds = bounds(context.facts().whole(Sysbench04Oltp.ROWS_BEFORE));
    long rows = Rows.whole(connection, "select count(*) from " + settings.table().name());
    return decided(
        "rows of " + settings.table().name(),
        rows >= bounds.lowest() && rows <= bounds.highest(),
        String.format(Locale.ROOT, "%,d rows; %s", rows, bounds.why()));
  }

  private Bounds bounds(long before) {
    return switch (settings.mode()) {
      case SIMPLE -> unchanged(before);
      case COMPLEX -> settings.atomic() ? unchanged(before) : nearlyUnchanged(before);
      case NONTRX ->
          switch (settings.nontrxStatement()) {
            case SELECT, UPDATE_KEY, UPDATE_NOKEY -> unchanged(before);
            case INSERT -> inserted(before);
            case DELETE -> deleted(before);
          };
    };
  }

  private static Bounds unchanged(long before) {
    return new Bounds(before, before, String.format(Locale.ROOT, "%,d before", before));
  }

  /// A transaction that is none may fail between its delete and its insert.
  private Bounds nearlyUnchanged(long before) {
    long unsure = context.transactions().failed() + context.transactions().uncertain();
    return new Bounds(
        before - unsure,
        before,
        String.format(
            Locale.ROOT,
            "%,d before, of which %,d failed or uncertain transactions may have lost one each",
            before,
            unsure));
  }

  private Bounds inserted(long before) {
    Totals inserts = totals(Query.INSERT);
    return new Bounds(
        before + inserts.ok(),
        before + inserts.ok() + inserts.uncertain(),
        String.format(
            Locale.ROOT,
            "%,d before, %,d inserted, %,d uncertain",
            before,
            inserts.ok(),
            inserts.uncertain()));
  }

  /// No id comes twice until a thread has gone through its part of them; a delete after that may
  /// find no row.
  private Bounds deleted(long before) {
    Totals deletes = totals(Query.DELETE);
    long sure = Math.min(deletes.ok(), before / Math.max(1, context.totalThreads()));
    return new Bounds(
        Math.max(0, before - deletes.ok() - deletes.uncertain()),
        before - sure,
        String.format(
            Locale.ROOT,
            "%,d before, %,d deletes, of which at least %,d found a row, %,d uncertain",
            before,
            deletes.ok(),
            sure,
            deletes.uncertain()));
  }

  private Check idsAreOfTheTable() throws SQLException {
    long strange =
        Rows.whole(
            connection,
            "select count(*) from %s where id < 1 or id > %d"
                .formatted(settings.table().name(), settings.tableSize()));
    return decided(
        "ids are those of the load",
        strange == 0,
        String.format(Locale.ROOT, "%,d are not", strange));
  }

  private Check keysHaveGrown() throws SQLException {
    long before = context.facts().whole(Sysbench04Oltp.K_BEFORE);
    long grown = settings.table().sumOfK(connection) - before;
    Totals updates = totals(Query.INDEX_UPDATE);
    return decided(
        "k has grown by one with each update",
        grown >= updates.ok() && grown <= updates.ok() + updates.uncertain(),
        String.format(
            Locale.ROOT,
            "the sum of k grew by %,d; %,d updates, %,d uncertain",
            grown,
            updates.ok(),
            updates.uncertain()));
  }

  private Check decided(String name, boolean holds, String detail) {
    return new Check(
        name,
        holds,
        !context.complete(),
        context.complete() ? detail : detail + "; agents were lost, so counts are missing");
  }

  /// The lines of the tool's report.
  private Check queriesPerformed() {
    long reads = totals(Query.Kind.READ).ok();
    long writes = totals(Query.Kind.WRITE).ok();
    long others = totals(Query.Kind.OTHER).ok();
    return new Check(
        "queries performed",
        true,
        true,
        String.format(
            Locale.ROOT,
            "read %,d, write %,d, other %,d, total %,d, in %,d transactions",
            reads,
            writes,
            others,
            reads + writes + others,
            context.transactions().ok()));
  }

  private Totals totals(Query.Kind kind) {
    return Arrays.stream(Query.values())
        .filter(query -> query.kind() == kind)
        .map(this::totals)
        .reduce(Totals.NONE, Totals::plus);
  }

  private Totals totals(Query query) {
    return context.operation(query.operation());
  }

  /// By the names of the database's counters.
  ///
  /// Left out is what some databases count otherwise than we do: an update finds no row while
  /// another transaction deletes and inserts it, and a statement that commits itself is a commit.
  private Map<String, Totals> counted() {
    Map<String, Totals> counted = new TreeMap<>();
    counted.put("selects", totals(Query.Kind.READ));
    if (settings.mode() != OltpSettings.Mode.COMPLEX) {
      counted.put("updates", totals(Query.INDEX_UPDATE).plus(totals(Query.NON_INDEX_UPDATE)));
    }
    counted.put("inserts", totals(Query.INSERT));
    counted.put("deletes", totals(Query.DELETE));
    if (settings.atomic()) {
      counted.put("begins", totals(Query.BEGIN));
      counted.put("commits", totals(Query.COMMIT));
    }
    return counted;
  }
}
