package dev.broadside.bench.peers;

import dev.broadside.bench.Tool;
import dev.broadside.bench.probes.PointSelectProbe;
import dev.broadside.bench.probes.TransferProbe;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// The peer: loops as one would write them by hand, with nothing around the statements.
///
/// `point` runs the probe's select directly on JDBC, and `transfer` the statements of
/// [TransferProbe].
///
/// Arguments: `point|transfer URL USER THREADS`; the password is in `BROADSIDE_BENCH_PASSWORD`.
/// Runs until it is ended.
public final class BareLoop {
  private BareLoop() {}

  /// One iteration of one thread.
  private interface Body {
    void run() throws Exception;
  }

  /// Opens one thread's body.
  private interface Opener {
    Body open(int thread) throws Exception;
  }

  public static void main(String[] args) throws Exception {
    int threads = Integer.parseInt(args[3]);
    String password = System.getenv().getOrDefault(Tool.PASSWORD, "");
    Opener opener =
        switch (args[0]) {
          case "point" -> pointSelects(args[1], args[2], password);
          case "transfer" -> transfers(args[1], args[2], password);
          default -> throw new IllegalArgumentException(args[0]);
        };
    List<Body> bodies = new ArrayList<>();
    for (int thread = 0; thread < threads; thread++) {
      bodies.add(opener.open(thread));
    }
    bodies.forEach(body -> Thread.ofPlatform().start(() -> loop(body)));
  }

  private static void loop(Body body) {
    try {
      while (true) {
        body.run();
      }
    } catch (Exception e) {
      throw new IllegalStateException("the bare loop broke", e);
    }
  }

  private static Opener pointSelects(String url, String user, String password) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url, user, password)) {
      PointSelectProbe.load(connection);
    }
    return thread -> {
      Connection connection = DriverManager.getConnection(url, user, password);
      PreparedStatement select = connection.prepareStatement(PointSelectProbe.SELECT);
      SplittableRandom random = new SplittableRandom(thread);
      return () -> {
        select.setInt(1, random.nextInt(PointSelectProbe.ROWS));
        try (ResultSet row = select.executeQuery()) {
          row.next();
          row.getString(1);
        }
      };
    };
  }

  private static Opener transfers(String url, String user, String password) throws SQLException {
    String table = "bare_account";
    try (Connection connection = DriverManager.getConnection(url, user, password)) {
      loadAccounts(connection, table);
    }
    return thread -> {
      Connection connection = DriverManager.getConnection(url, user, password);
      connection.setAutoCommit(false);
      PreparedStatement read = connection.prepareStatement(TransferProbe.READ.formatted(table));
      PreparedStatement debit = connection.prepareStatement(TransferProbe.DEBIT.formatted(table));
      PreparedStatement credit = connection.prepareStatement(TransferProbe.CREDIT.formatted(table));
      SplittableRandom random = new SplittableRandom(thread);
      return () -> {
        long payer = random.nextLong(1, TransferProbe.ROWS + 1);
        long payee = random.nextLong(1, TransferProbe.ROWS + 1);
        long amount = random.nextLong(1, TransferProbe.MOST + 1);
        try {
          read.setLong(1, payer);
          long balance;
          try (ResultSet row = read.executeQuery()) {
            row.next();
            balance = row.getLong(1);
          }
          if (balance < amount) {
            connection.rollback();
            return;
          }
          change(debit, amount, payer);
          change(credit, amount, payee);
          connection.commit();
        } catch (SQLTransactionRollbackException _) {
          connection.rollback(); // a deadlock
        }
      };
    };
  }

  private static void change(PreparedStatement update, long amount, long account)
      throws SQLException {
    update.setLong(1, amount);
    update.setLong(2, account);
    update.executeUpdate();
  }

  private static void loadAccounts(Connection connection, String table) throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute("drop table if exists " + table);
      statement.execute(
          "create table " + table + " (id bigint not null primary key, balance bigint not null)");
    }
    String insert = "insert into " + table + " values (?, 1000)";
    try (PreparedStatement row = connection.prepareStatement(insert)) {
      for (long id = 1; id <= TransferProbe.ROWS; id++) {
        row.setLong(1, id);
        row.addBatch();
      }
      row.executeBatch();
    }
    connection.commit();
  }
}
