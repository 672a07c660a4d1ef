package dev.broadside.jobs.sysbench;

import dev.broadside.core.param.Problem;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.load.LoadLog;
import dev.broadside.kit.query.Rows;
import dev.broadside.kit.query.TableCatalog;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What is noted in the database about the tables that these jobs made: their shape, their seed,
/// and which they are. It tells them from tables that somebody else made under the same names.
///
/// @param log the table of notes
record SbtestLog(LoadLog log) {
  private static final String NAME = "sbtest_load";
  private static final String SHAPE = "shape";
  private static final String SEED = "seed";
  private static final String MADE = "made:";
  private static final String READY = "ready:";

  /// What the user has to be allowed, so that [#drop] can be done.
  static final Set<String> TO_DROP = Set.of("DELETE", "DROP");

  static SbtestLog of(Dialect dialect) {
    return new SbtestLog(new LoadLog(NAME, dialect));
  }

  boolean exists(Connection connection) throws SQLException {
    return log.exists(connection);
  }

  /// Why tables of this shape cannot be used; empty where they can, or are still to be made.
  Optional<Problem> misfit(Connection connection, String shape, List<String> tables)
      throws SQLException {
    String noted = log.read(connection, SHAPE).orElse(shape);
    if (!noted.equals(shape)) {
      return Optional.of(
          Problem.wrong(
              "tables sbtest",
              "the tables were made with " + noted + ", and this job asks for " + shape,
              "drop the tables and " + NAME + ", or give the values that they were made with"));
    }
    for (String table : tables) {
      if (log.read(connection, MADE + table).isEmpty()
          && TableCatalog.hasTable(connection, table)) {
        return Optional.of(misfit("the table " + table + " is there and was not made by us"));
      }
    }
    return Optional.empty();
  }

  /// About tables that somebody else made.
  static Problem misfit(String what) {
    return Problem.wrong(
        "tables sbtest", what, "drop the tables, or give the values that they were made with");
  }

  /// Makes the log where there is none.
  ///
  /// @return the seed of the rows: that of an earlier load where there was one
  long begin(Connection connection, String shape, long seed) throws SQLException {
    if (!exists(connection)) {
      log.create(connection);
    }
    noteOnce(connection, SHAPE, shape);
    noteOnce(connection, SEED, Long.toString(seed));
    return Long.parseLong(log.read(connection, SEED).orElseThrow());
  }

  /// Creates a table that is not there, and forgets what was noted about an earlier one of its
  /// name, whose rows and indexes went with it. It is noted first: better a note without a table
  /// than a table that nobody owns up to.
  void create(Connection connection, String table, String sql) throws SQLException {
    noteOnce(connection, MADE + table, "yes");
    if (!TableCatalog.hasTable(connection, table)) {
      log.forgetParts(connection, table);
      log.forget(connection, READY + table);
      Rows.run(connection, sql);
    }
  }

  /// What the user has to be allowed, so that [#begin] and [#create] can make what is missing, and
  /// forget what is noted about it.
  Set<String> privilegesToCreate(Connection connection, List<String> tables) throws SQLException {
    if (!exists(connection)) {
      return Set.of("INSERT", "CREATE");
    }
    for (String table : tables) {
      if (!TableCatalog.hasTable(connection, table)) {
        return Set.of("INSERT", "CREATE", "DELETE");
      }
    }
    return Set.of();
  }

  boolean isReady(Connection connection, String table) throws SQLException {
    return log.read(connection, READY + table).isPresent();
  }

  void ready(Connection connection, String table) throws SQLException {
    noteOnce(connection, READY + table, "yes");
  }

  /// Drops those of the tables that were made, each before its notes, and the log when it knows of
  /// no other table: an interrupted drop can be repeated.
  void drop(Connection connection, List<String> tables) throws SQLException {
    for (String table : tables) {
      if (log.read(connection, MADE + table).isPresent()) {
        if (TableCatalog.hasTable(connection, table)) {
          Rows.run(connection, "drop table " + table);
        }
        log.forgetParts(connection, table);
        log.forget(connection, READY + table);
        log.forget(connection, MADE + table);
      }
    }
    if (!log.knows(connection, MADE)) {
      Rows.run(connection, "drop table " + NAME);
    }
  }

  private void noteOnce(Connection connection, String name, String value) throws SQLException {
    if (log.read(connection, name).isEmpty()) {
      log.note(connection, name, value);
    }
  }
}
