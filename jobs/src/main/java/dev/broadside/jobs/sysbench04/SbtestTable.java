package dev.broadside.jobs.sysbench04;

import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.load.TableLoad;
import dev.broadside.kit.query.Rows;
import java.sql.Connection;
import java.sql.SQLException;

/// The table of the test: its name, its definition and its rows.
///
/// @param name letters, digits and underscores
record SbtestTable(String name) {
  /// Column pad of the row that an iteration of the mode complex inserts.
  static final String INSERTED_PAD = "aaaaaaaaaaffffffffffrrrrrrrrrreeeeeeeeeeyyyyyyyyyy";

  private static final String LOADED_PAD = "qqqqqqqqqqwwwwwwwwwweeeeeeeeeerrrrrrrrrrtttttttttt";

  /// Where the loader notes what it did; it also tells our table from another of the same name. Not
  /// the name that the jobs of sysbench 1.0 use, which may live in the same schema.
  String loadLog() {
    return name + "_04_load";
  }

  /// The tool calls it `k`; in most databases only one table of a schema could have that.
  String index() {
    return name + "_k";
  }

  String create(Dialect dialect, boolean numbered) {
    return """
    create table %s (
      id %s,
      k integer default 0 not null,
      c char(120) default '' not null,
      pad char(60) default '' not null,
      primary key (id))%s\
    """
        .formatted(name, numbered ? dialect.identity() : "integer", dialect.tableOptions());
  }

  String createIndex() {
    return "create index %s on %s (k)".formatted(index(), name);
  }

  /// 0 where there are no rows.
  long sumOfK(Connection connection) throws SQLException {
    return Rows.whole(connection, "select coalesce(sum(k), 0) from " + name);
  }

  /// All rows are equal but for their id.
  TableLoad load(long rows) {
    return new TableLoad(
        name,
        "insert into %s (id, k, c, pad) values (?, 0, ' ', '%s')".formatted(name, LOADED_PAD),
        rows,
        (statement, number) -> statement.setLong(1, number + 1));
  }
}
