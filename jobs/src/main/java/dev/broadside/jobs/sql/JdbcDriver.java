package dev.broadside.jobs.sql;

import java.sql.Driver;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/// The JDBC drivers we know, with the settings that suit a load generator.
///
/// The URL chooses the driver, not the database: Connector/J also talks to MariaDB, MariaDB
/// Connector/J to MySQL.
public enum JdbcDriver {
  /// MySQL Connector/J.
  MYSQL("jdbc:mysql:", "com.mysql.cj.jdbc.Driver", "mysql-connector-j"),
  /// MariaDB Connector/J.
  MARIADB("jdbc:mariadb:", "org.mariadb.jdbc.Driver", "mariadb-java-client"),
  /// pgjdbc.
  POSTGRESQL("jdbc:postgresql:", "org.postgresql.Driver", "postgresql"),
  /// H2, in the worker's memory or over TCP.
  H2("jdbc:h2:", "org.h2.Driver", "h2"),
  /// Oracle's thin driver.
  ORACLE("jdbc:oracle:thin:", "oracle.jdbc.OracleDriver", "ojdbc17");

  private final String scheme;
  private final String className;
  private final String artifact;

  JdbcDriver(String scheme, String className, String artifact) {
    this.scheme = scheme;
    this.className = className;
    this.artifact = artifact;
  }

  /// How its URLs begin, such as `jdbc:mysql:`.
  public String scheme() {
    return scheme;
  }

  /// The file to put into `drivers/`, such as `mysql-connector-j-*.jar`.
  public String jar() {
    return artifact + "-*.jar";
  }

  /// The driver whose scheme a URL has.
  public static Optional<JdbcDriver> of(String url) {
    return Arrays.stream(values()).filter(driver -> url.startsWith(driver.scheme)).findFirst();
  }

  /// The schemes of all drivers, for a sentence.
  static String schemes() {
    return Arrays.stream(values()).map(JdbcDriver::scheme).collect(Collectors.joining(", "));
  }

  /// The properties that every connection of this driver gets where the user says nothing else.
  Map<String, String> defaults() {
    return DriverDefaults.of(this);
  }

  /// What is set on top of the defaults on connections that measure.
  Map<String, String> measuringDefaults() {
    return DriverDefaults.measuring(this);
  }

  /// What is set on top of the defaults on connections that do not measure.
  Map<String, String> settingUpDefaults() {
    return DriverDefaults.settingUp(this);
  }

  /// What is set on top of the defaults on connections that load tables.
  Map<String, String> loadingDefaults() {
    return DriverDefaults.loading(this);
  }

  /// The driver itself, where its jar is there.
  ///
  /// It is found in the class loader that loaded the job class. `DriverManager` would not do: it
  /// answers only callers whose own loader registered the driver, and keeps drivers of loaders that
  /// are long gone.
  Optional<Driver> find() {
    Iterator<ServiceLoader.Provider<Driver>> providers =
        ServiceLoader.load(Driver.class, JdbcDriver.class.getClassLoader()).stream().iterator();
    while (true) {
      try {
        if (!providers.hasNext()) {
          return Optional.empty();
        }
        ServiceLoader.Provider<Driver> provider = providers.next();
        if (provider.type().getName().equals(className)) {
          return Optional.of(provider.get());
        }
      } catch (ServiceConfigurationError broken) {
        if (String.valueOf(broken.getMessage()).contains(className)) {
          throw new IllegalStateException("the driver " + className + " does not load", broken);
        }
        // Another driver's jar is broken; that is no reason to refuse this one.
      }
    }
  }
}
