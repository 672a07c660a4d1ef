package dev.broadside.jobs.sysbench04;

/// The SQL of the test, the same on every database.
///
/// @param table the table
/// @param nontrx whether for the mode nontrx, which selects another column and inserts other rows
/// @param allColumns whether point selects read all columns
/// @param numbered whether the database numbers the rows of the mode nontrx
/// @param rangeSize rows of a range
record OltpStatements(
    SbtestTable table, boolean nontrx, boolean allColumns, boolean numbered, long rangeSize) {

  String pointSelect() {
    String columns = nontrx ? "pad" : allColumns ? "id, k, c, pad" : "c";
    return "select %s from %s where id = ?".formatted(columns, table.name());
  }

  String simpleRange() {
    return "select c from %s where id between ? and ?".formatted(table.name());
  }

  String sumRange() {
    return "select sum(k) from %s where id between ? and ?".formatted(table.name());
  }

  String orderRange() {
    return "select c from %s where id between ? and ? order by c".formatted(table.name());
  }

  String distinctRange() {
    return "select distinct c from %s where id between ? and ? order by c".formatted(table.name());
  }

  /// The last id of a range. A distinct range is one row longer than the others, as in the tool.
  long lastOf(Query range, long first) {
    return range == Query.DISTINCT_RANGE ? first + rangeSize : first + rangeSize - 1;
  }

  String indexUpdate() {
    return "update %s set k = k + 1 where id = ?".formatted(table.name());
  }

  String nonIndexUpdate() {
    return "update %s set c = ? where id = ?".formatted(table.name());
  }

  String delete() {
    return "delete from %s where id = ?".formatted(table.name());
  }

  /// One row. In the mode nontrx of random digits, else the row that was deleted, with another
  /// fixed text in column pad than the loaded one.
  String insert() {
    if (!nontrx) {
      return "insert into %s (id, k, c, pad) values (?, 0, ' ', '%s')"
          .formatted(table.name(), SbtestTable.INSERTED_PAD);
    }
    return numbered
        ? "insert into %s (k, c, pad) values (?, ?, ?)".formatted(table.name())
        : "insert into %s (k, c, pad, id) values (?, ?, ?, ?)".formatted(table.name());
  }
}
