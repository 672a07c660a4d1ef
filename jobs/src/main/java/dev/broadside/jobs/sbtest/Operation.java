package dev.broadside.jobs.sbtest;

import java.util.List;
import java.util.Locale;

/// The operations that the jobs time, and the one of sysbench's three counters that each belongs
/// to. The sum of all is what sysbench calls queries.
public enum Operation {
  BEGIN(Counted.OTHER),
  POINT_SELECT(Counted.READ),
  SIMPLE_RANGE(Counted.READ),
  SUM_RANGE(Counted.READ),
  ORDER_RANGE(Counted.READ),
  DISTINCT_RANGE(Counted.READ),
  INDEX_UPDATE(Counted.WRITE),
  NON_INDEX_UPDATE(Counted.WRITE),
  DELETE(Counted.WRITE),
  INSERT(Counted.WRITE),
  COMMIT(Counted.OTHER),

  /// An update or a delete that found no row; it began as one of those.
  MISS(Counted.OTHER),

  RANDOM_POINTS(Counted.READ),
  RANDOM_RANGES(Counted.READ),

  /// One statement that writes the rows which bulk_insert has gathered.
  FLUSH(Counted.WRITE),

  /// Closes the connection, opens another one and prepares the statements again.
  RECONNECT(Counted.OTHER);

  /// Those that are one prepared statement on one table in both versions.
  public static final List<Operation> STATEMENTS =
      List.of(
          POINT_SELECT,
          SIMPLE_RANGE,
          SUM_RANGE,
          ORDER_RANGE,
          DISTINCT_RANGE,
          INDEX_UPDATE,
          NON_INDEX_UPDATE,
          DELETE,
          INSERT);

  /// sysbench's counters.
  public enum Counted {
    /// It gave a result set.
    READ,
    /// It changed at least one row.
    WRITE,
    /// Neither.
    OTHER
  }

  private final Counted counted;

  Operation(Counted counted) {
    this.counted = counted;
  }

  Counted counted() {
    return counted;
  }

  /// As in results: `point_select`.
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public boolean changesRows() {
    return this == INDEX_UPDATE || this == NON_INDEX_UPDATE || this == DELETE;
  }

  /// The SQL of a statement, the same for every database and both versions of sysbench.
  ///
  /// @throws IllegalArgumentException if the operation is not one prepared statement
  public String sql(String table) {
    return switch (this) {
      case POINT_SELECT -> "select c from " + table + " where id = ?";
      case SIMPLE_RANGE -> "select c from " + table + " where id between ? and ?";
      case SUM_RANGE -> "select sum(k) from " + table + " where id between ? and ?";
      case ORDER_RANGE -> "select c from " + table + " where id between ? and ? order by c";
      case DISTINCT_RANGE ->
          "select distinct c from " + table + " where id between ? and ? order by c";
      case INDEX_UPDATE -> "update " + table + " set k = k + 1 where id = ?";
      case NON_INDEX_UPDATE -> "update " + table + " set c = ? where id = ?";
      case DELETE -> "delete from " + table + " where id = ?";
      case INSERT -> "insert into " + table + " (id, k, c, pad) values (?, ?, ?, ?)";
      case BEGIN, COMMIT, MISS, FLUSH, RECONNECT, RANDOM_POINTS, RANDOM_RANGES ->
          throw new IllegalArgumentException(this + " is not one prepared statement");
    };
  }

  /// How the table of both is defined.
  ///
  /// @param id the type of its id
  /// @param key the clause of its key, with the comma before it
  /// @param options what follows the closing bracket
  public static String createTable(String table, String id, String key, String options) {
    return """
    create table %s (
      id %s,
      k integer default 0 not null,
      c char(120) default '' not null,
      pad char(60) default '' not null%s)%s\
    """
        .formatted(table, id, key, options);
  }
}
