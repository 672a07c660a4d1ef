package dev.broadside.jobs.sysbench;

import dev.broadside.core.param.Problem;
import dev.broadside.core.work.JobContext;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.jdbc.Target;
import dev.broadside.kit.load.Parallel;
import dev.broadside.kit.load.ParallelLoader;
import dev.broadside.kit.load.TableLoad;
import dev.broadside.kit.query.Rows;
import dev.broadside.kit.query.TableCatalog;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;

/// The tables in one database: whether they are there, how they are made, loaded and dropped.
///
/// Tables that sysbench itself prepared are used as they are, where each holds as many rows as
/// `table-size` says.
///
/// @param options which tables
/// @param dialect the words of the database
record SbtestSchema(Options options, Dialect dialect) {

  private List<String> tables() {
    return Sbtest.tables(options.tables());
  }

  private Sbtest definitions() {
    return new Sbtest(options, dialect);
  }

  private SbtestLog log() {
    return SbtestLog.of(dialect);
  }

  /// Whether somebody else made the tables.
  boolean isForeign(Connection connection) throws SQLException {
    return !log().exists(connection) && TableCatalog.hasTable(connection, Sbtest.table(1));
  }

  /// Why the job cannot use what it finds; empty where it can, or finds nothing.
  Optional<Problem> misfit(Connection connection) throws SQLException {
    if (log().exists(connection)) {
      return log().misfit(connection, definitions().shape(), tables());
    }
    List<String> there = new ArrayList<>();
    for (String table : tables()) {
      if (TableCatalog.hasTable(connection, table)) {
        there.add(table);
      }
    }
    return there.isEmpty() ? Optional.empty() : misfitOfOthers(connection, there);
  }

  /// What the user has to be allowed, so that [#prepare] can make and load what is missing.
  Set<String> privilegesToPrepare(Connection connection) throws SQLException {
    if (isForeign(connection)) {
      return Set.of();
    }
    Set<String> privileges = new TreeSet<>(log().privilegesToCreate(connection, tables()));
    if (!log().exists(connection) || !unready(connection).isEmpty()) {
      privileges.addAll(Set.of("INSERT", "INDEX"));
    }
    return privileges;
  }

  private Optional<Problem> misfitOfOthers(Connection connection, List<String> there)
      throws SQLException {
    if (there.size() < options.tables()) {
      return Optional.of(
          SbtestLog.misfit(
              "only %d of %d tables are there, and we did not make them"
                  .formatted(there.size(), options.tables())));
    }
    for (String table : there) {
      if (!hasTheColumns(connection, table)) {
        return Optional.of(
            SbtestLog.misfit("the table " + table + " has not the columns id, k, c and pad"));
      }
      long rows = Rows.whole(connection, "select count(*) from " + table);
      if (rows != options.rowsToLoad()) {
        return Optional.of(
            SbtestLog.misfit(
                "the table %s, which we did not make, holds %d rows and not %d"
                    .formatted(table, rows, options.rowsToLoad())));
      }
    }
    return Optional.empty();
  }

  private static boolean hasTheColumns(Connection connection, String table) {
    try {
      Rows.whole(
          connection,
          "select count(*) from " + table + " where id = 0 and k = 0 and c = 'x' and pad = 'x'");
      return true;
    } catch (SQLException _) {
      return false;
    }
  }

  /// Creates and loads what is missing, then builds the indexes and lets the planner look; several
  /// tables, and several parts of one table, at once.
  ///
  /// @return the seed of the rows
  long prepare(Target target, Connection connection, JobContext context)
      throws SQLException, InterruptedException {
    long seed = log().begin(connection, definitions().shape(), context.seed());
    for (int number = 1; number <= options.tables(); number++) {
      log().create(connection, Sbtest.table(number), definitions().createTable(number));
    }
    List<Integer> unready = unready(connection);
    if (!unready.isEmpty()) {
      SbtestLoad load = new SbtestLoad(options, seed);
      List<TableLoad> loads = unready.stream().map(load::table).toList();
      new ParallelLoader(target, log().log(), options.loadThreads()).load(loads, context);
      finish(unready, target, context);
    }
    return seed;
  }

  /// The numbers of the tables that are not loaded and indexed yet.
  private List<Integer> unready(Connection connection) throws SQLException {
    List<Integer> numbers = new ArrayList<>();
    for (int number = 1; number <= options.tables(); number++) {
      if (!log().isReady(connection, Sbtest.table(number))) {
        numbers.add(number);
      }
    }
    return numbers;
  }

  private void finish(List<Integer> unready, Target target, JobContext context)
      throws SQLException, InterruptedException {
    AtomicInteger done = new AtomicInteger();
    context.progress("build indexes", 0, unready.size());
    List<Parallel.Task> tasks =
        unready.stream()
            .<Parallel.Task>map(number ->
                connection -> {
                  if (!context.stopping()) {
                    finish(connection, number);
                    context.progress("build indexes", done.incrementAndGet(), unready.size());
                  }
                })
            .toList();
    Parallel.run(target, options.loadThreads(), tasks);
  }

  private void finish(Connection connection, int number) throws SQLException {
    String table = Sbtest.table(number);
    for (Sbtest.Index index : definitions().indexes(number)) {
      if (!TableCatalog.hasIndex(connection, table, index.name())) {
        Rows.run(connection, index.sql());
      }
    }
    List<String> statements = new ArrayList<>();
    if (options.autoInc()) {
      statements.addAll(dialect.continueIdentity(table, "id", options.rowsToLoad() + 1L));
    }
    statements.addAll(dialect.afterLoad(table));
    for (String statement : statements) {
      Rows.run(connection, statement);
    }
    log().ready(connection, table);
  }

  /// Drops what [#prepare] made, and no other table, were it made by another job of ours.
  void drop(Connection connection) throws SQLException {
    if (log().exists(connection)) {
      log().drop(connection, tables());
    }
  }

  /// A whole number that each table gives, added up.
  long sum(Connection connection, String expression) throws SQLException {
    long sum = 0;
    for (String table : tables()) {
      sum += Rows.whole(connection, "select coalesce(" + expression + ", 0) from " + table);
    }
    return sum;
  }
}
