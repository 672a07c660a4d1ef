package dev.broadside.jobs.ledger;

import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.query.Rows;
import dev.broadside.kit.query.TableCatalog;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/// The ledger's two tables in one database.
///
/// @param connection in auto-commit
/// @param dialect the words of the database
record LedgerTables(Connection connection, Dialect dialect) {
  static final String ENTRY = "broadside_ledger_entry";
  static final String ACCOUNT = "broadside_ledger_account";

  private static final int BATCH = 1_000;

  void drop() throws SQLException {
    for (String table : List.of(ENTRY, ACCOUNT)) {
      TableCatalog.drop(connection, table);
    }
  }

  void create() throws SQLException {
    String whole = dialect.wholeNumber();
    Rows.run(
        connection,
        "create table %s (run_id %s not null, thread_no %s not null, n %s not null, from_account %s not null, to_account %s not null, primary key (thread_no, n))%s"
            .formatted(
                ENTRY, dialect.text(40), whole, whole, whole, whole, dialect.tableOptions()));
    Rows.run(
        connection,
        "create table %s (id %s not null primary key, amount %s not null)%s"
            .formatted(ACCOUNT, whole, whole, dialect.tableOptions()));
  }

  /// Opens accounts 1 to `count` with nothing in them.
  void openAccounts(int count) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("insert into " + ACCOUNT + " (id, amount) values (?, 0)")) {
      for (int id = 1; id <= count; id++) {
        insert.setInt(1, id);
        insert.addBatch();
        if (id % BATCH == 0 || id == count) {
          insert.executeBatch();
        }
      }
    }
  }
}
