package dev.broadside.kit.engine;

import dev.broadside.core.param.Problem;
import dev.broadside.kit.query.Rows;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.regex.Pattern;

/// A database engine and its JDBC driver: the words of its SQL, the classes of its errors, its URLs
/// and addresses, the driver's properties for load, and which of them a user may set. Immutable.
///
/// The URL chooses the driver, not the database: Connector/J also talks to MariaDB, MariaDB
/// Connector/J to MySQL. So a target has the engine of its driver, and the dialect of the engine
/// that answers ([Engines#of]).
///
/// ## Properties for load
///
/// Statements are prepared on the server and cached, and there is no round trip that the workload
/// did not ask for. Every property can be overridden by the user, and every one is shown in the
/// result. Transport encryption is off by default on every driver, so that two drivers on one
/// server measure the same thing; `sslMode` (MySQL, MariaDB) or `sslmode` (PostgreSQL) switches it
/// on.
///
/// ## Time limits
///
/// Connections that measure have no connect or socket timeout. With either of them, the JDK's
/// sockets become non-blocking for good, and an answer that is not there yet costs three system
/// calls (read, poll, read) instead of one: 1 to 2 us of 13 per point select. The code that holds a
/// connection breaks it off instead, and limits the time of opening one. Connections that set up
/// have 10 s and 60 s; those that load have an hour, since building an index may take long.
/// Oracle's driver uses non-blocking reads anyway, and keeps its 10 s to connect.
public abstract class Engine implements Dialect {
  private static final String ALL = "all";

  private final JdbcDriver driver;
  private final Map<String, Map<String, String>> settings;
  private final DriverProperties allowed;
  private final ErrorTable errors;

  /// An engine's driver.
  ///
  /// @param scheme how its URLs begin, such as `jdbc:mysql:`
  /// @param artifact what its jar is named after
  /// @param packages how the names of all its classes begin
  record JdbcDriver(String scheme, String className, String artifact, String packages) {}

  /// @param settings properties of all connections, as lines of `name = value`; then, after a line
  ///   `[measuring]`, `[setting up]` or `[loading]`, those of such connections; lines that begin
  ///   with `#` are comments
  /// @param allowed which properties a user may set
  Engine(JdbcDriver driver, String settings, DriverProperties allowed, ErrorTable errors) {
    this.driver = driver;
    this.settings = sections(settings);
    this.allowed = allowed;
    this.errors = errors;
  }

  private static Map<String, Map<String, String>> sections(String table) {
    Map<String, Map<String, String>> sections = new HashMap<>();
    String section = ALL;
    for (String line : table.lines().filter(line -> !line.startsWith("#")).toList()) {
      if (line.startsWith("[")) {
        section = line.substring(1, line.length() - 1);
      } else {
        String[] property = line.split(" = ", 2);
        sections.computeIfAbsent(section, _ -> new LinkedHashMap<>()).put(property[0], property[1]);
      }
    }
    return sections;
  }

  /// The word after `jdbc:` in its URLs.
  @Override
  public String name() {
    return driver.scheme().split(":", 3)[1];
  }

  /// The one plain form that a URL may have between its scheme and its properties.
  abstract Pattern address();

  /// A URL of that form.
  String example() {
    return scheme() + "//HOST:PORT/DATABASE";
  }

  /// The character that begins the properties of a URL, then the one between two of them.
  String separators() {
    return "?&";
  }

  /// The meaning of the engine's error codes for a refused connection.
  abstract Map<Integer, Refusal.Kind> refusals();

  /// What a user has to add if the database requires an encrypted connection.
  abstract String encryption();

  /// Driver properties that encrypt, and trust any certificate; none if they do not decide that.
  public Map<String, String> encrypting() {
    return Map.of();
  }

  /// The driver's method that gives the number by which the server knows a connection, without
  /// asking the server; empty if it has none.
  String numberMethod() {
    return "";
  }

  /// The number by which the server knows a connection; empty if it is not known.
  ///
  /// @param opened as the driver made it
  public final OptionalLong connectionNumber(Connection opened) {
    if (numberMethod().isEmpty()) {
      return OptionalLong.empty();
    }
    try {
      Object number = opened.getClass().getMethod(numberMethod()).invoke(opened);
      return OptionalLong.of(((Number) number).longValue());
    } catch (ReflectiveOperationException | ClassCastException _) {
      // Another version of the driver; nothing else depends on this.
      return OptionalLong.empty();
    }
  }

  /// What to do so that a certificate is trusted.
  String trusting() {
    return "have the agent's Java trust its authority (keytool -importcert -cacerts)";
  }

  /// Whether a connection leads to this engine.
  boolean answers(Connection connection) throws SQLException {
    return connection.getMetaData().getDatabaseProductName().equalsIgnoreCase(name());
  }

  /// Sets how a session behaves, and asks the server whether it does: a driver does not send what
  /// it believes to be set already, from the handshake, an earlier connection, or its properties.
  ///
  /// @param session on which the driver was asked to set this
  /// @param isolation a constant of [Connection]; below 0 the one that it has
  /// @param readsOnly whether it may stay one that may not write; a replica's does anyway
  /// @throws SQLException also if the server keeps it as it was
  public final void hold(Connection session, boolean autoCommit, int isolation, boolean readsOnly)
      throws SQLException {
    SessionState held = asked(session);
    SessionState wanted =
        new SessionState(
            autoCommit, isolation < 0 ? held.isolation() : isolation, held.readOnly() && readsOnly);
    if (!held.equals(wanted)) {
      for (String statement : words(wanted)) {
        Rows.run(session, statement);
      }
      end(session);
      held = asked(session);
    }
    if (held.autoCommit() != autoCommit || held.isolation() != wanted.isolation()) {
      throw new SessionState.Refused(wanted, held);
    }
  }

