package dev.broadside.jobs.sysbench04;

import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Iteration;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.jdbc.Session;
import dev.broadside.kit.jdbc.Target;
import dev.broadside.kit.jdbc.Transactions;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/// A thread's connection and its prepared statements; executes the queries of requests, each one
/// timed and counted. Used by one thread.
final class OltpSession implements AutoCloseable {
  private static final int NUMBERS_IN_C = 10;
  private static final int NUMBERS_IN_PAD = 5;

  private final Dialect dialect;
  private final OltpStatements sql;
  private final Session session;
  private final long connectDelayMicros;
  private final DigitTexts texts = new DigitTexts();
  private PreparedQueries prepared;
  private boolean stale;
  private boolean inTransaction;
  private boolean wrote;

  private OltpSession(Dialect dialect, OltpStatements sql, Session session, long connectDelayMicros)
      throws SQLException {
    this.dialect = dialect;
    this.sql = sql;
    this.session = session;
    this.connectDelayMicros = connectDelayMicros;
    this.prepared = PreparedQueries.on(session.connection(), sql, dialect);
  }

  /// Connects, and sleeps for the connect delay.
  static OltpSession open(Target target, Dialect dialect, OltpSettings chosen) throws SQLException {
    boolean autoCommit = !chosen.transactional() || Transactions.autoCommit(dialect);
    Session.Settings settings = new Session.Settings(Session.Settings.DATABASE_DEFAULT, autoCommit);
    long delay = chosen.values().get(OltpParameters.CONNECT_DELAY);
    Session session = new Session(target, dialect, settings);
    return session.handTo(() -> {
      ThinkTime.sleep(delay);
      return new OltpSession(dialect, chosen.statements(), session, delay);
    });
  }

  /// Executes one query of a request.
  void execute(Request request, int index, Iteration iteration) throws SQLException {
    Query query = request.query(index);
    long id = request.id(index);
    iteration.begin(query.operation());
    switch (query) {
      case POINT_SELECT -> select(prepared.pointSelect(), id, iteration);
      case SIMPLE_RANGE -> range(prepared.simpleRange(), query, id, iteration);
      case SUM_RANGE -> range(prepared.sumRange(), query, id, iteration);
      case ORDER_RANGE -> range(prepared.orderRange(), query, id, iteration);
      case DISTINCT_RANGE -> range(prepared.distinctRange(), query, id, iteration);
      case INDEX_UPDATE -> write(prepared.indexUpdate(), id, iteration);
      case NON_INDEX_UPDATE -> writeText(id, iteration);
      case DELETE -> write(prepared.delete(), id, iteration);
      case INSERT -> insert(id, request.key(index), iteration);
      case BEGIN -> begin();
      case COMMIT -> commit(iteration);
      case RECONNECT -> reconnect();
    }
    iteration.end();
  }

  private void range(PreparedStatement select, Query query, long first, Iteration iteration)
      throws SQLException {
    select.setLong(2, sql.lastOf(query, first));
    select(select, first, iteration);
  }

  private static void select(PreparedStatement select, long id, Iteration iteration)
      throws SQLException {
    select.setLong(1, id);
    try (ResultSet rows = select.executeQuery()) {
      long count = 0;
      while (rows.next()) {
        count++;
      }
      iteration.rowsRead(count);
    }
  }

  private void write(PreparedStatement statement, long id, Iteration iteration)
      throws SQLException {
    statement.setLong(1, id);
    write(statement, iteration);
  }

  private void writeText(long id, Iteration iteration) throws SQLException {
    PreparedStatement update = prepared.nonIndexUpdate();
    update.setString(1, texts.draw(NUMBERS_IN_C, iteration.random()));
    update.setLong(2, id);
    write(update, iteration);
  }

  private void insert(long id, long key, Iteration iteration) throws SQLException {
    PreparedStatement insert = prepared.insert();
    if (sql.nontrx()) {
      insert.setLong(1, key);
      insert.setString(2, texts.draw(NUMBERS_IN_C, iteration.random()));
      insert.setString(3, texts.draw(NUMBERS_IN_PAD, iteration.random()));
      if (!sql.numbered()) {
        insert.setLong(4, id);
      }
    } else {
      insert.setLong(1, id);
    }
    write(insert, iteration);
  }

  private void write(PreparedStatement statement, Iteration iteration) throws SQLException {
    if (!inTransaction) {
      iteration.committing();
    }
    iteration.rowsWritten(statement.executeUpdate());
    wrote = true;
  }

  private void begin() throws SQLException {
    prepared.transactions().begin();
    inTransaction = true;
    wrote = false;
  }

  private void commit(Iteration iteration) throws SQLException {
    if (wrote) {
      iteration.committing();
    }
    prepared.transactions().commit();
    inTransaction = false;
  }

  /// Ends a transaction that is open: what it wrote is lost, and what follows commits itself.
  private void reconnect() throws SQLException {
    inTransaction = false;
    wrote = false;
    stale = true;
    session.reconnect();
    prepare();
  }

  private void prepare() throws SQLException {
    ThinkTime.sleep(connectDelayMicros);
    prepared = PreparedQueries.on(session.connection(), sql, dialect);
    stale = false;
  }

  Session session() {
    return session;
  }

  Failure classify(Exception failure) {
    return session.classify(failure);
  }

  /// Makes the session usable after a failure: without a transaction, and connected.
  void recover(Failure failure) throws SQLException {
    inTransaction = false;
    stale |= session.recover(failure, prepared.transactions());
    if (stale) {
      prepare();
    }
  }

  @Override
  public void close() throws SQLException {
    session.close();
  }
}
