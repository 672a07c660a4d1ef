package com.oltpbenchmark.benchmarks.transfer.procedures;

import com.oltpbenchmark.api.Procedure;
import com.oltpbenchmark.api.SQLStmt;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Random;

public final class Move extends Procedure {
  public final SQLStmt balance =
      new SQLStmt("SELECT balance FROM account WHERE id = ? FOR UPDATE");
  public final SQLStmt debit =
      new SQLStmt("UPDATE account SET balance = balance - ? WHERE id = ?");
  public final SQLStmt credit =
      new SQLStmt("UPDATE account SET balance = balance + ? WHERE id = ?");

  public long run(Connection connection, Random random, int accounts) throws SQLException {
    int from = 1 + random.nextInt(accounts);
    int to = 1 + random.nextInt(accounts);
    int amount = 1 + random.nextInt(499);
    try (PreparedStatement statement = getPreparedStatement(connection, balance, from);
        ResultSet row = statement.executeQuery()) {
      if (!row.next() || row.getLong(1) < amount) {
        throw new UserAbortException("too poor");
      }
    }
    change(connection, debit, amount, from);
    change(connection, credit, amount, to);
    return amount;
  }

  private void change(Connection connection, SQLStmt sql, int amount, int account)
      throws SQLException {
    try (PreparedStatement statement = getPreparedStatement(connection, sql, amount, account)) {
      statement.executeUpdate();
    }
  }
}
