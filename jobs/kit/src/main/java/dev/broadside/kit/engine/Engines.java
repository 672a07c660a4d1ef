package dev.broadside.kit.engine;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Every database engine that Broadside knows.
public final class Engines {
  /// If two have the same scheme, the first one has the driver.
  private static final List<Engine> ALL =
      List.of(
          new MySql(), new MariaDb(), new PostgreSql(), new H2(), new Oracle(), new Oracle.OnH2());

  private Engines() {}

  /// The engine whose driver a URL chooses.
  static Optional<Engine> ofUrl(String url) {
    return ALL.stream().filter(engine -> url.startsWith(engine.scheme())).findFirst();
  }

  /// Whether a driver's code threw this, directly or through the JDK.
  static boolean driverThrew(Throwable thrown) {
    return Arrays.stream(thrown.getStackTrace())
        .filter(
            frame -> frame.getModuleName() == null || !frame.getModuleName().startsWith("java."))
        .findFirst()
        .filter(frame -> ALL.stream().anyMatch(engine -> engine.drives(frame)))
        .isPresent();
  }

  /// The schemes of all drivers, for a sentence.
  static String schemes() {
    return ALL.stream().map(Engine::scheme).distinct().collect(Collectors.joining(", "));
  }

  /// The dialect of the database that answers, which may not be the one of the driver.
  ///
  /// @throws SQLException if Broadside does not know the database
  public static Dialect of(Connection connection) throws SQLException {
    for (Engine engine : ALL) {
      if (engine.answers(connection)) {
        return engine;
      }
    }
    throw new SQLException(
        "Broadside does not know the database %s"
            .formatted(connection.getMetaData().getDatabaseProductName()));
  }

  /// The dialect with this name.
  ///
  /// @throws IllegalArgumentException if no dialect has this name
  public static Dialect named(String name) {
    return ALL.stream()
        .filter(engine -> engine.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no dialect is called " + name));
  }
}
