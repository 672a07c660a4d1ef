package dev.broadside.jobs.igenoltp;

import dev.broadside.core.param.Problem;
import dev.broadside.core.work.JobContext;
import dev.broadside.jobs.sql.Dialect;
import dev.broadside.jobs.sql.LoadLog;
import dev.broadside.jobs.sql.ParallelLoader;
import dev.broadside.jobs.sql.Rows;
import dev.broadside.jobs.sql.TableCatalog;
import dev.broadside.jobs.sql.TableLoad;
import dev.broadside.jobs.sql.Target;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The four tables in one database: whether they are there, how they are made, loaded and dropped.
///
/// No foreign keys are declared: their checks would read rows that the workload does not count. The run's verification
/// looks at the references instead.
///
/// @param tables their names
/// @param dialect the words of the database
record OrderSchema(Tables tables, Dialect dialect) {
  private static final String VERSION = "1";

  LoadLog log() {
    return new LoadLog(tables.loadLog(), dialect);
  }

  /// Why the job cannot use what it finds; empty where it can, or finds nothing.
  Optional<Problem> misfit(Connection connection, Scale scale) throws SQLException {
    if (!log().exists(connection)) {
      for (String table : tables.data()) {
        if (TableCatalog.hasTable(connection, table)) {
          return Optional.of(misfit("the table " + table + " is there and was not made by igenoltp"));
        }
      }
      return Optional.empty();
    }
    Map<String, String> noted = log().read(connection);
    if (!noted.getOrDefault("version", VERSION).equals(VERSION)) {
      return Optional.of(misfit("the tables were made by another version of igenoltp"));
    }
    String customers = noted.getOrDefault("customers", Long.toString(scale.customers()));
    return customers.equals(Long.toString(scale.customers()))
        ? Optional.empty()
        : Optional.of(
            misfit("the tables hold %s customers, and this scale needs %d".formatted(customers, scale.customers())));
  }

  private Problem misfit(String what) {
    return Problem.wrong("parameter scale", what, "give that scale, another table-prefix, or drop the tables");
  }

  /// Creates what is missing.
  ///
  /// @return the seed of the data: that of an earlier load where there was one
  long create(Connection connection, Scale scale, long seed) throws SQLException {
    if (!log().exists(connection)) {
      log().create(connection);
    }
    noteOnce(connection, "version", VERSION);
    noteOnce(connection, "customers", Long.toString(scale.customers()));
    noteOnce(connection, "seed", Long.toString(seed));
    for (Map.Entry<String, String> table : columns().entrySet()) {
      if (!TableCatalog.hasTable(connection, table.getKey())) {
        Rows.run(
            connection,
            "create table " + table.getKey() + " (" + table.getValue() + ")" + dialect.tableOptions());
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
    ParallelLoader loader =
        new ParallelLoader(target, log(), context.values().get(IgenoltpParameters.LOAD_THREADS).intValue());
    for (TableLoad load : data.loads()) {
      loader.load(load, context);
    }
    if (context.stopping() || log().read(connection, "loaded").isPresent()) {
      return;
    }
    List<Index> indexes = indexes();
    for (int i = 0; i < indexes.size(); i++) {
      context.progress("build indexes", i, indexes.size());
      indexes.get(i).build(connection, tables.orders());
    }
    context.progress("build indexes", indexes.size(), indexes.size());
    for (String table : tables.data()) {
      for (String statement : dialect.afterLoad(table)) {
        Rows.run(connection, statement);
      }
    }
    log().note(connection, "loaded", "yes");
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

  private Map<String, String> columns() {
    String number = dialect.wholeNumber();
    String key = "id " + number + " not null primary key, ";
    return Map.of(
        tables.region(),
            key + "name %s not null, currency %s not null".formatted(dialect.text(40), dialect.text(3)),
        tables.product(),
            key + "name %s not null, price %s not null, stock %s not null"
                    .formatted(dialect.text(60), number, number),
        tables.customer(),
            key + "region_id %s not null, name %s not null, email %s not null, credit %s not null, created %s not null"
                    .formatted(number, dialect.text(60), dialect.text(100), number, dialect.timestamp()),
        tables.orders(),
            key + ("customer_id %1$s not null, product_id %1$s not null, region_id %1$s not null, "
                        + "quantity %1$s not null, amount %1$s not null, status %2$s not null, created %3$s not null")
                    .formatted(number, dialect.text(1), dialect.timestamp()));
  }

  /// Both end with the date, so that "newest" is read from the index's end and nothing is sorted.
  private List<Index> indexes() {
    return List.of(
        new Index(tables.orders() + "_customer", "customer_id, created"),
        new Index(tables.orders() + "_region", "region_id, status, created"));
  }

  private record Index(String name, String columns) {
    void build(Connection connection, String table) throws SQLException {
      if (!TableCatalog.hasIndex(connection, table, name)) {
        Rows.run(connection, "create index " + name + " on " + table + " (" + columns + ")");
      }
    }
  }
}
