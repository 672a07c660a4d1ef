package dev.broadside.jobs.igenoltp;

import dev.broadside.core.param.Problem;
import dev.broadside.core.work.JobContext;
import dev.broadside.kit.jdbc.OpenTarget;
import dev.broadside.kit.jdbc.TargetParameters;
import dev.broadside.kit.load.LoadLog;
import dev.broadside.kit.load.ParallelLoader;
import dev.broadside.kit.load.TableLoad;
import dev.broadside.kit.query.TableCatalog;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The four tables in one database: how they are defined, whether they are there, how they are
/// made, loaded and dropped. Money is in whole cents.
///
/// No foreign keys are declared: their checks would read rows that the workload does not count. The
/// run's verification looks at the references instead.
///
/// @param tables their names
record OrderSchema(OpenTarget at, Tables tables) {
  private static final String VERSION = "1";
  private static final String LOADED = "loaded";

  /// What creates each table, by its name.
  Map<String, String> createTables() {
    Map<String, String> columns = new LinkedHashMap<>();
    columns.put(
        tables.region(),
        """
        (id {number} not null primary key,
         name {text 40} not null,
         currency {text 3} not null)\
        """);
    columns.put(
        tables.product(),
        """
        (id {number} not null primary key,
         name {text 60} not null,
         price {number} not null,
         stock {number} not null)\
        """);
    columns.put(
        tables.customer(),
        """
        (id {number} not null primary key,
         region_id {number} not null,
         name {text 60} not null,
         email {text 100} not null,
         credit {number} not null,
         created {timestamp} not null)\
        """);
    columns.put(
        tables.orders(),
        """
        (id {number} not null primary key,
         customer_id {number} not null,
         product_id {number} not null,
         region_id {number} not null,
         quantity {number} not null,
         amount {number} not null,
         status {text 1} not null,
         created {timestamp} not null)\
        """);
    columns.replaceAll(
        (table, list) -> "create table " + table + " " + typed(list) + at.dialect().tableOptions());
    return columns;
  }

  /// Both end with the date, so that "newest" is read from the index's end and nothing is sorted.
  List<TableCatalog.Index> orderIndexes() {
    String orders = tables.orders();
    return List.of(
        new TableCatalog.Index(orders + "_customer", orders, "customer_id, created"),
        new TableCatalog.Index(orders + "_region", orders, "region_id, status, created"));
  }

  private String typed(String columns) {
    String texts = columns;
    for (int length : new int[] {1, 3, 40, 60, 100}) {
      texts = texts.replace("{text " + length + "}", at.dialect().text(length));
    }
    return texts
        .replace("{number}", at.dialect().wholeNumber())
        .replace("{timestamp}", at.dialect().timestamp());
  }

  private Connection connection() {
    return at.connection();
  }

  private LoadLog log() {
    return new LoadLog(tables.loadLog(), at.dialect());
  }

  /// Why the job cannot use what it finds; empty where it can, or finds nothing.
  Optional<Problem> misfit(Scale scale) throws SQLException {
    if (!log().exists(connection())) {
      for (String table : tables.data()) {
        if (TableCatalog.hasTable(connection(), table)) {
          return Optional.of(
              Problem.wrong(
                  "parameter table-prefix",
                  "the table " + table + " is there and was not made by igenoltp",
                  "give another table-prefix, or drop the table"));
        }
      }
      return Optional.empty();
    }
    if (!log().read(connection(), "version").orElse(VERSION).equals(VERSION)) {
      return Optional.of(misfit("the tables were made by another version of igenoltp"));
    }
    String wanted = Long.toString(scale.customers());
    String customers = log().read(connection(), "customers").orElse(wanted);
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
  Set<String> privilegesToPrepare() throws SQLException {
    boolean complete = log().exists(connection()) && log().has(connection(), LOADED);
    for (String table : tables.data()) {
      complete = complete && TableCatalog.hasTable(connection(), table);
    }
    return complete ? Set.of() : Set.of("CREATE", "INDEX", "INSERT");
  }

  /// Creates what is missing, and forgets what was noted about it: somebody has dropped it since,
  /// and with it went rows and indexes.
  ///
  /// @return the seed of the data: that of an earlier load where there was one
  long create(Scale scale, long seed) throws SQLException {
    log().create(connection());
    log().noteOnce(connection(), "version", VERSION);
    log().noteOnce(connection(), "customers", Long.toString(scale.customers()));
    for (Map.Entry<String, String> table : createTables().entrySet()) {
      log().createTable(connection(), table.getKey(), table.getValue(), LOADED);
    }
    return Long.parseLong(log().noteOnce(connection(), "seed", Long.toString(seed)));
  }

  /// Loads what is missing, builds the indexes, and lets the planner look at the result.
  void load(OrderData data, JobContext context) throws SQLException, InterruptedException {
    if (log().has(connection(), LOADED)) {
      return;
    }
    ParallelLoader loader =
        new ParallelLoader(at.target(), log(), TargetParameters.loadThreads(context.values()));
    for (TableLoad load : data.loads()) {
      loader.load(load, context);
    }
    if (context.stopping()) {
      return;
    }
    List<TableCatalog.Index> indexes = orderIndexes();
    for (int i = 0; i < indexes.size(); i++) {
      context.progress("build indexes", i, indexes.size());
      indexes.get(i).build(connection());
    }
    context.progress("build indexes", indexes.size(), indexes.size());
    for (String table : tables.data()) {
      at.run(at.dialect().afterLoad(table));
    }
    log().note(connection(), LOADED, "yes");
  }

  /// Drops what [#create] made, the log last: an interrupted drop can be repeated.
  void drop() throws SQLException {
    if (log().exists(connection())) {
      for (String table : tables.data()) {
        TableCatalog.drop(connection(), table);
      }
      TableCatalog.drop(connection(), tables.loadLog());
    }
  }
}
