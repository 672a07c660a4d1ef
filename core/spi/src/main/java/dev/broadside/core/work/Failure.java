package dev.broadside.core.work;

import java.util.Objects;

/// What went wrong in an iteration, as [JobThread#classify] says it.
///
/// @param errorClass the kind, shared by all databases
/// @param vendorCode the database's own number; 0 if there is none
/// @param sqlState the five characters of the SQL standard; empty if there are none
/// @param message the database's own text, bounded
/// @param retry whether the engine repeats the iteration
/// @param operation the name of the operation that was running; empty if none was, or if the engine
///   has not filled it in yet
/// @param place in the author's source, such as `transfer.yaml line 14`; empty if the engine has to
///   find it
public record Failure(
    ErrorClass errorClass,
    int vendorCode,
    String sqlState,
    String message,
    Retry retry,
    String operation,
    String place) {
  /// Longer messages are cut: they come from a target, which is not trusted.
  public static final int MAX_MESSAGE = 1_000;

  /// Whether and how a failed iteration is repeated.
  public enum Retry {
    /// Not at all: the iteration has failed.
    NEVER,
    /// With the same draws, like a client that must get this very work done.
    SAME_INPUT,
    /// With new draws, as sysbench 1.0 does.
    NEW_INPUT
  }

  /// A failure as a job class reports it. The engine adds the operation.
  public Failure(
      ErrorClass errorClass, int vendorCode, String sqlState, String message, Retry retry) {
    this(errorClass, vendorCode, sqlState, message, retry, "", "");
  }

  public Failure {
    Objects.requireNonNull(errorClass, "errorClass is null");
    Objects.requireNonNull(retry, "retry is null");
    sqlState = sqlState.length() > 5 ? sqlState.substring(0, 5) : sqlState;
    message = message.length() > MAX_MESSAGE ? message.substring(0, MAX_MESSAGE) : message;
  }

  /// A failure about which nothing more is known.
  public static Failure other(Exception cause) {
    return new Failure(ErrorClass.OTHER, 0, "", describe(cause), Retry.NEVER);
  }

  /// This failure with another rule of repetition.
  public Failure retrying(Retry other) {
    return new Failure(errorClass, vendorCode, sqlState, message, other, operation, place);
  }

  /// This failure, in a named operation.
  public Failure during(String other) {
    return new Failure(errorClass, vendorCode, sqlState, message, retry, other, place);
  }

  /// This failure, at a place in the author's source.
  public Failure at(String other) {
    return new Failure(errorClass, vendorCode, sqlState, message, retry, operation, other);
  }

  /// The message of a throwable, or its type if it has none.
  public static String describe(Throwable cause) {
    return Objects.requireNonNullElseGet(
        cause.getMessage(), () -> cause.getClass().getSimpleName());
  }
}
