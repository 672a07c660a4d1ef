package dev.broadside.kit.jdbc;

import dev.broadside.core.param.PlainText;
import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Failure;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.engine.RetryPolicy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// One load thread's connection, which can be brought back to life. Used by that thread only.
public final class Session implements AutoCloseable {
  private static final int ALIVE_WITHIN_SECONDS = 5;
  private static final int MOST_SQL = 200;

  private final Target target;
  private final Dialect dialect;
  private final Settings settings;
  private final RetryPolicy policy;
  private final UnaryOperator<Connection> watched;
  private final Consumer<Connection> renewed;
  private final Optional<SocketConnection.Pool> pool;

  /// Its connection leads to a replica.
  private Optional<Session> reading = Optional.empty();

  /// By which the server knows the connection; empty if that is not known.
  private OptionalLong number = OptionalLong.empty();

  /// Written by its thread, read by the [AnswerWatch] too.
  private volatile SocketConnection line;

  /// How long the thread had waited for an answer when the connection was broken off; zero if it
  /// was not broken off.
  private volatile Duration waited = Duration.ZERO;

  /// Makes the owner of a session.
  @FunctionalInterface
  public interface Owner<T> {
    T take() throws SQLException;
  }

  /// How a session's transactions behave.
  ///
  /// @param isolation a constant of [Connection], or [#DATABASE_DEFAULT]
  /// @param autoCommit whether every statement is a transaction of its own
  public record Settings(int isolation, boolean autoCommit) {
    /// Leaves the isolation as the database has it.
    public static final int DATABASE_DEFAULT = -1;

    /// The database's own isolation.
    public Settings(boolean autoCommit) {
      this(DATABASE_DEFAULT, autoCommit);
    }

    /// Applies the settings to a new connection. The session may write, unless the user asked for a
    /// read-only one.
    ///
    /// @throws SQLException also if the server keeps it as it was
    void hold(Connection opened, Target target) throws SQLException {
      set(opened);
      target.engine().hold(opened, autoCommit, isolation, target.readsOnly());
    }

    /// Asks the driver; the server may still differ.
    private void set(Connection opened) throws SQLException {
      if (isolation != DATABASE_DEFAULT) {
        opened.setTransactionIsolation(isolation);
      }
      opened.setAutoCommit(autoCommit);
    }
  }

  public Session(Target target, Dialect dialect, Settings settings, RetryPolicy policy)
      throws SQLException {
    this(target, dialect, settings, policy, UnaryOperator.identity(), _ -> {}, Optional.empty());
  }

  /// @param watched wraps each connection of this session
  /// @param renewed gets each connection that replaces another one as soon as it is open, while it
  ///   is still in auto-commit
  /// @param pool from which connections are taken; empty if this session opens its own
  Session(
      Target target,
      Dialect dialect,
      Settings settings,
      RetryPolicy policy,
      UnaryOperator<Connection> watched,
      Consumer<Connection> renewed,
      Optional<SocketConnection.Pool> pool)
      throws SQLException {
    this.target = target;
    this.dialect = dialect;
    this.settings = settings;
    this.policy = policy;
    this.watched = watched;
    this.renewed = renewed;
    this.pool = pool;
    this.line = connect(opened -> settings.hold(opened, target));
  }

  private SocketConnection connect(SocketConnection.Opened opened) throws SQLException {
    SocketConnection fresh =
        pool.isPresent() ? pool.get().take() : SocketConnection.open(target, opened);
    number = target.engine().connectionNumber(fresh.connection());
    return fresh.watched(watched);
  }

  /// Makes the owner of this session; if that fails, the session is closed.
  public <T> T handTo(Owner<T> owner) throws SQLException {
    try {
      return owner.take();
    } catch (SQLException failure) {
      closeAfter(failure, this);
      throw failure;
    }
  }

  /// Takes over a session that leads to a replica, and is closed with this one.
  void readFrom(Session replica) {
    reading = Optional.of(replica);
  }

  /// The session for transactions that only read: this one, unless a replica serves them.
  public Session reading() {
    return reading.orElse(this);
  }

  public Connection connection() {
    return line.connection();
  }

  /// The present connection, to be broken off.
  SocketConnection line() {
    return line;
  }

  OptionalLong number() {
    return number;
  }

  public boolean autoCommit() {
    return settings.autoCommit();
  }

  public PreparedStatement prepare(String sql) throws SQLException {
    return looked(connection().prepareStatement(sql), sql);
  }

  /// As [#prepare(String)], of an insert whose driver is to tell the key that the database made.
  ///
  /// @param key its column
  public PreparedStatement prepare(String sql, String key) throws SQLException {
    return looked(connection().prepareStatement(sql, new String[] {key}), sql);
  }

  private PreparedStatement looked(PreparedStatement prepared, String sql) throws SQLException {
    if (target.preparesOnServer()) {
      target.engine().unprepared(prepared).ifPresent(why -> reportUnprepared(sql, why));
    }
    return prepared;
  }

