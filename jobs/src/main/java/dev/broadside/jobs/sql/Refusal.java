package dev.broadside.jobs.sql;

import dev.broadside.core.param.Problem;
import dev.broadside.core.work.ErrorClass;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Turns the exception of a first connection into the one sentence that its user can act on.
final class Refusal {
  private static final int LONGEST = 300;

  /// The kinds of refusal whose mend we know.
  private enum Kind {
    PASSWORD,
    DATABASE,
    PRIVILEGE,
    FULL,
    ENCRYPTION
  }

  /// By vendor code; sources as in [ErrorTables].
  private static final Map<JdbcDriver, Map<Integer, Kind>> CODES =
      Map.of(
          JdbcDriver.MYSQL, mysql(),
          JdbcDriver.MARIADB, mysql(),
          JdbcDriver.POSTGRESQL, Map.of(),
          JdbcDriver.ORACLE,
              Map.of(
                  1017, Kind.PASSWORD, // invalid username/password
                  1005, Kind.PASSWORD, // null password given
                  28000, Kind.PASSWORD, // the account is locked
                  28001, Kind.PASSWORD, // the password has expired
                  12514, Kind.DATABASE, // TNS:listener does not know of service
                  12505, Kind.DATABASE, // TNS:listener does not know of SID
                  1045, Kind.PRIVILEGE, // user lacks CREATE SESSION
                  18, Kind.FULL, // maximum number of sessions exceeded
                  12516, Kind.FULL), // listener could not find available handler
          JdbcDriver.H2,
              Map.of(
                  28000, Kind.PASSWORD, // WRONG_USER_OR_PASSWORD
                  90146, Kind.DATABASE, // DATABASE_NOT_FOUND_WITH_IF_EXISTS_1
                  90149, Kind.DATABASE)); // REMOTE_DATABASE_NOT_FOUND_1

  /// By SQLState: PostgreSQL's, and those that others share with it.
  private static final Map<String, Kind> STATES =
      Map.of(
          "28P01", Kind.PASSWORD, // invalid_password
          "28000", Kind.PASSWORD, // invalid_authorization_specification
          "3D000", Kind.DATABASE, // invalid_catalog_name
          "42501", Kind.PRIVILEGE, // insufficient_privilege
          "53300", Kind.FULL); // too_many_connections

  private Refusal() {}

  private static Map<Integer, Kind> mysql() {
    return Map.of(
        1045, Kind.PASSWORD, // ER_ACCESS_DENIED_ERROR
        1698, Kind.PASSWORD, // ER_ACCESS_DENIED_NO_PASSWORD_ERROR
        1049, Kind.DATABASE, // ER_BAD_DB_ERROR
        1044, Kind.PRIVILEGE, // ER_DBACCESS_DENIED_ERROR
        1040, Kind.FULL, // ER_CON_COUNT_ERROR
        1203, Kind.FULL, // ER_TOO_MANY_USER_CONNECTIONS
        3159, Kind.ENCRYPTION); // ER_SECURE_TRANSPORT_REQUIRED
  }

  static Problem of(Target target, SQLException exception) {
    String said = " (" + message(exception) + ")";
    return kind(target.driver(), exception)
        .map(kind -> known(kind, target, said))
        .orElseGet(() -> unknown(target, exception, said));
  }

  private static Optional<Kind> kind(JdbcDriver driver, SQLException exception) {
    String text = message(exception).toLowerCase(Locale.ROOT);
    if (text.contains("no encryption") || text.contains("require_secure_transport")) {
      return Optional.of(Kind.ENCRYPTION);
    }
    String state = Objects.requireNonNullElse(exception.getSQLState(), "");
    return Optional.ofNullable(CODES.getOrDefault(driver, Map.of()).get(exception.getErrorCode()))
        .or(() -> Optional.ofNullable(STATES.get(state)));
  }

  private static Problem known(Kind kind, Target target, String said) {
    return switch (kind) {
      case PASSWORD ->
          Problem.wrong(
              "parameter user",
              "the database refuses this user or password" + said,
              "give the right user and password");
      case DATABASE ->
          Problem.wrong(
              "parameter url",
              "the server does not know this database" + said,
              "create it, or name one that is there");
      case PRIVILEGE ->
          Problem.wrong(
              "parameter user",
              "the user may not use this database" + said,
              "grant it the privileges, or name another user");
      case FULL ->
          Problem.unreachable(
              target.url(),
              "the database accepts no further connection" + said,
              "close others, or raise its limit");
      case ENCRYPTION ->
          Problem.wrong(
              "parameter driver-properties",
              "the database wants an encrypted connection" + said,
              "add " + encryption(target.driver()));
    };
  }

  private static String encryption(JdbcDriver driver) {
    return switch (driver) {
      case MYSQL -> "sslMode=REQUIRED";
      case MARIADB -> "sslMode=trust";
      case POSTGRESQL -> "sslmode=require";
      case H2 -> "ssl:// to the URL";
      case ORACLE -> "tcps:// to the URL";
    };
  }

  private static Problem unknown(Target target, SQLException exception, String said) {
    ErrorTable errors = table(target.driver());
    if (errors.classOf(exception) != ErrorClass.CONNECTION_LOST
        && !caused(exception, IOException.class)) {
      return Problem.wrong(
          target.url(), "the database refuses" + said, "see the database's own message");
    }
    if (caused(exception, UnknownHostException.class, UnresolvedAddressException.class)) {
      return Problem.unreachable(
          target.url(),
          "the host name is not known here" + said,
          "write it right, or use an address");
    }
    if (caused(exception, SocketTimeoutException.class)) {
      return Problem.unreachable(
          target.url(), "nobody answered in time" + said, "check host, port and firewall");
    }
    return Problem.unreachable(
        target.url(),
        "no connection could be made" + said,
        "check host and port, and that the database runs");
  }

  private static ErrorTable table(JdbcDriver driver) {
    return switch (driver) {
      case MYSQL -> ErrorTables.MYSQL;
      case MARIADB -> ErrorTables.MARIADB;
      case POSTGRESQL -> ErrorTables.POSTGRESQL;
      case ORACLE -> ErrorTables.ORACLE;
      case H2 -> ErrorTables.H2;
    };
  }

  private static boolean caused(Throwable exception, Class<?>... types) {
    for (Throwable cause = exception; cause != null; cause = cause.getCause()) {
      Throwable now = cause;
      if (Arrays.stream(types).anyMatch(type -> type.isInstance(now))) {
        return true;
      }
    }
    return false;
  }

  /// The target's own words: one line, bounded, since they are not trusted.
  private static String message(SQLException exception) {
    String text = Objects.requireNonNullElse(exception.getMessage(), "no message");
    String line = text.replaceAll("\\p{Cntrl}+", " ").strip();
    return line.length() > LONGEST ? line.substring(0, LONGEST) : line;
  }
}
