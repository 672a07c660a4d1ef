package dev.broadside.kit.engine;

import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.work.ErrorClass;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Turns the exception of a first connection into a sentence that the user can act on.
public final class Refusal {
  private static final int LONGEST = 300;

  /// The kinds of refusal whose mend we know.
  enum Kind {
    PASSWORD,
    DATABASE,
    PRIVILEGE,
    FULL,
    ENCRYPTION,
    CERTIFICATE
  }

  /// By SQLState: PostgreSQL's, and those that others share with it.
  private static final Map<String, Kind> STATES =
      Map.of(
          "28P01", Kind.PASSWORD, // invalid_password
          "28000", Kind.PASSWORD, // invalid_authorization_specification
          "3D000", Kind.DATABASE, // invalid_catalog_name
          "42501", Kind.PRIVILEGE, // insufficient_privilege
          "53300", Kind.FULL); // too_many_connections

  private Refusal() {}

  /// The sentence about a connection that was refused.
  ///
  /// @param engine the one whose driver tried
  /// @param url where to, without properties
  public static Problem of(Engine engine, String url, SQLException exception) {
    if (exception instanceof SessionState.Refused) {
      return Problem.wrong(
          "parameter url",
          message(exception),
          "remove what changes it from the driver's properties, the server's init_connect and any"
              + " proxy between");
    }
    String said = " (" + message(exception) + ")";
    return kind(engine, exception)
        .map(kind -> known(kind, engine, url, said))
        .orElseGet(() -> unknown(engine, url, exception, said));
  }

  /// Whether the user or the password was refused. MySQL and MariaDB give the same error if the
  /// user has to connect encrypted, and does not.
  public static boolean ofUser(Engine engine, SQLException exception) {
    return kind(engine, exception).filter(kind -> kind == Kind.PASSWORD).isPresent();
  }

  /// The sentence about a user who may connect only with encryption.
  public static Problem unencrypted(Engine engine, SQLException exception) {
    return Problem.wrong(
        "parameter user",
        "the database accepts this user only on an encrypted connection ("
            + message(exception)
            + ")",
        "add the driver property " + engine.encryption());
  }

  private static Optional<Kind> kind(Engine engine, SQLException exception) {
    if (untrusted(exception)) {
      return Optional.of(Kind.CERTIFICATE);
    }
    String text = message(exception).toLowerCase(Locale.ROOT);
    if (text.contains("no encryption") || text.contains("require_secure_transport")) {
      return Optional.of(Kind.ENCRYPTION);
    }
    String state = Objects.requireNonNullElse(exception.getSQLState(), "");
    return Optional.ofNullable(engine.refusals().get(exception.getErrorCode()))
        .or(() -> Optional.ofNullable(STATES.get(state)));
  }

  private static Problem known(Kind kind, Engine engine, String url, String said) {
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
              "create it, or name an existing one");
      case PRIVILEGE ->
          Problem.wrong(
              "parameter user",
              "the user may not use this database" + said,
              "grant it the privileges, or name another user");
      case FULL ->
          Problem.unreachable(
              url,
              "the database accepts no further connection" + said,
              "close others, or raise its limit");
      case ENCRYPTION ->
          Problem.wrong(
              "parameter driver-properties",
              "the database requires an encrypted connection" + said,
              "add " + engine.encryption());
      case CERTIFICATE ->
          Problem.wrong(
              "parameter driver-properties",
              "the certificate of the database is not trusted here" + said,
              engine.trusting() + anyCertificate(engine));
    };
  }

  private static String anyCertificate(Engine engine) {
    return engine.encrypting().isEmpty()
        ? ""
        : ", or set " + engine.encryption() + ", which encrypts and trusts any certificate";
  }

  /// Also true if the certificate is another host's, or if there is no root certificate.
  private static boolean untrusted(SQLException exception) {
    String text = message(exception).toLowerCase(Locale.ROOT);
    return caused(exception, CertificateException.class, CertPathBuilderException.class)
        || text.contains("root certificate")
        || text.contains("could not be verified by hostnameverifier");
  }

  private static Problem unknown(Engine engine, String url, SQLException exception, String said) {
    if (engine.errors().classOf(exception) != ErrorClass.CONNECTION_LOST
        && !caused(exception, IOException.class)) {
      return Problem.wrong(url, "the database refuses" + said, "see the database's own message");
    }
    if (caused(exception, UnknownHostException.class, UnresolvedAddressException.class)) {
      return Problem.unreachable(
          url,
          "the agent cannot resolve the host name" + said,
          "check its spelling, or use an IP address");
    }
    if (caused(exception, SocketTimeoutException.class)) {
      return Problem.unreachable(
          url, "no answer came in time" + said, "check host, port and firewall");
    }
    return Problem.unreachable(
        url,
        "no connection could be made" + said,
        "check host and port, and that the database runs");
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
    return PlainText.line(text.strip(), LONGEST);
  }
}
