package dev.broadside.jobs.sysbench;

/// The SQL of the prepared statements, the same for every database.
final class Statements {
  private Statements() {}

  /// A statement on one table.
  ///
  /// @throws IllegalArgumentException where the operation is no prepared statement
  static String sql(Operation operation, String table, Options options) {
    return switch (operation) {
      case POINT_SELECT -> "select c from " + table + " where id = ?";
      case SIMPLE_RANGE -> "select c from " + table + " where id between ? and ?";
      case SUM_RANGE -> "select sum(k) from " + table + " where id between ? and ?";
      case ORDER_RANGE -> "select c from " + table + " where id between ? and ? order by c";
      case DISTINCT_RANGE ->
          "select distinct c from " + table + " where id between ? and ? order by c";
      case INDEX_UPDATE -> "update " + table + " set k = k + 1 where id = ?";
      case NON_INDEX_UPDATE -> "update " + table + " set c = ? where id = ?";
      case DELETE -> "delete from " + table + " where id = ?";
      case INSERT -> insert(table);
      case RANDOM_POINTS ->
          "select id, k, c, pad from %s where k in (%s)"
              .formatted(table, repeated("?", ", ", options.randomPoints()));
      case RANDOM_RANGES ->
          "select count(k) from %s where %s"
              .formatted(table, repeated("k between ? and ?", " or ", options.ranges()));
      case BEGIN, COMMIT, MISS, FLUSH ->
          throw new IllegalArgumentException(operation + " is no prepared statement");
    };
  }

  static String insert(String table) {
    return "insert into " + table + " (id, k, c, pad) values (?, ?, ?, ?)";
  }

  private static String repeated(String part, String between, int count) {
    return (part + between).repeat(count - 1) + part;
  }
}
