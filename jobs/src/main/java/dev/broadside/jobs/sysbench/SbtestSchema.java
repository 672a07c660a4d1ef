package dev.broadside.jobs.sysbench;

import dev.broadside.core.param.Problem;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.JobContext;
import dev.broadside.core.work.ShareContext;
import dev.broadside.jobs.sbtest.Operation;
import dev.broadside.kit.draw.DigitText;
import dev.broadside.kit.draw.KeyDistribution;
import dev.broadside.kit.draw.Mixed;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.jdbc.OpenTarget;
import dev.broadside.kit.jdbc.TargetParameters;
import dev.broadside.kit.load.DataSet;
import dev.broadside.kit.load.MadeTable;
import dev.broadside.kit.load.MadeTables;
import dev.broadside.kit.load.Parallel;
import dev.broadside.kit.load.ParallelLoader;
import dev.broadside.kit.load.TableLoad;
import dev.broadside.kit.query.TableCatalog;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

/// The tables sbtest1, sbtest2, ... in one database: how they are defined, loaded and indexed.
///
/// Tables that sysbench itself prepared are used as they are, if each holds as many rows as
/// `table-size` says.
///
/// @param options which tables, and which shape they have
record SbtestSchema(OpenTarget at, Options options) {
  SbtestTables tables() {
    String shape =
        "rows %d, auto-inc %s, secondary %s, create-secondary %s%s"
            .formatted(
                options.rowsToLoad(),
                options.autoInc(),
                options.secondary(),
                options.createSecondary(),
                at.dialect().tableOptions(options.storageEngine()));
    return new SbtestTables(at, shape, options.tableNames());
  }

  String createTable(String table) {
    Dialect dialect = at.dialect();
    return Operation.createTable(
        table,
        options.autoInc() ? dialect.identity() : "integer not null",
        options.secondary() ? dialect.keyClause("xid", "id") : ", primary key (id)",
        dialect.tableOptions(options.storageEngine()));
  }

  /// The index on k, and the one on id if it is no part of the table's definition.
  List<TableCatalog.Index> indexes(String table) {
    String number = table.substring(Options.PREFIX.length());
    List<TableCatalog.Index> indexes = new ArrayList<>();
    if (options.secondary() && at.dialect().keyClause("xid", "id").isEmpty()) {
      indexes.add(new TableCatalog.Index("xid_" + number, table, "id"));
    }
    if (options.createSecondary()) {
      indexes.add(new TableCatalog.Index("k_" + number, table, "k"));
    }
    return indexes;
  }

  DataSet data() {
    return new DataSet(
        at,
        tables().log(),
        options.tableNames().stream()
            .map(table ->
                new MadeTable(
                    table,
                    createTable(table),
                    "",
                    seed -> load(table, seed),
                    indexes(table),
                    List.of()))
            .toList());
  }

  /// Whether somebody else made the tables.
  boolean isForeign() throws SQLException {
    return !tables().logged() && tables().isThere(options.tableNames().getFirst());
  }

  /// Why the job cannot use what it finds; empty if it can, or finds nothing.
  Optional<Problem> misfit() throws SQLException {
    if (tables().logged()) {
      return tables().misfit();
    }
    List<String> there = new ArrayList<>();
    for (String table : options.tableNames()) {
      if (tables().isThere(table)) {
        there.add(table);
      }
    }
    return there.isEmpty() ? Optional.empty() : misfitOfOthers(there);
  }

  private Optional<Problem> misfitOfOthers(List<String> there) throws SQLException {
    if (there.size() < options.tables()) {
      return Optional.of(
          SbtestTables.misfit(
              "only %d of %d tables exist, and we did not make them"
                  .formatted(there.size(), options.tables())));
    }
    for (String table : there) {
      if (!hasTheColumns(table)) {
        return Optional.of(
            SbtestTables.misfit(
                "the table " + table + " does not have the columns id, k, c and pad"));
      }
      long rows = at.whole("select count(*) from " + table);
      if (rows != options.rowsToLoad()) {
        return Optional.of(
            SbtestTables.misfit(
                "the table %s, which we did not make, holds %d rows and not %d"
                    .formatted(table, rows, options.rowsToLoad())));
      }
    }
    return Optional.empty();
  }

