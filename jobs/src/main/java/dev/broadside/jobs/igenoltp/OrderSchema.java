package dev.broadside.jobs.igenoltp;

import dev.broadside.core.param.Problem;
import dev.broadside.core.work.JobContext;
import dev.broadside.jobs.igenoltp.OrderDefinitions.Definition;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.jdbc.Target;
import dev.broadside.kit.load.LoadLog;
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

/// The four tables in one database: whether they are there, how they are made, loaded and dropped.
///
/// @param tables their names
/// @param dialect the words of the database
record OrderSchema(Tables tables, Dialect dialect) {
  private static final String VERSION = "1";
  private static final String LOADED = "loaded";

  LoadLog log() {
    return new LoadLog(tables.loadLog(), dialect);
  }

  /// Why the job cannot use what it finds; empty where it can, or finds nothing.
  Optional<Problem> misfit(Connection connection, Scale scale) throws SQLException {
    if (!log().exists(connection)) {
      for (String table : tables.data()) {
        if (TableCatalog.hasTable(connection, table)) {
          return Optional.of(
              Problem.wrong(
                  "parameter table-prefix",
                  "the table " + table + " is there and was not made by igenoltp",
                  "give another table-prefix, or drop the table"));
        }
      }
      return Optional.empty();
    }
    if (!log().read(connection, "version").orElse(VERSION).equals(VERSION)) {
      return Optional.of(misfit("the tables were made by another version of igenoltp"));
    }
    String wanted = Long.toString(scale.customers());
    String customers = log().read(connection, "customers").orElse(wanted);
    return customers.equals(wanted)
        ? Optional.empty()
        : Optional.of(
            misfit(
                "the tables hold %s customers, and this scale needs %s"
                    .formatted(customers, wanted)));
  }

  private Problem misfit(String what) {
    return Problem.wrong(
        "parameter scale",
        what,
        "give that scale, another table-prefix, or drop the tables and " + tables.loadLog());
  }

  /// What the user has to be allowed, so that [#create] and [#load] can make what is missing.
  Set<String> privilegesToPrepare(Connection connection) throws SQLException {
    boolean complete = log().exists(connection) && log().read(connection, LOADED).isPresent();
    for (String table : tables.data()) {
      complete = complete && TableCatalog.hasTable(connection, table);
    }
    return complete ? Set.of() : Set.of("CREATE", "INDEX", "INSERT");
  }

  /// Creates what is missing, and forgets what was noted about it: somebody has dropped it since,
  /// and with it went rows and indexes.
  ///
  /// @return the seed of the data: that of an earlier load where there was one
  long create(Connection connection, Scale scale, long seed) throws SQLException {
    if (!log().exists(connection)) {
      log().create(connection);
    }
    noteOnce(connection, "version", VERSION);
    noteOnce(connection, "customers", Long.toString(scale.customers()));
    noteOnce(connection, "seed", Long.toString(seed));
    for (Definition table : new OrderDefinitions(tables, dialect).createTables()) {
      if (!TableCatalog.hasTable(connection, table.name())) {
        log().forgetParts(connection, table.name());
        log().forget(connection, LOADED);
        Rows.run(connection, table.sql());
      }
    }
    return Long.parseLong(log().read(connection, "seed").orElseThrow());
  }

  private void noteOnce(Connection connection, String name, String value) throws SQLException {
    if (log().read(connection, name).isEmpty()) {
      log().note(connection, name, value);
    }
  }

  /// Loads what is missing, builds the indexes, and lets the planner look at the result.
  void load(Target target, Connection connection, OrderData data, JobContext context)
      throws SQLException, InterruptedException {
    if (log().read(connection, LOADED).isPresent()) {
      return;
    }
    ParallelLoader loader =
        new ParallelLoader(
            target, log(), context.values().get(IgenoltpParameters.LOAD_THREADS).intValue());
    for (TableLoad load : data.loads()) {
      loader.load(load, context);
    }
    if (context.stopping()) {
      return;
    }
    buildIndexes(connection, context);
    for (String table : tables.data()) {
      for (String statement : dialect.afterLoad(table)) {
        Rows.run(connection, statement);
      }
    }
    log().note(connection, LOADED, "yes");
  }

  private void buildIndexes(Connection connection, JobContext context) throws SQLException {
    List<Definition> indexes = new OrderDefinitions(tables, dialect).createOrderIndexes();
    for (int i = 0; i < indexes.size(); i++) {
      context.progress("build indexes", i, indexes.size());
      if (!TableCatalog.hasIndex(connection, tables.orders(), indexes.get(i).name())) {
        Rows.run(connection, indexes.get(i).sql());
      }
    }
    context.progress("build indexes", indexes.size(), indexes.size());
  }

  /// Drops what [#create] made, the log last: an interrupted drop can be repeated.
  void drop(Connection connection) throws SQLException {
    if (!log().exists(connection)) {
      return;
    }
    List<String> all = new ArrayList<>(tables.data());
    all.add(tables.loadLog());
    for (String table : all) {
      if (TableCatalog.hasTable(connection, table)) {
        Rows.run(connection, "drop table " + table);
      }
    }
  }
}