  /// The agent reports this line once for all threads.
  private static void reportUnprepared(String sql, String why) {
    System.err.println(
        "the server did not prepare a statement, so the driver sends it as text: %s: %s"
            .formatted(PlainText.line(sql, MOST_SQL), PlainText.line(why, MOST_SQL)));
  }

  /// Executes a query and reads all its rows, but not their columns.
  ///
  /// @return how many rows came
  public static long readAll(PreparedStatement query) throws SQLException {
    long count = 0;
    try (ResultSet rows = query.executeQuery()) {
      while (rows.next()) {
        count++;
      }
    }
    return count;
  }

  /// One network trip of its own.
  public void commit() throws SQLException {
    connection().commit();
  }

  public Failure classify(Exception failure) {
    return waited.isZero() ? dialect.errors().classify(failure, policy) : brokenOff(failure);
  }

  /// The database did not break the connection, and may or may not have done the work.
  private Failure brokenOff(Exception failure) {
    return new Failure(
        ErrorClass.TIMEOUT,
        0,
        "",
        "no answer came within %d s, so the connection was broken off (%s): %s"
            .formatted(
                waited.toSeconds(),
                TargetParameters.ANSWER_TIMEOUT.name(),
                Failure.describe(failure)),
        Failure.Retry.NEVER);
  }

  /// Has the driver break off what the connection waits for. By another thread, which does not
  /// wait.
  ///
  /// @param after how long the thread has waited for an answer
  void breakOff(Duration after) {
    waited = after;
    Thread.ofVirtual().name("abort").start(line::abort);
  }

  /// Ends a failed transaction, on the old connection if it still works, else on a new one.
  ///
  /// @return true if the connection is new, so that statements have to be prepared again
  /// @throws SQLException if no connection can be made at present
  public boolean recover(Failure failure) throws SQLException {
    return renewUnless(!needsAnother(failure) && rolledBack());
  }

  /// As [#recover(Failure)], if transactions begin and end with statements of their own.
  ///
  /// @param transactions of the present connection
  public boolean recover(Failure failure, Transactions transactions) throws SQLException {
    return renewUnless(!needsAnother(failure) && rolledBack(transactions));
  }

  private boolean renewUnless(boolean serves) throws SQLException {
    if (!serves) {
      renew();
    }
    return !serves;
  }

  /// Gives the connection up and makes a new one; statements have to be prepared again.
  ///
  /// @throws SQLException if no connection can be made at present
  private void renew() throws SQLException {
    discard();
    waited = Duration.ZERO;
    line =
        connect(opened -> {
          renewed.accept(opened);
          settings.hold(opened, target);
        });
  }

  /// Gives the connection up for a new one as a part of the workload: one connect and nothing else.
  /// Statements have to be prepared again. The server is not asked again how the session behaves,
  /// since that would be measured, too.
  public void reconnect() throws SQLException {
    close();
    line = connect(settings::set);
    // Who broke off the connection while it was opened broke off the old one.
    waited = Duration.ZERO;
  }

  /// Waits for a connection of the pool; statements have to be prepared on it.
  void take() throws SQLException {
    line = connect(_ -> {});
    waited = Duration.ZERO;
  }

  /// Gives the connection back to the pool.
  void release() throws SQLException {
    connection().close();
  }

  /// After a fail-over the old connection may still work, but lead to a replica. After its own
  /// failure a driver may have lost its position in the database's answer.
  private boolean needsAnother(Failure failure) {
    return !waited.isZero()
        || failure.errorClass() == ErrorClass.CONNECTION_LOST
        || failure.errorClass() == ErrorClass.READ_ONLY
        || failure.errorClass() == ErrorClass.DRIVER;
  }

  private boolean rolledBack() {
    try {
      if (!connection().getAutoCommit()) {
        connection().rollback();
        connection().setAutoCommit(settings.autoCommit());
      }
      return connection().isValid(ALIVE_WITHIN_SECONDS);
    } catch (SQLException | RuntimeException _) {
      // A connection that cannot roll back is of no use any more.
      return false;
    }
  }

  private static boolean rolledBack(Transactions transactions) {
    try {
      transactions.rollback();
      return true;
    } catch (SQLException | RuntimeException _) {
      // A connection that cannot roll back is of no use any more.
      return false;
    }
  }

  private void discard() {
    try {
      line.end().close();
    } catch (SQLException | RuntimeException _) {
      // It is broken: that is why it is discarded.
    }
  }

  /// Rolls back first, since Oracle's driver would commit what is open.
  @Override
  public void close() {
    reading.ifPresent(Session::close);
    try (Connection closing = connection()) {
      if (!closing.isClosed() && !closing.getAutoCommit()) {
        closing.rollback();
      }
    } catch (SQLException _) {
      // The connection is lost, and its open transaction with it.
    }
  }

  private static void closeAfter(SQLException failure, AutoCloseable connected) {
    try {
      connected.close();
    } catch (Exception second) {
      failure.addSuppressed(second);
    }
  }
}
