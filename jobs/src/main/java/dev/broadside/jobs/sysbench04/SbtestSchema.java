package dev.broadside.jobs.sysbench04;

import dev.broadside.core.param.Problem;
import dev.broadside.core.work.JobContext;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.jdbc.Target;
import dev.broadside.kit.load.LoadLog;
import dev.broadside.kit.load.ParallelLoader;
import dev.broadside.kit.query.Rows;
import dev.broadside.kit.query.TableCatalog;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/// The table in one database: whether it is there and fits, how it is made, loaded, emptied and
/// dropped.
///
/// @param connection in auto-commit
/// @param dialect the words of the database
/// @param settings what the job is to be
record SbtestSchema(Connection connection, Dialect dialect, OltpSettings settings) {
  private static final String SIZE = "table-size";
  private static final String CONTENT = "content";
  private static final String INSERTED = "inserted";

  private SbtestTable table() {
    return settings.table();
  }

  private LoadLog log() {
    return new LoadLog(table().loadLog(), dialect);
  }

  /// Why the job cannot use what it finds; empty where it can, or finds nothing.
  Optional<Problem> misfit() throws SQLException {
    if (!log().exists(connection)) {
      return TableCatalog.hasTable(connection, table().name())
          ? Optional.of(
              Problem.wrong(
                  "parameter oltp-table-name",
                  "the table " + table().name() + " is there and was not made by sysbench04_oltp",
                  "give another name, or drop the table"))
          : Optional.empty();
    }
    String wanted = Long.toString(settings.tableSize());
    String found = log().read(connection, SIZE).orElse(wanted);
    return found.equals(wanted) || settings.inserts()
        ? Optional.empty()
        : Optional.of(
            Problem.wrong(
                "parameter oltp-table-size",
                "the table %s was made for %s rows, and %s are wanted"
                    .formatted(table().name(), found, wanted),
                "give that size or another oltp-table-name, or drop the table by a run with"
                    + " that size and clean-up drop"));
  }

  /// An empty table, whatever was in it before.
  void empty() throws SQLException {
    drop();
    create();
    buildIndex();
    log().note(connection, CONTENT, INSERTED);
  }

  /// A full table: creates and loads what is missing, and makes the whole anew where a run has left
  /// other rows than were loaded. Returns early where the job is to stop.
  ///
  /// @return how many rows there are
  long fill(Target target, JobContext context) throws SQLException, InterruptedException {
    if (log().exists(connection) && log().read(connection, CONTENT).orElse("").equals(INSERTED)) {
      drop();
    }
    load(target, context);
    long rows = rows();
    if (rows == settings.tableSize() || context.stopping()) {
      return rows;
    }
    drop();
    load(target, context);
    return rows();
  }

  long rows() throws SQLException {
    return Rows.whole(connection, "select count(*) from " + table().name());
  }

  private void load(Target target, JobContext context) throws SQLException, InterruptedException {
    create();
    if (log().read(connection, "loaded").isPresent()) {
      return;
    }
    new ParallelLoader(target, log(), settings.whole(OltpParameters.LOAD_THREADS))
        .load(table().load(settings.tableSize()), context);
    if (context.stopping()) {
      return;
    }
    context.progress("build index", 0, 1);
    buildIndex();
    for (String statement : dialect.afterLoad(table().name())) {
      Rows.run(connection, statement);
    }
    context.progress("build index", 1, 1);
    log().note(connection, "loaded", "yes");
  }

  private void create() throws SQLException {
    if (!log().exists(connection)) {
      log().create(connection);
    }
    if (log().read(connection, SIZE).isEmpty()) {
      log().note(connection, SIZE, Long.toString(settings.tableSize()));
    }
    if (!TableCatalog.hasTable(connection, table().name())) {
      boolean numbered = settings.values().get(OltpParameters.AUTO_INC);
      Rows.run(connection, table().create(dialect, numbered));
    }
  }

  private void buildIndex() throws SQLException {
    if (!TableCatalog.hasIndex(connection, table().name(), table().index())) {
      Rows.run(connection, table().createIndex());
    }
  }

  /// Drops what [#fill] or [#empty] made, the log last: an interrupted drop can be repeated.
  void drop() throws SQLException {
    if (!log().exists(connection)) {
      return;
    }
    for (String name : List.of(table().name(), table().loadLog())) {
      if (TableCatalog.hasTable(connection, name)) {
        Rows.run(connection, "drop table " + name);
      }
    }
  }
}
