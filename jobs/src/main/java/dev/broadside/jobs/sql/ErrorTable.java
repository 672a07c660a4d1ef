package dev.broadside.jobs.sql;

import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Failure;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.sql.SQLTransientConnectionException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/// Says which class of failure a database's error is. Immutable; the tables themselves are in
/// [ErrorTables].
///
/// Asked in this order, from the exact to the general: the vendor's code, the SQLState, the type of
/// the exception, the first two characters of the SQLState.
public final class ErrorTable {
  private static final Pattern LINE_BREAKS = Pattern.compile("\\s*\\R\\s*");

  private final Map<Integer, ErrorClass> codes;
  private final Map<String, ErrorClass> states;

  private ErrorTable(Map<Integer, ErrorClass> codes, Map<String, ErrorClass> states) {
    this.codes = Map.copyOf(codes);
    this.states = Map.copyOf(states);
  }

  /// Classifies a failure, and says whether it is repeated.
  public Failure classify(Exception exception) {
    return sqlException(exception).map(this::failure).orElseGet(() -> jobCode(exception));
  }

  /// The class of an error of this database.
  public ErrorClass classOf(SQLException exception) {
    String state = Objects.requireNonNullElse(exception.getSQLState(), "");
    return Optional.ofNullable(codes.get(exception.getErrorCode()))
        .or(() -> Optional.ofNullable(states.get(state)))
        .or(() -> byType(exception))
        .or(() -> byStateClass(state))
        .orElse(ErrorClass.OTHER);
  }

  private Failure failure(SQLException exception) {
    ErrorClass errorClass = classOf(exception);
    return new Failure(
        errorClass,
        exception.getErrorCode(),
        Objects.requireNonNullElse(exception.getSQLState(), ""),
        oneLine(Failure.describe(exception)),
        retry(errorClass));
  }

  private static Failure jobCode(Exception exception) {
    return new Failure(
        ErrorClass.JOB_CODE, 0, "", oneLine(Failure.describe(exception)), Failure.Retry.NEVER);
  }

  /// The retry policy. What the database undid because of other transactions is repeated with the
  /// same keys, as a client does that must get its work done; nothing else would go better a second
  /// time.
  static Failure.Retry retry(ErrorClass errorClass) {
    return switch (errorClass) {
      case DEADLOCK, LOCK_WAIT, SERIALIZATION, SNAPSHOT_TOO_OLD -> Failure.Retry.SAME_INPUT;
      case CONSTRAINT,
          CONNECTION_LOST,
          READ_ONLY,
          RESOURCE_EXHAUSTED,
          TIMEOUT,
          CANCELLED,
          JOB_CODE,
          OTHER ->
          Failure.Retry.NEVER;
    };
  }

  private static Optional<SQLException> sqlException(Throwable exception) {
    for (Throwable cause = exception; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql) {
        return Optional.of(sql);
      }
    }
    return Optional.empty();
  }

  /// The categories of java.sql, as drivers choose them.
  private static Optional<ErrorClass> byType(SQLException exception) {
    return Optional.ofNullable(
        switch (exception) {
          case SQLTimeoutException _ -> ErrorClass.TIMEOUT;
          case SQLIntegrityConstraintViolationException _ -> ErrorClass.CONSTRAINT;
          case SQLTransactionRollbackException _ -> ErrorClass.SERIALIZATION;
          case SQLNonTransientConnectionException _,
              SQLTransientConnectionException _,
              SQLRecoverableException _ ->
              ErrorClass.CONNECTION_LOST;
          default -> null;
        });
  }

  /// ISO/IEC 9075-2, table of SQLSTATE classes.
  private static Optional<ErrorClass> byStateClass(String state) {
    return Optional.ofNullable(
        switch (state.length() < 2 ? "" : state.substring(0, 2)) {
          case "08" -> ErrorClass.CONNECTION_LOST;
          case "23" -> ErrorClass.CONSTRAINT;
          case "40" -> ErrorClass.SERIALIZATION;
          default -> null;
        });
  }

  private static String oneLine(String message) {
    return LINE_BREAKS.matcher(message).replaceAll(" ");
  }

  static Builder named(String source) {
    return new Builder(source);
  }

  /// Collects the lines of one table.
  static final class Builder {
    private final String source;
    private final Map<Integer, ErrorClass> codes = new LinkedHashMap<>();
    private final Map<String, ErrorClass> states = new LinkedHashMap<>();

    private Builder(String source) {
      this.source = source;
    }

    /// @param name the error's name in the source, for the reader
    Builder code(int code, ErrorClass errorClass, String name) {
      return add(codes, code, errorClass, name);
    }

    Builder state(String state, ErrorClass errorClass, String name) {
      return add(states, state, errorClass, name);
    }

    private <K> Builder add(Map<K, ErrorClass> lines, K key, ErrorClass errorClass, String name) {
      if (lines.put(key, errorClass) != null) {
        throw new IllegalStateException(source + " lists " + key + " " + name + " twice");
      }
      return this;
    }

    ErrorTable build() {
      return new ErrorTable(codes, states);
    }
  }
}
