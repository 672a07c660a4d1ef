package dev.broadside.kit.job;

import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.jdbc.Session;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.HashMap;
import java.util.Map;

/// A named statement of a [Transaction]: an operation that is timed and counted under its name, and
/// a statement that is prepared once for each connection.
///
/// Values are set in the order of the question marks, all of them again before each execution:
/// `debit.set(amount).set(account).one()`. Only the execution is timed.
///
/// @param <S> the kind of statement, so that what sets a value can be followed by what executes
public abstract sealed class SqlStatement<S extends SqlStatement<S>> permits Read, Write {
  private final String name;
  private final String sql;
  private final int parameters;
  private final Operations operations;
  private PreparedStatement prepared =
      NotYet.of(PreparedStatement.class, "statements are for run()");
  private int operation;
  private final Map<String, String> variants = new HashMap<>();
  private boolean shares;
  private int set;

  SqlStatement(String name, String sql, Operations operations) {
    this.name = name;
    this.operations = operations;
    this.sql = sql;
    this.parameters = Wording.parameters(sql);
  }

  /// The operation under which it is timed.
  public final String name() {
    return name;
  }

  /// Sets another text for one engine, with the same values in the same order.
  ///
  /// @param engine its name, as in URLs: `oracle`
  public final S on(String engine, String otherSql) {
    if (Wording.parameters(otherSql) != parameters) {
      throw new IllegalArgumentException(
          "statement %s has another number of values on %s".formatted(name, engine));
    }
    variants.put(engine, otherSql);
    return self();
  }

  /// Counts it as the other statement with the same name.
  final S sharing() {
    shares = true;
    return self();
  }

  final boolean sharesOperation() {
    return shares;
  }

  /// The author's text, with words in braces.
  final String sql() {
    return sql;
  }

  /// The SQL for one engine.
  final String sql(Dialect dialect) {
    return variants.getOrDefault(dialect.name(), sql);
  }

  /// The privilege that it needs, such as INSERT; SELECT if it only reads.
  abstract String verb();

  final void open(int index) {
    operation = index;
  }

  final void prepare(PreparedStatement statement) {
    prepared = statement;
    set = 0;
  }

  /// Prepares its words, for [#prepare].
  PreparedStatement prepareOn(Session session, String words) throws SQLException {
    return session.prepare(words);
  }

  final PreparedStatement prepared() {
    return prepared;
  }

  /// Drops values that were set and not used: after a failure, or a rollback.
  void forget() throws SQLException {
    set = 0;
  }

  final Operations operations() {
    return operations;
  }

  public final S set(long value) throws SQLException {
    prepared.setLong(next(), value);
    return self();
  }

  public final S set(int value) throws SQLException {
    prepared.setInt(next(), value);
    return self();
  }

  public final S set(double value) throws SQLException {
    prepared.setDouble(next(), value);
    return self();
  }

  public final S set(boolean value) throws SQLException {
    prepared.setBoolean(next(), value);
    return self();
  }

  public final S set(String value) throws SQLException {
    prepared.setString(next(), value);
    return self();
  }

  public final S set(BigDecimal value) throws SQLException {
    prepared.setBigDecimal(next(), value);
    return self();
  }

  public final S set(LocalDateTime value) throws SQLException {
    prepared.setObject(next(), value);
    return self();
  }

  public final S set(LocalDate value) throws SQLException {
    prepared.setObject(next(), value);
    return self();
  }

  public final S set(byte[] value) throws SQLException {
    prepared.setBytes(next(), value);
    return self();
  }

  /// The next value is NULL.
  ///
  /// @param type a constant of [java.sql.Types]
  public final S setNull(int type) throws SQLException {
    prepared.setNull(next(), type);
    return self();
  }

  /// @throws IllegalStateException if all values are set: a mistake in the job class
  private int next() {
    if (set == parameters) {
      throw new IllegalStateException(
          "more values were set than statement %s has question marks (%d)"
              .formatted(name, parameters));
    }
    return ++set;
  }

  abstract S self();

  /// The timed operation begins.
  ///
  /// @throws IllegalStateException if not all values are set: a mistake in the job class
  final PreparedStatement begin() {
    PreparedStatement ready = complete();
    operations.beginStatement(operation);
    return ready;
  }

  /// The statement, all of whose values are set.
  final PreparedStatement complete() {
    if (set != parameters) {
      int values = set;
      set = 0;
      throw new IllegalStateException(
          "statement %s has %d values, and %d were set".formatted(name, parameters, values));
    }
    set = 0;
    return prepared;
  }

  final void clearBatch() throws SQLException {
    prepared.clearBatch();
  }

  /// The statement, with what was added to its batch before.
  final PreparedStatement beginPrepared() {
    operations.beginStatement(operation);
    return prepared;
  }
}
