package dev.broadside.jobs.sysbench;

import dev.broadside.kit.engine.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// How the tables sbtest1, sbtest2, ... are defined, in the words of one database.
///
/// @param options which shape they have
/// @param dialect the words that differ
record Sbtest(Options options, Dialect dialect) {
  static final String PREFIX = "sbtest";

  /// @param number from 1
  static String table(int number) {
    return PREFIX + number;
  }

  static List<String> tables(int count) {
    return IntStream.rangeClosed(1, count).mapToObj(Sbtest::table).toList();
  }

  /// One index, created after the load.
  ///
  /// @param name its name
  /// @param sql what creates it
  record Index(String name, String sql) {}

  String createTable(int number) {
    String id = options.autoInc() ? dialect.identity() : "integer not null";
    String key = options.secondary() ? dialect.keyClause("xid", "id") : ", primary key (id)";
    return """
    create table %s (
      id %s,
      k integer default 0 not null,
      c char(120) default '' not null,
      pad char(60) default '' not null%s)%s\
    """
        .formatted(table(number), id, key, dialect.tableOptions(options.storageEngine()));
  }

  /// The index on k, and the one on id where it is no part of the table's definition.
  List<Index> indexes(int number) {
    List<Index> indexes = new ArrayList<>();
    if (options.secondary() && dialect.keyClause("xid", "id").isEmpty()) {
      indexes.add(index("xid_", number, "id"));
    }
    if (options.createSecondary()) {
      indexes.add(index("k_", number, "k"));
    }
    return indexes;
  }

  private static Index index(String prefix, int number, String column) {
    String name = prefix + number;
    return new Index(name, "create index %s on %s (%s)".formatted(name, table(number), column));
  }

  /// What must be equal for two jobs to use the same tables.
  String shape() {
    return "rows %d, auto-inc %s, secondary %s, create-secondary %s%s"
        .formatted(
            options.rowsToLoad(),
            options.autoInc(),
            options.secondary(),
            options.createSecondary(),
            dialect.tableOptions(options.storageEngine()));
  }
}
