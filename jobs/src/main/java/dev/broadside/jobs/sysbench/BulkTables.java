package dev.broadside.jobs.sysbench;

import dev.broadside.core.param.Problem;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.query.Rows;
import dev.broadside.kit.query.TableCatalog;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;

/// The tables of bulk_insert, one for each thread: an id and a k.
///
/// @param count how many
/// @param storageEngine on MySQL and MariaDB
/// @param dialect the words of the database
record BulkTables(int count, String storageEngine, Dialect dialect) {
  /// What must be equal for two jobs to use the same tables.
  private String shape() {
    return "bulk" + dialect.tableOptions(storageEngine);
  }

  private SbtestLog log() {
    return SbtestLog.of(dialect);
  }

  /// Why the job cannot use what it finds. Tables that we did not make are not touched: they may be
  /// those of the other jobs, which have the same names.
  Optional<Problem> misfit(Connection connection) throws SQLException {
    if (log().exists(connection)) {
      return log().misfit(connection, shape(), Sbtest.tables(count));
    }
    for (String table : Sbtest.tables(count)) {
      if (TableCatalog.hasTable(connection, table)) {
        return Optional.of(
            SbtestLog.misfit("the table " + table + " is there and was not made by us"));
      }
    }
    return Optional.empty();
  }

  /// What the user has to be allowed, so that [#create] can make what is missing.
  Set<String> privilegesToCreate(Connection connection) throws SQLException {
    return log().privilegesToCreate(connection, Sbtest.tables(count));
  }

  void create(Connection connection) throws SQLException {
    log().begin(connection, shape(), 0);
    for (String table : Sbtest.tables(count)) {
      log()
          .create(
              connection,
              table,
              "create table %s (id integer not null, k integer default 0 not null, primary key (id))%s"
                  .formatted(table, dialect.tableOptions(storageEngine)));
    }
  }

  long rows(Connection connection) throws SQLException {
    long rows = 0;
    for (String table : Sbtest.tables(count)) {
      rows += Rows.whole(connection, "select count(*) from " + table);
    }
    return rows;
  }

  void drop(Connection connection) throws SQLException {
    if (log().exists(connection)) {
      log().drop(connection, Sbtest.tables(count));
    }
  }
}
