package dev.broadside.kit.engine;

import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Failure;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.sql.SQLTransientConnectionException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Says which class of failure a database's error is. Immutable; the tables themselves are in the
/// engines. What a table leaves out falls to general rules.
///
/// Asked in this order, from the exact to the general: the vendor's code, the SQLState, the type of
/// the exception, the first two characters of the SQLState. If no rule matches, or the exception is
/// no `SQLException`, it is the driver's failure if the driver's code threw it.
public final class ErrorTable {
  /// SQLStates without a meaning; pgjdbc gives the last one.
  private static final Set<String> MEANINGLESS = Set.of("", "HY000", "S1000", "99999");

  private static final Pattern LINE_BREAKS = Pattern.compile("\\s*\\R\\s*");

  private static final Pattern LINE =
      Pattern.compile(
          "(?<class>\\w+) +(?<key>\\w+) +(?<name>.+?)(?: \\| saying (?<wording>.+))?"
              + "(?: \\| mend (?<mend>.+))?");

  private final String source;
  private final List<Line> lines;
  private final Map<String, List<Line>> byKey;

  /// One line of a table.
  ///
  /// @param key the vendor's code in digits, or the SQLState
  /// @param wording what the message must contain if the code alone is ambiguous; else empty
  /// @param name the error's name in the source
  /// @param mend advice if the database's own message has none; else empty
  record Line(String key, String wording, ErrorClass errorClass, String name, String mend) {
    boolean fits(String message) {
      return message.toLowerCase(Locale.ROOT).contains(wording);
    }
  }

  private ErrorTable(String source, List<Line> lines) {
    this.source = source;
    this.lines = List.copyOf(lines);
    this.byKey = lines.stream().collect(Collectors.groupingBy(Line::key));
  }

  /// Classifies a failure, and says whether it is repeated.
  public Failure classify(Exception exception, RetryPolicy policy) {
    return sqlException(exception)
        .map(sql -> failure(sql, policy))
        .orElseGet(() -> unexpected(exception));
  }

  /// Classifies a failure with the default policy.
  public Failure classify(Exception exception) {
    return classify(exception, RetryPolicy.SAME_INPUT);
  }

  /// The class of an error of this database.
  public ErrorClass classOf(SQLException exception) {
    String state = Objects.requireNonNullElse(exception.getSQLState(), "");
    String message = Failure.describe(exception);
    return listed(Integer.toString(exception.getErrorCode()), message)
        .or(() -> listed(state, message))
        .or(() -> byState(state))
        .or(() -> byType(exception))
        .or(() -> byStateClass(state))
        .orElseGet(() -> driverFailed(exception) ? ErrorClass.DRIVER : ErrorClass.OTHER);
  }

  /// Whether an error that no rule matches came from the driver and not from the database: the
  /// driver itself broke, or it gives neither code nor SQLState.
  private static boolean driverFailed(SQLException exception) {
    String state = Objects.requireNonNullElse(exception.getSQLState(), "");
    boolean saysNothing = exception.getErrorCode() == 0 && MEANINGLESS.contains(state);
    return (saysNothing && Engines.driverThrew(exception)) || brokeWithin(exception);
  }

  private static boolean brokeWithin(SQLException exception) {
    for (Throwable cause = exception.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof RuntimeException && Engines.driverThrew(cause)) {
        return true;
      }
    }
    return false;
  }

  private Optional<ErrorClass> listed(String key, String message) {
    return byKey.getOrDefault(key, List.of()).stream()
        .filter(line -> line.fits(message))
        .map(Line::errorClass)
        .findFirst();
  }

  /// The error, with advice if its own message has none.
  public SQLException withMend(SQLException exception) {
    String state = Objects.requireNonNullElse(exception.getSQLState(), "");
    return byKey.getOrDefault(state, List.of()).stream()
        .filter(line -> !line.mend().isEmpty())
        .findFirst()
        .map(line ->
            new SQLException(
                Failure.describe(exception) + "; " + line.mend(),
                state,
                exception.getErrorCode(),
                exception))
        .orElse(exception);
  }

  private Failure failure(SQLException exception, RetryPolicy policy) {
    ErrorClass errorClass = classOf(exception);
    return new Failure(
        errorClass,
        exception.getErrorCode(),
        Objects.requireNonNullElse(exception.getSQLState(), ""),
        oneLine(Failure.describe(withMend(exception))),
        policy.after(errorClass));
  }

  private static Failure unexpected(Exception exception) {
    return new Failure(
        Engines.driverThrew(exception) ? ErrorClass.DRIVER : ErrorClass.JOB_CODE,
        0,
        "",
        oneLine(Failure.describe(exception)),
        Failure.Retry.NEVER);
  }

  private static Optional<SQLException> sqlException(Throwable exception) {
    for (Throwable cause = exception; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql) {
        return Optional.of(sql);
      }
    }
    return Optional.empty();
  }

  /// The two subclasses of "transaction rollback" (ISO/IEC 9075-2) that are something else: it is
  /// unknown how a statement without completion ended, such as when the line was cut.
  private static Optional<ErrorClass> byState(String state) {
    return Optional.ofNullable(
        switch (state) {
          case "40002" -> ErrorClass.CONSTRAINT;
          case "40003" -> ErrorClass.CONNECTION_LOST;
          default -> null;
        });
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

  /// The document and section that the lines are from.
  String source() {
    return source;
  }

  List<Line> lines() {
    return lines;
  }

  /// Reads a table: on each line a class, a code or an SQLState, the error's name in the source, if
  /// the code is ambiguous ` | saying ` and what the message must contain, in lower case, and
  /// optionally ` | mend ` and advice. If two lines have the same code, the first that fits counts.
  static ErrorTable read(String source, String... tables) {
    return new ErrorTable(
        source, Arrays.stream(tables).flatMap(String::lines).map(ErrorTable::line).toList());
  }

  private static Line line(String text) {
    Matcher parts = LINE.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException("not a line of an error table: " + text);
    }
    return new Line(
        parts.group("key"),
        Objects.requireNonNullElse(parts.group("wording"), ""),
        ErrorClass.valueOf(parts.group("class")),
        parts.group("name"),
        Objects.requireNonNullElse(parts.group("mend"), ""));
  }
}
