package dev.broadside.jobs.sysbench04;

import dev.broadside.core.param.Problem;
import dev.broadside.core.work.JobContext;
import dev.broadside.jobs.sbtest.Operation;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.jdbc.OpenTarget;
import dev.broadside.kit.jdbc.TargetParameters;
import dev.broadside.kit.load.LoadLog;
import dev.broadside.kit.load.ParallelLoader;
import dev.broadside.kit.load.TableLoad;
import dev.broadside.kit.query.TableCatalog;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/// The table of the test: its name, its definition and its rows; whether it exists and fits, and
/// how it is made, loaded, emptied and dropped.
///
/// @param name letters, digits and underscores
/// @param size how many rows it is loaded with
/// @param numbered whether the database numbers rows that come without an id
record SbtestTable(String name, long size, boolean numbered) {
  /// Column pad of the row that an iteration of the mode complex inserts.
  static final String INSERTED_PAD = "aaaaaaaaaaffffffffffrrrrrrrrrreeeeeeeeeeyyyyyyyyyy";

  private static final String LOADED_PAD = "qqqqqqqqqqwwwwwwwwwweeeeeeeeeerrrrrrrrrrtttttttttt";
  private static final String SIZE = "table-size";
  private static final String CONTENT = "content";
  private static final String INSERTED = "inserted";
  private static final String LOADED = "loaded";

  String createTable(Dialect dialect) {
    return Operation.createTable(
        name,
        numbered ? dialect.identity() : "integer",
        ", primary key (id)",
        dialect.tableOptions());
  }

  /// The tool calls it `k`; in most databases only one table of a schema could have that.
  TableCatalog.Index index() {
    return new TableCatalog.Index(name + "_k", name, "k");
  }

  /// All rows are equal but for their id.
  TableLoad rows() {
    return new TableLoad(
        name,
        "insert into %s (id, k, c, pad) values (?, 0, ' ', '%s')".formatted(name, LOADED_PAD),
        size,
        (statement, number) -> statement.setLong(1, number + 1));
  }

  /// The loader's notes, which also distinguish our table from another one of the same name. The
  /// jobs of sysbench 1.0 use another name, since they may run in the same schema.
  private LoadLog log(OpenTarget at) {
    return new LoadLog(name + "_04_load", at.dialect());
  }

  /// Why the job cannot use what it finds; empty if it can, or finds nothing.
  ///
  /// @param anySize whether its rows do not matter
  Optional<Problem> misfit(OpenTarget at, boolean anySize) throws SQLException {
    if (!log(at).exists(at.connection())) {
      return TableCatalog.hasTable(at.connection(), name)
          ? Optional.of(
              Problem.wrong(
                  "parameter oltp-table-name",
                  "the table " + name + " exists and was not made by sysbench04_oltp",
                  "give another name, or drop the table"))
          : Optional.empty();
    }
    String wanted = Long.toString(size);
    String found = log(at).read(at.connection(), SIZE).orElse(wanted);
    return found.equals(wanted) || anySize
        ? Optional.empty()
        : Optional.of(
            Problem.wrong(
                "parameter oltp-table-size",
                "the table %s was made for %s rows, and %s are wanted"
                    .formatted(name, found, wanted),
                "give that size or another oltp-table-name, or drop the table by a run with"
                    + " that size and clean-up drop"));
  }

  /// Makes the table anew, without rows.
  void empty(OpenTarget at) throws SQLException {
    drop(at);
    create(at);
    index().build(at.connection());
    log(at).note(at.connection(), CONTENT, INSERTED);
  }

  /// Fills the table: creates and loads what is missing, and makes it anew if a run has changed the
  /// number of rows. Returns early if the job is to stop.
  ///
  /// @return how many rows there are
  long fill(OpenTarget at, JobContext context) throws SQLException, InterruptedException {
    Connection connection = at.connection();
    if (log(at).exists(connection)
        && log(at).read(connection, CONTENT).orElse("").equals(INSERTED)) {
      drop(at);
    }
    load(at, context);
    long rows = count(at);
    if (rows == size || context.stopping()) {
      return rows;
    }
    drop(at);
    load(at, context);
    return count(at);
  }

  /// Whether it exists as it was loaded.
  boolean isLoaded(OpenTarget at) throws SQLException {
    return log(at).exists(at.connection())
        && log(at).has(at.connection(), LOADED)
        && TableCatalog.hasTable(at.connection(), name)
        && count(at) == size;
  }

  long count(OpenTarget at) throws SQLException {
    return at.whole("select count(*) from " + name);
  }

  /// 0 if there are no rows.
  long sumOfK(OpenTarget at) throws SQLException {
    return at.whole("select coalesce(sum(k), 0) from " + name);
  }

  private void load(OpenTarget at, JobContext context) throws SQLException, InterruptedException {
    create(at);
    if (log(at).has(at.connection(), LOADED)) {
      return;
    }
    new ParallelLoader(at.target(), log(at), TargetParameters.loadThreads(context.values()))
        .load(rows(), context);
    if (context.stopping()) {
      return;
    }
    context.progress("build index", 0, 1);
    index().build(at.connection());
    at.run(at.dialect().afterLoad(name));
    context.progress("build index", 1, 1);
    log(at).note(at.connection(), LOADED, "yes");
  }

  private void create(OpenTarget at) throws SQLException {
    log(at).create(at.connection());
    log(at).noteOnce(at.connection(), SIZE, Long.toString(size));
    log(at).createTable(at.connection(), name, createTable(at.dialect()), LOADED);
  }

  /// Drops what [#fill] or [#empty] made, the log last: an interrupted drop can be repeated.
  void drop(OpenTarget at) throws SQLException {
    if (log(at).exists(at.connection())) {
      TableCatalog.drop(at.connection(), name);
      TableCatalog.drop(at.connection(), log(at).table());
    }
  }
}
