package dev.broadside.jobs.sysbench;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Problem;
import dev.broadside.kit.jdbc.OpenTarget;
import dev.broadside.kit.jdbc.TargetParameters;
import dev.broadside.kit.load.LoadLog;
import dev.broadside.kit.query.TableCatalog;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The tables of one job, and the notes about them in the database: their shape, their seed, and
/// which of them we made. The notes distinguish them from tables that somebody else made under the
/// same names.
///
/// @param shape what must be equal for two jobs to use the same tables
record SbtestTables(OpenTarget at, String shape, List<String> names) {
  private static final String LOG = "sbtest_load";
  private static final String SHAPE = "shape";
  private static final String SEED = "seed";
  private static final String MADE = "made:";
  private static final String READY = "ready:";

  LoadLog log() {
    return new LoadLog(LOG, at.dialect());
  }

  /// Whether any of our jobs made tables here.
  boolean logged() throws SQLException {
    return log().exists(at.connection());
  }

  boolean isThere(String table) throws SQLException {
    return TableCatalog.hasTable(at.connection(), table);
  }

  /// Why the tables cannot be used; empty if they can, or are still to be made.
  Optional<Problem> misfit() throws SQLException {
    boolean logged = logged();
    String noted = logged ? log().read(at.connection(), SHAPE).orElse(shape) : shape;
    if (!noted.equals(shape)) {
      return Optional.of(
          Problem.wrong(
              "tables sbtest",
              "the tables were made with " + noted + ", and this job asks for " + shape,
              "drop the tables and " + LOG + ", or give the values that they were made with"));
    }
    for (String table : names) {
      if (!(logged && log().has(at.connection(), MADE + table)) && isThere(table)) {
        return Optional.of(misfit("the table " + table + " exists and was not made by us"));
      }
    }
    return Optional.empty();
  }

  /// The problem of tables that somebody else made.
  static Problem misfit(String what) {
    return Problem.wrong(
        "tables sbtest", what, "drop the tables, or give the values that they were made with");
  }

  /// Makes the log if it does not exist.
  ///
  /// @return the seed of the rows: that of an earlier load if there was one
  long begin(long seed) throws SQLException {
    log().create(at.connection());
    log().noteOnce(at.connection(), SHAPE, shape);
    return Long.parseLong(log().noteOnce(at.connection(), SEED, Long.toString(seed)));
  }

  /// What [#begin] and [#create] note.
  Map<String, String> notes(long seed) {
    Map<String, String> notes = new LinkedHashMap<>(Map.of(SHAPE, shape));
    notes.put(SEED, Long.toString(seed));
    names.forEach(table -> notes.put(MADE + table, "yes"));
    return notes;
  }

  /// Creates a table that is not there. It is noted first: better a note without a table than a
  /// table without a note.
  void create(String table, String sql) throws SQLException {
    log().noteOnce(at.connection(), MADE + table, "yes");
    log().createTable(at.connection(), table, sql, READY + table);
  }

  /// The privileges that the user needs so that [#begin] and [#create] can make what is missing,
  /// and remove old notes.
  Set<String> privilegesToCreate() throws SQLException {
    if (!logged()) {
      return Set.of("INSERT", "CREATE");
    }
    for (String table : names) {
      if (!isThere(table)) {
        return Set.of("INSERT", "CREATE", "DELETE");
      }
    }
    return Set.of();
  }

  /// The privileges that the user needs to drop the tables, if the values say so.
  static Set<String> privilegesToDrop(ParameterValues values) {
    return TargetParameters.drops(values) ? Set.of("DELETE") : Set.of();
  }

  /// Whether it is loaded and indexed.
  boolean isReady(String table) throws SQLException {
    return log().has(at.connection(), READY + table);
  }

  void ready(OpenTarget on, String table) throws SQLException {
    log().noteOnce(on.connection(), READY + table, "yes");
  }

  /// Drops those of the tables that we made, each before its notes, and the log when it knows of no
  /// other table: an interrupted drop can be repeated.
  void drop() throws SQLException {
    if (!logged()) {
      return;
    }
    for (String table : names) {
      if (log().has(at.connection(), MADE + table)) {
        TableCatalog.drop(at.connection(), table);
        log().forgetParts(at.connection(), table);
        log().forget(at.connection(), READY + table);
        log().forget(at.connection(), MADE + table);
      }
    }
    if (!log().knows(at.connection(), MADE)) {
      TableCatalog.drop(at.connection(), LOG);
    }
  }

  /// A whole number that each table gives, added up.
  long sum(String expression) throws SQLException {
    long sum = 0;
    for (String table : names) {
      sum += at.whole("select coalesce(" + expression + ", 0) from " + table);
    }
    return sum;
  }
}
