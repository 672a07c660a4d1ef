package dev.broadside.kit.jdbc;

import dev.broadside.core.param.CommandWords;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Secret;
import dev.broadside.kit.engine.ConnectionUrl;
import dev.broadside.kit.engine.Engine;
import dev.broadside.kit.engine.MeasuringSockets;
import dev.broadside.kit.engine.PropertyTexts;
import dev.broadside.kit.engine.Refusal;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// The database that a job loads: its URL, the user, and the driver properties.
///
/// Made from the [TargetParameters]; every target has passed [#check].
///
/// @param engine the one whose driver the URL chooses
/// @param url the URL without properties
/// @param user empty if the database needs none
/// @param password never in the URL, never shown
/// @param asked prints the password instead; empty if there is no such program
/// @param properties every property that the driver is given, but for user and password: our
///   defaults, then those of the URL, then those of the parameter, the later ones winning
public record Target(
    Engine engine,
    String url,
    String user,
    Secret password,
    Optional<PasswordCommand> asked,
    Map<String, String> properties) {

  /// A property of a driver, or a variable of a session that a property sets.
  private static final Pattern READ_ONLY =
      Pattern.compile("(?:^readOnly|_read_only)=\\W?(?:true|on|1)", Pattern.CASE_INSENSITIVE);

  public Target {
    properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
  }

  /// What a connection is for.
  public enum Purpose {
    /// Measured load: nothing that costs time on the way of an answer, and no time limits.
    RUN,
    /// Small questions: trials, and what is asked before and after the load.
    SET_UP,
    /// Filling tables: batches are rewritten, and statements may take long.
    LOAD
  }

  /// Everything that is wrong with the target's parameters; an empty list if [#of] will succeed.
  public static List<Problem> check(ParameterValues values) {
    return switch (ConnectionUrl.read(values.get(TargetParameters.URL))) {
      case ConnectionUrl.Reading.Bad(Problem problem) -> List.of(problem);
      case ConnectionUrl.Reading.Good(ConnectionUrl url) -> {
        List<Problem> problems =
            new ArrayList<>(url.engine().problems("parameter url", url.properties()));
        problems.addAll(PasswordCommand.check(values));
        problems.addAll(checkDriverProperties(url.engine(), values));
        problems.addAll(checkReads(url.engine(), values));
        yield List.copyOf(problems);
      }
    };
  }

  private static List<Problem> checkReads(Engine engine, ParameterValues values) {
    String where = "parameter reads-to";
    String url = reads(values);
    return url.isEmpty()
        ? List.of()
        : switch (ConnectionUrl.read(url)) {
          case ConnectionUrl.Reading.Bad(Problem problem) ->
              List.of(Problem.wrong(where, problem.what(), problem.mend()));
          case ConnectionUrl.Reading.Good(ConnectionUrl good) ->
              good.engine().equals(engine)
                  ? good.engine().problems(where, good.properties())
                  : List.of(
                      Problem.wrong(
                          where,
                          "url leads to " + engine.name() + ", and this to " + good.engine().name(),
                          "give the URL of a replica, with the driver that url has"));
        };
  }

  private static String reads(ParameterValues values) {
    return values.has(TargetParameters.READS_TO) ? values.get(TargetParameters.READS_TO) : "";
  }

  /// The replica for transactions that only read; empty if the target serves them.
  public static Optional<Target> ofReads(ParameterValues values) {
    return Optional.of(reads(values)).filter(url -> !url.isEmpty()).map(url -> of(values, url));
  }

  private static List<Problem> checkDriverProperties(Engine engine, ParameterValues values) {
    String where = "parameter driver-properties";
    return switch (driverProperties(values)) {
      case PropertyTexts.Bad(String what) ->
          List.of(Problem.wrong(where, what, "write name=value,name=value"));
      case PropertyTexts.Good(var texts) -> engine.problems(where, texts);
    };
  }

  /// The target that checked values name.
  ///
  /// @throws IllegalArgumentException if the values did not pass [#check]
  public static Target of(ParameterValues values) {
    return of(values, values.get(TargetParameters.URL));
  }

  private static Target of(ParameterValues values, String text) {
    List<Problem> problems = check(values);
    if (!problems.isEmpty()
        || !(ConnectionUrl.read(text) instanceof ConnectionUrl.Reading.Good(var url))) {
      throw new IllegalArgumentException("the target was not checked: " + problems);
    }
    Engine engine = url.engine();
    Map<String, String> properties = new LinkedHashMap<>(engine.defaults(url.base()));
    properties.putAll(engine.inTheDriversWords(url.properties()));
    properties.putAll(engine.inTheDriversWords(driverProperties(values).good().orElseThrow()));
    return new Target(
        engine,
        url.base(),
        values.get(TargetParameters.USER),
        values.get(TargetParameters.PASSWORD),
        PasswordCommand.of(values),
        properties);
  }

  /// Whether a driver property asks to prepare each statement on the server.
  public boolean preparesOnServer() {
    return "true".equals(properties.get("useServerPrepStmts"));
  }

  private static PropertyTexts driverProperties(ParameterValues values) {
    String text = values.get(TargetParameters.DRIVER_PROPERTIES).strip();
    return PropertyTexts.read(text.isEmpty() ? List.of() : List.of(text.split(",", -1)));
  }

  /// The sentence about a driver whose jar is not there; empty if it is.
  public Optional<Problem> missingDriver() {
    return engine.find().isPresent()
        ? Optional.empty()
        : Optional.of(
            Problem.wrong(
                "parameter url",
                "the driver for " + engine.scheme() + " is not installed",
                "put " + engine.jar() + " into the agent's drivers/ folder"));
  }

  /// Opens a connection in auto-commit, which is replaced if it breaks; the caller closes it.
  ///
  /// @throws SQLException also if it is not open within [Handshake#USUAL]
  public Connection connect(Purpose purpose) throws SQLException {
    return connect(purpose, Handshake.USUAL);
  }

  Connection connect(Purpose purpose, Handshake handshake) throws SQLException {
    Session.Settings settings = new Session.Settings(true);
    return LastingConnection.of(() ->
        handshake.onAnotherThread(() ->
            SocketConnection.opened(
                connectAtOnce(purpose), opened -> settings.hold(opened, this))));
  }

  /// Opens a connection without a time limit and without settings.
  Connection connectAtOnce(Purpose purpose) throws SQLException {
    Driver found =
        engine
            .find()
            .orElseThrow(() -> new SQLException("no driver for " + engine.scheme(), "08001"));
    Properties login = properties(purpose);
    if (asked.isEmpty()) {
      return connect(found, login);
    }
    Secret printed = asked.get().password();
    login.setProperty("password", printed.reveal());
    try {
      return connect(found, login);
    } catch (SQLException refused) {
      if (!Refusal.ofUser(engine, refused)) {
        throw refused;
      }
      login.setProperty("password", asked.get().insteadOf(printed).reveal());
      return connect(found, login);
    }
  }

  private Connection connect(Driver driver, Properties login) throws SQLException {
    Connection connection = driver.connect(url, login);
    if (connection == null) {
      throw new SQLException("the driver does not accept " + url, "08001");
    }
    return connection;
  }

  /// Opens a connection in auto-commit that is neither tested nor replaced.
  ///
  /// @throws SQLException also if it is not open within [Handshake#USUAL]
  Connection connectPlainly(Purpose purpose) throws SQLException {
    return Handshake.USUAL.onAnotherThread(() -> connectAtOnce(purpose));
  }

  /// The same database for another user.
  Target as(String other, Secret itsPassword) {
    return new Target(engine, url, other, itsPassword, Optional.empty(), properties);
  }

  /// What the driver is given, with user and password.
  public Properties properties(Purpose purpose) {
    Properties all = new Properties();
    all.putAll(properties);
    more(purpose)
        .forEach((name, value) -> {
          if (isOurs(name)) {
            all.setProperty(name, value);
          }
        });
    if (!user.isEmpty()) {
      all.setProperty("user", user);
    }
    if (!password.reveal().isEmpty()) {
      all.setProperty("password", password.reveal());
    }
    return all;
  }

  private Map<String, String> more(Purpose purpose) {
    return switch (purpose) {
      case RUN -> engine.measuringDefaults();
      case SET_UP -> engine.settingUpDefaults();
      case LOAD -> engine.loadingDefaults();
    };
  }

  /// This target with encrypted connections; empty if its properties already say something about
  /// encryption, or the driver has no such property.
  Optional<Target> encrypted() {
    Map<String, String> encrypting = engine.encrypting();
    if (encrypting.isEmpty() || !encrypting.keySet().stream().allMatch(this::isOurs)) {
      return Optional.empty();
    }
    Map<String, String> all = new LinkedHashMap<>(properties);
    all.putAll(encrypting);
    return Optional.of(new Target(engine, url, user, password, asked, all));
  }

  /// Whether the user wants sessions that may not write.
  boolean readsOnly() {
    return properties.entrySet().stream()
        .anyMatch(
            property -> READ_ONLY.matcher(property.getKey() + "=" + property.getValue()).find());
  }

  /// Whether a property still has the value that we gave it.
  private boolean isOurs(String name) {
    return Objects.equals(properties.get(name), engine.defaults().get(name));
  }

  /// A program that prints the user's password, which may expire: its answer is kept for a minute,
  /// and not at all once the database has refused it. For any thread.
  static final class PasswordCommand {
    private static final Duration KEPT = Duration.ofMinutes(1);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int LONGEST = 16_384;
    private static final String WHERE = "parameter password-command";

    private final List<String> words;
    private Optional<Secret> present = Optional.empty();
    private long askedNanos;

    private PasswordCommand(List<String> words) {
      this.words = words;
    }

    static Optional<PasswordCommand> of(ParameterValues values) {
      return CommandWords.of(given(values)).map(PasswordCommand::new);
    }

    /// The command; empty if none is given, or if only a job of another kind can have one.
    private static String given(ParameterValues values) {
      Parameter.Text command = TargetParameters.PASSWORD_COMMAND;
      return values.has(command) ? values.get(command) : "";
    }

    static List<Problem> check(ParameterValues values) {
      String command = given(values);
      if (command.isEmpty()) {
        return List.of();
      }
      if (CommandWords.of(command).isEmpty()) {
        return List.of(Problem.wrong(WHERE, "it is no command: a quote is not closed", "close it"));
      }
      return values.get(TargetParameters.PASSWORD).reveal().isEmpty()
          ? List.of()
          : List.of(
              Problem.wrong(WHERE, "there is a password, too", "give one of the two, not both"));
    }

    /// Why the program cannot be asked here; empty if it can. Asks it.
    ///
    /// @param allowed whether the operator of this agent lets jobs run a program
    Optional<Problem> trial(Predicate<String> allowed) {
      String shown = shown();
      if (!allowed.test(words.getFirst())) {
        return Optional.of(
            Problem.wrong(
                WHERE,
                "this agent does not run " + shown + " for jobs: its operator has not allowed it",
                "start the agent, or the run, with --allow-tools " + shown));
      }
      try {
        password();
        return Optional.empty();
      } catch (SQLException failure) {
        return Optional.of(
            Problem.wrong(
                WHERE,
                String.valueOf(failure.getMessage()),
                "have it print the password as one line"));
      }
    }

    /// The password as it was printed not long ago.
    synchronized Secret password() throws SQLException {
      if (present.isEmpty() || System.nanoTime() - askedNanos >= KEPT.toNanos()) {
        present = Optional.of(ask());
        askedNanos = System.nanoTime();
      }
      return present.get();
    }

    /// The password after the database has refused one, which another thread may have replaced.
    synchronized Secret insteadOf(Secret refused) throws SQLException {
      present = present.filter(one -> !one.equals(refused));
      return password();
    }

    /// What it writes elsewhere is dropped, since it may tell the secret.
    private Secret ask() throws SQLException {
      try {
        Process program =
            new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        program.getOutputStream().close();
        if (!program.waitFor(PATIENCE)) {
          program.destroyForcibly();
          throw failed("did not end within %d s".formatted(PATIENCE.toSeconds()));
        }
        if (program.exitValue() != 0) {
          throw failed("ended with status " + program.exitValue());
        }
        // Not to its end, which a process that it left behind may keep from coming.
        int there = Math.min(LONGEST, program.getInputStream().available());
        byte[] printed = program.getInputStream().readNBytes(there);
        String password = new String(printed, StandardCharsets.UTF_8).stripTrailing();
        if (password.isEmpty() || password.contains("\n")) {
          throw failed("printed " + (password.isEmpty() ? "nothing" : "more than one line"));
        }
        return new Secret(password);
      } catch (IOException failure) {
        throw failed("cannot be run: " + PlainText.line(String.valueOf(failure.getMessage()), 200));
      } catch (InterruptedException failure) {
        Thread.currentThread().interrupt();
        throw failed("was interrupted");
      }
    }

    private String shown() {
      return PlainText.line(words.getFirst(), 80);
    }

    private SQLException failed(String what) {
      return new SQLException("the password command " + shown() + " " + what);
    }
  }

  /// A connection beside the load, which may be idle for longer than its server or a firewall
  /// allows: while other agents load, or until a run ends. Before each use it is tested, and
  /// replaced by a new one if it no longer works.
  ///
  /// It is never replaced within a transaction, whose work would be lost: the caller gets the
  /// exception. For one thread.
  private static final class LastingConnection implements InvocationHandler {
    private static final int ALIVE_WITHIN_SECONDS = 5;

    /// The methods that begin a use.
    private static final Set<String> BEGINNINGS =
        Set.of(
            "createStatement",
            "prepareStatement",
            "prepareCall",
            "getMetaData",
            "getCatalog",
            "getSchema",
            "setAutoCommit");

    private final MeasuringSockets.Opening<Connection> opening;
    private Connection present;
    private boolean inTransactions;
    private boolean closed;

    private LastingConnection(MeasuringSockets.Opening<Connection> opening) throws SQLException {
      this.opening = opening;
      this.present = opening.open();
    }

    static Connection of(MeasuringSockets.Opening<Connection> opening) throws SQLException {
      return (Connection)
          Proxy.newProxyInstance(
              LastingConnection.class.getClassLoader(),
              new Class<?>[] {Connection.class},
              new LastingConnection(opening));
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
      if (BEGINNINGS.contains(method.getName()) && !serves()) {
        discard();
        present = opening.open();
      }
      closed |= method.getName().equals("close");
      try {
        Object answer = method.invoke(present, arguments);
        if (method.getName().equals("setAutoCommit")) {
          inTransactions = arguments[0].equals(false);
        }
        return answer;
      } catch (InvocationTargetException failure) {
        throw failure.getCause();
      }
    }

    private boolean serves() throws SQLException {
      return closed || inTransactions || present.isValid(ALIVE_WITHIN_SECONDS);
    }

    private void discard() {
      try {
        present.close();
      } catch (SQLException _) {
        // It is broken: that is why it is discarded.
      }
    }
  }
}
