package dev.broadside.jobs.igenoltp;

import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Iteration;
import dev.broadside.kit.jdbc.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.random.RandomGenerator;

/// The six statements and the commit, each one network trip, timed and counted. Used by one thread.
final class OrderDesk implements AutoCloseable {
  private final Session session;
  private final OrderStatements sql;
  private final OrderData data;
  private final OrderBook book;
  private final boolean writes;
  private Prepared prepared;

  /// The statements of one connection; they end with it.
  ///
  /// @param write the insert and the delete, where there are writes: preparing them needs the
  ///   privileges to execute them
  private record Prepared(
      PreparedStatement selectCustomer,
      PreparedStatement selectProduct,
      PreparedStatement selectOrders,
      PreparedStatement selectRegion,
      List<PreparedStatement> write) {

    static Prepared on(Session session, OrderStatements sql, boolean writes) throws SQLException {
      return new Prepared(
          session.prepare(sql.selectCustomer()),
          session.prepare(sql.selectProduct()),
          session.prepare(sql.selectOrders()),
          session.prepare(sql.selectRegion()),
          writes
              ? List.of(session.prepare(sql.insertOrder()), session.prepare(sql.deleteOrder()))
              : List.of());
    }

    PreparedStatement insertOrder() {
      return write.get(0);
    }

    PreparedStatement deleteOrder() {
      return write.get(1);
    }
  }

  private OrderDesk(
      Session session,
      OrderStatements sql,
      OrderData data,
      OrderBook book,
      boolean writes,
      Prepared prepared) {
    this.session = session;
    this.sql = sql;
    this.data = data;
    this.book = book;
    this.writes = writes;
    this.prepared = prepared;
  }

  /// Prepares the statements and reads the book. Owns the session, even where this fails.
  ///
  /// @param writes whether there will be any inserts and deletes
  static OrderDesk open(
      Session session, OrderStatements sql, OrderData data, OrderBook book, boolean writes)
      throws SQLException {
    return session.handTo(() -> {
      OrderDesk desk =
          new OrderDesk(session, sql, data, book, writes, Prepared.on(session, sql, writes));
      desk.readBook();
      return desk;
    });
  }

  Session session() {
    return session;
  }

  void selectCustomer(Iteration iteration, long customer) throws SQLException {
    iteration.begin(Operations.SELECT_CUSTOMER);
    prepared.selectCustomer().setLong(1, customer);
    countRows(iteration, prepared.selectCustomer());
    iteration.end();
  }

  /// @return the product's price
  long selectProduct(Iteration iteration, long product) throws SQLException {
    iteration.begin(Operations.SELECT_PRODUCT);
    prepared.selectProduct().setLong(1, product);
    long price = 0;
    try (ResultSet rows = prepared.selectProduct().executeQuery()) {
      while (rows.next()) {
        price = rows.getLong(1);
        iteration.rowsRead(1);
      }
    }
    iteration.end();
    return price;
  }

  void selectOrders(Iteration iteration, long customer) throws SQLException {
    iteration.begin(Operations.SELECT_ORDERS);
    prepared.selectOrders().setLong(1, customer);
    countRows(iteration, prepared.selectOrders());
    iteration.end();
  }

  void selectRegion(Iteration iteration, long region) throws SQLException {
    iteration.begin(Operations.SELECT_REGION);
    prepared.selectRegion().setLong(1, region);
    countRows(iteration, prepared.selectRegion());
    iteration.end();
  }

  /// Orders a product for the customer whose order is next to be replaced.
  void insertOrder(Iteration iteration, long product, long price) throws SQLException {
    RandomGenerator random = iteration.random();
    book.draftInsert(random);
    int quantity = OrderData.quantity(random.nextInt(Integer.MAX_VALUE));
    PreparedStatement insert = prepared.insertOrder();
    iteration.begin(Operations.INSERT_ORDER);
    insert.setLong(1, book.newId());
    insert.setLong(2, book.newCustomer());
    insert.setLong(3, product);
    insert.setLong(4, OrderData.region(book.newCustomer()));
    insert.setLong(5, quantity);
    insert.setLong(6, quantity * price);
    insert.setString(7, book.newStatus());
    write(iteration, insert);
    iteration.end();
  }

  void deleteOldestOrder(Iteration iteration) throws SQLException {
    book.draftDelete();
    iteration.begin(Operations.DELETE_ORDER);
    prepared.deleteOrder().setLong(1, book.victim());
    write(iteration, prepared.deleteOrder());
    iteration.end();
  }

  /// Ends the transaction. Where statements commit themselves there is none, and no trip is made.
  void commit(Iteration iteration, boolean wrote) throws SQLException {
    if (session.autoCommit()) {
      return;
    }
    if (wrote) {
      iteration.committing();
    }
    iteration.begin(Operations.COMMIT);
    session.commit();
    iteration.end();
    book.enter();
  }

  boolean eachStatementCommits() {
    return session.autoCommit();
  }

  /// How many orders this thread has inserted more than deleted.
  int ahead() {
    return book.ahead();
  }

  /// The price at which a product was loaded; prices do not change.
  long listPrice(long product) {
    return data.price(product);
  }

  private void write(Iteration iteration, PreparedStatement statement) throws SQLException {
    if (session.autoCommit()) {
      iteration.committing();
    }
    session.writeOne(statement);
    iteration.rowsWritten(1);
    if (session.autoCommit()) {
      book.enter();
    }
  }

  private static void countRows(Iteration iteration, PreparedStatement select) throws SQLException {
    try (ResultSet rows = select.executeQuery()) {
      long count = 0;
      while (rows.next()) {
        count++;
      }
      iteration.rowsRead(count);
    }
  }

  Failure classify(Exception failure) {
    return session.classify(failure);
  }

  /// Makes the desk usable after a failure. A failure that the database surely undid leaves the
  /// book as it is; after any other, the database is asked what became of the drafts.
  void recover(Failure failure) throws SQLException {
    if (session.recover(failure)) {
      prepared = Prepared.on(session, sql, writes);
    }
    if (failure.retry() == Failure.Retry.NEVER) {
      readBook();
    } else {
      book.forgetDrafts();
    }
  }

  private void readBook() throws SQLException {
    book.read(session.connection());
    if (!session.autoCommit()) {
      session.connection().rollback();
    }
  }

  @Override
  public void close() throws SQLException {
    session.close();
  }
}
