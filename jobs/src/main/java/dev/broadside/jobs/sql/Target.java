package dev.broadside.jobs.sql;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Secret;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;

/// The database that a job loads: where it is, who we are there, and with which driver properties
/// we talk to it.
///
/// Made from the [TargetParameters]; whoever has a target has one that passed [#check].
///
/// @param driver the driver that the URL chooses
/// @param url the URL without properties
/// @param user empty where the database needs none
/// @param password never in the URL, never shown
/// @param properties every property that the driver is given, but for user and password: our
///   defaults, then those of the URL, then those of the parameter, the later ones winning
public record Target(
    JdbcDriver driver, String url, String user, Secret password, Map<String, String> properties) {

  public Target {
    properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
  }

  /// What a connection is for.
  public enum Purpose {
    /// Measured load: nothing that costs time on the way of an answer, and no time limits.
    RUN,
    /// Everything small around it: trials, and what is asked before and after.
    SET_UP,
    /// Filling tables: batches are rewritten, and statements may take long.
    LOAD
  }

  /// Everything that is wrong with the target's parameters; an empty list where a [#of] will
  /// succeed.
  public static List<Problem> check(ParameterValues values) {
    return switch (ConnectionUrl.read(values.get(TargetParameters.URL))) {
      case ConnectionUrl.Reading.Bad(Problem problem) -> List.of(problem);
      case ConnectionUrl.Reading.Good(ConnectionUrl url) -> {
        List<Problem> problems =
            new ArrayList<>(problems(url.driver(), url.properties(), "parameter url"));
        problems.addAll(checkDriverProperties(url.driver(), values));
        yield List.copyOf(problems);
      }
    };
  }

  private static List<Problem> checkDriverProperties(JdbcDriver driver, ParameterValues values) {
    String where = "parameter driver-properties";
    return switch (driverProperties(values)) {
      case PropertyTexts.Bad(String what) ->
          List.of(Problem.wrong(where, what, "write name=value,name=value"));
      case PropertyTexts.Good(var texts) -> problems(driver, texts, where);
    };
  }

  private static List<Problem> problems(
      JdbcDriver driver, Map<String, String> texts, String where) {
    return DriverPropertyTables.of(driver).problems(where, texts, driver.defaults());
  }

  /// The target that checked values name.
  ///
  /// @throws IllegalArgumentException where the values did not pass [#check]
  public static Target of(ParameterValues values) {
    List<Problem> problems = check(values);
    if (!problems.isEmpty()
        || !(ConnectionUrl.read(values.get(TargetParameters.URL))
            instanceof ConnectionUrl.Reading.Good(var url))) {
      throw new IllegalArgumentException("the target was not checked: " + problems);
    }
    Map<String, String> properties = new LinkedHashMap<>(url.driver().defaults());
    if (url.driver() == JdbcDriver.H2 && url.base().contains(":mem:")) {
      // Else the database would be gone with its last connection, between prepare and run.
      properties.put("DB_CLOSE_DELAY", "-1");
    }
    DriverProperties known = DriverPropertyTables.of(url.driver());
    properties.putAll(known.inTheDriversWords(url.properties()));
    properties.putAll(known.inTheDriversWords(driverProperties(values).good().orElseThrow()));
    return new Target(
        url.driver(),
        url.base(),
        values.get(TargetParameters.USER),
        values.get(TargetParameters.PASSWORD),
        properties);
  }

  private static PropertyTexts driverProperties(ParameterValues values) {
    String text = values.get(TargetParameters.DRIVER_PROPERTIES).strip();
    return PropertyTexts.read(text.isEmpty() ? List.of() : List.of(text.split(",", -1)));
  }

  /// The sentence about a driver whose jar is not there; empty where it is.
  public Optional<Problem> missingDriver() {
    return driver.find().isPresent()
        ? Optional.empty()
        : Optional.of(
            Problem.wrong(
                "parameter url",
                "the driver for " + driver.scheme() + " is not there",
                "put " + driver.jar() + " into the agent's drivers/ folder"));
  }

  /// Opens a connection; the caller closes it.
  public Connection connect(Purpose purpose) throws SQLException {
    Driver found =
        driver
            .find()
            .orElseThrow(() -> new SQLException("no driver for " + driver.scheme(), "08001"));
    Connection connection = found.connect(url, properties(purpose));
    if (connection == null) {
      throw new SQLException("the driver does not accept " + url, "08001");
    }
    return connection;
  }

  /// What the driver is given, with user and password.
  Properties properties(Purpose purpose) {
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
      case RUN -> driver.measuringDefaults();
      case SET_UP -> driver.settingUpDefaults();
      case LOAD -> driver.loadingDefaults();
    };
  }

  /// Whether a property has no value but the one that we gave it.
  private boolean isOurs(String name) {
    return Objects.equals(properties.get(name), driver.defaults().get(name));
  }
}