  private SessionState asked(Connection session) throws SQLException {
    SessionState held = held(session);
    end(session);
    return held;
  }

  /// Asking begins a transaction, too.
  private static void end(Connection session) throws SQLException {
    if (!session.getAutoCommit()) {
      session.commit();
    }
  }

  /// How a session behaves: according to the server if it knows more than the driver.
  SessionState held(Connection session) throws SQLException {
    return new SessionState(
        session.getAutoCommit(), session.getTransactionIsolation(), session.isReadOnly());
  }

  /// Statements that set this on the server directly, bypassing a driver that believes it is set;
  /// none if the driver alone decides.
  List<String> words(SessionState wanted) {
    return List.of();
  }

  /// How its URLs begin, such as `jdbc:mysql:`.
  public final String scheme() {
    return driver.scheme();
  }

  @Override
  public ErrorTable errors() {
    return errors;
  }

  /// The file to put into `drivers/`, such as `mysql-connector-j-*.jar`.
  public final String jar() {
    return driver.artifact() + "-*.jar";
  }

  /// The properties that every connection gets if the user says nothing else.
  public final Map<String, String> defaults() {
    return section(ALL);
  }

  /// The defaults for one database.
  ///
  /// @param url without properties
  public Map<String, String> defaults(String url) {
    return defaults();
  }

  /// What is set on top of the defaults on connections that measure.
  public final Map<String, String> measuringDefaults() {
    return section("measuring");
  }

  /// Whether the driver takes the sockets of connections that measure from [MeasuringSockets].
  public final boolean takesOurSockets() {
    return measuringDefaults().containsKey("socketFactory");
  }

  /// What is set on top of the defaults on connections that no load thread measures with.
  public final Map<String, String> settingUpDefaults() {
    return section("setting up");
  }

  /// What is set on top of the defaults on connections that load tables.
  public final Map<String, String> loadingDefaults() {
    return section("loading");
  }

  /// Why the server did not prepare a statement although it was asked to; empty if it did. The
  /// driver sends such a statement as text each time.
  public Optional<String> unprepared(PreparedStatement statement) {
    return Optional.empty();
  }

  /// A driver's way to put rows into a table that is faster than INSERT.
  @FunctionalInterface
  public interface TextLoad {
    /// Sends rows, as a part of the connection's transaction.
    ///
    /// @param columns their names, between commas
    /// @param rows in UTF-8: a tab between two values, a line feed after a row, `\N` for NULL, a
    ///   backslash before what would be taken for one of these
    /// @return how many the database took
    /// @throws SQLException also if it did not take them as they are
    long load(Connection connection, String table, String columns, InputStream rows)
        throws SQLException;
  }

  /// How rows come as text on connections that load; empty if nothing is faster than a batch.
  public Optional<TextLoad> textLoad() {
    return Optional.empty();
  }

  /// Calls a method of the driver that JDBC does not have.
  ///
  /// @throws SQLException as it does; also if this version of the driver does not have it
  static Object call(Object of, String method, List<Class<?>> types, Object... values)
      throws SQLException {
    try {
      return of.getClass().getMethod(method, types.toArray(Class<?>[]::new)).invoke(of, values);
    } catch (InvocationTargetException failure) {
      throw failure.getCause() instanceof SQLException cause ? cause : new SQLException(failure);
    } catch (ReflectiveOperationException missing) {
      throw new SQLFeatureNotSupportedException("the driver has no " + method, missing);
    }
  }

  private Map<String, String> section(String name) {
    return Collections.unmodifiableMap(settings.getOrDefault(name, Map.of()));
  }

  /// Whether a frame of a stack is one of the driver's.
  final boolean drives(StackTraceElement frame) {
    return frame.getClassName().startsWith(driver.packages());
  }

  DriverProperties properties() {
    return allowed;
  }

  /// Everything that is wrong with properties that a user gives.
  ///
  /// @param where the parameter that holds them
  public final List<Problem> problems(String where, Map<String, String> texts) {
    return allowed.problems(where, texts, defaults());
  }

  /// These properties under the driver's own spelling, since some drivers accept no other.
  public final Map<String, String> inTheDriversWords(Map<String, String> texts) {
    return allowed.inTheDriversWords(texts);
  }

  /// The driver, if its jar is present.
  ///
  /// It is found in the class loader that loaded the job class. `DriverManager` would not do: it
  /// answers only callers whose own loader registered the driver, and keeps drivers of loaders that
  /// no longer exist.
  public final Optional<Driver> find() {
    Iterator<ServiceLoader.Provider<Driver>> providers =
        ServiceLoader.load(Driver.class, Engine.class.getClassLoader()).stream().iterator();
    while (true) {
      try {
        if (!providers.hasNext()) {
          return Optional.empty();
        }
        ServiceLoader.Provider<Driver> provider = providers.next();
        if (provider.type().getName().equals(driver.className())) {
          return Optional.of(provider.get());
        }
      } catch (ServiceConfigurationError broken) {
        if (String.valueOf(broken.getMessage()).contains(driver.className())) {
          throw new IllegalStateException(
              "the driver " + driver.className() + " does not load", broken);
        }
        // Another driver's jar is broken; that is no reason to refuse this one.
      }
    }
  }

  @Override
  public final String toString() {
    return name();
  }
}
