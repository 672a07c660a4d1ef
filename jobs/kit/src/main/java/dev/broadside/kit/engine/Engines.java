package dev.broadside.kit.engine;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Every database engine that Broadside knows.
public final class Engines {
  /// Of two with one scheme, the first has the driver.
  private static final List<Engine> ALL =
      List.of(
          new MySql(), new MariaDb(), new PostgreSql(), new H2(), new Oracle(), new Oracle.OnH2());

  private Engines() {}

  /// The engine whose driver a URL chooses.
  static Optional<Engine> ofUrl(String url) {
    return ALL.stream().filter(engine -> url.startsWith(engine.scheme())).findFirst();
  }

  /// Whether code of a driver threw this, by itself or by what it called in the JDK.
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

  /// The dialect of the database that answers here, whatever the driver calls itself.
  ///
  /// @throws SQLException where the database is none that we know
  public static Dialect of(Connection connection) throws SQLException {
    for (Engine engine : ALL) {
      if (engine.answers(connection)) {
        return engine;
      }
    }
    throw new SQLException(
        "the database %s is none that Broadside knows"
            .formatted(connection.getMetaData().getDatabaseProductName()));
  }

  /// The dialect with this name.
  ///
  /// @throws IllegalArgumentException where there is none
  public static Dialect named(String name) {
    return ALL.stream()
        .filter(engine -> engine.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no dialect " + name));
  }
}