  private boolean hasTheColumns(String table) {
    try {
      at.whole(
          "select count(*) from " + table + " where id = 0 and k = 0 and c = 'x' and pad = 'x'");
      return true;
    } catch (SQLException _) {
      return false;
    }
  }

  /// The privileges that the user needs so that [#prepare] can make and load what is missing.
  Set<String> privilegesToPrepare() throws SQLException {
    if (isForeign()) {
      return Set.of();
    }
    Set<String> privileges = new TreeSet<>(tables().privilegesToCreate());
    if (!tables().logged() || !unready().isEmpty()) {
      privileges.addAll(Set.of("INSERT", "INDEX"));
    }
    return privileges;
  }

  /// Creates and loads what is missing, then builds the indexes and updates the planner's
  /// statistics; several tables, and several parts of one table, at once.
  ///
  /// @return the facts with the seed of the rows, and with how the load went if there was one
  Facts prepare(JobContext context, Facts facts) throws SQLException, InterruptedException {
    long seed = tables().begin(context.seed());
    for (String table : options.tableNames()) {
      tables().create(table, createTable(table));
    }
    Facts more = facts.with(MadeTables.SEED, seed);
    List<String> unready = unready();
    if (unready.isEmpty()) {
      return more;
    }
    boolean resumed = data().begun();
    long beganNanos = System.nanoTime();
    context.loading(Facts.NONE.with(MadeTables.SEED, seed));
    load(unready, seed, context);
    long nanos = System.nanoTime() - beganNanos;
    finish(unready, context);
    return context.stopping() ? more : more.with(Facts.DATA_LOADED, data().words(resumed, nanos));
  }

  /// Loads a part of what is missing, while another agent [prepares][#prepare].
  void help(ShareContext context) throws SQLException, InterruptedException {
    load(unready(), context.facts().whole(MadeTables.SEED), context);
  }

  private void load(List<String> unready, long seed, JobContext context)
      throws SQLException, InterruptedException {
    new ParallelLoader(at.target(), tables().log(), TargetParameters.loadThreads(options.values()))
        .load(unready.stream().map(table -> load(table, seed)).toList(), context);
  }

  private List<String> unready() throws SQLException {
    List<String> unready = new ArrayList<>();
    for (String table : options.tableNames()) {
      if (!tables().isReady(table)) {
        unready.add(table);
      }
    }
    return unready;
  }

  /// Rows are a pure function of seed, table and id, so that chunks may be loaded in any order, by
  /// any thread, after any interruption.
  private TableLoad load(String table, long seed) {
    int number = Integer.parseInt(table.substring(Options.PREFIX.length()));
    KeyDistribution ks = options.keys(options.tableSize());
    return new TableLoad(
        table,
        Operation.INSERT.sql(table),
        options.rowsToLoad(),
        (statement, row) -> set(statement, row + 1, ks, Mixed.of(seed, number, row + 1)));
  }

  private static void set(PreparedStatement row, long id, KeyDistribution ks, long seed)
      throws SQLException {
    RandomGenerator random = new SplittableRandom(seed);
    DigitText text = new DigitText();
    row.setInt(1, (int) id);
    row.setInt(2, 1 + (int) ks.next(random));
    row.setString(3, text.groups(OltpThread.GROUPS_OF_C, random));
    row.setString(4, text.groups(OltpThread.GROUPS_OF_PAD, random));
  }

  private void finish(List<String> unready, JobContext context)
      throws SQLException, InterruptedException {
    AtomicInteger done = new AtomicInteger();
    context.progress("build indexes", 0, unready.size());
    List<Parallel.Task> tasks =
        unready.stream()
            .<Parallel.Task>map(table ->
                connection -> {
                  if (!context.stopping()) {
                    finish(connection, table);
                    context.progress("build indexes", done.incrementAndGet(), unready.size());
                  }
                })
            .toList();
    Parallel.run(at.target(), TargetParameters.loadThreads(options.values()), tasks);
  }

  private void finish(Connection connection, String table) throws SQLException {
    OpenTarget on = new OpenTarget(at.target(), connection, at.dialect());
    for (TableCatalog.Index index : indexes(table)) {
      index.build(connection);
    }
    if (options.autoInc()) {
      on.run(at.dialect().continueIdentity(table, "id", options.rowsToLoad() + 1L));
    }
    on.run(at.dialect().afterLoad(table));
    new DataSet(on, tables().log(), List.of()).note(table);
    tables().ready(on, table);
  }
}
