package dev.broadside.jobs.testkit;

import dev.broadside.testkit.MariaDbServer;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;

/// Real databases for tests, each started once per test JVM when it is first asked for, and stopped
/// with the JVM.
public final class Databases {
  private Databases() {}

  /// A MariaDB server.
  public static MariaDbServer mariaDb() {
    return Maria.SERVER;
  }

  /// The URL of a PostgreSQL server's database, for the user postgres without password.
  public static String postgreSql() {
    return Postgres.URL;
  }

  private static final class Maria {
    static final MariaDbServer SERVER =
        MariaDbServer.start(
            "--max-connections=60", "--innodb-lock-wait-timeout=1", "--performance-schema=OFF");
  }

  private static final class Postgres {
    static final String URL = start();

    private static String start() {
      try {
        return EmbeddedPostgres.builder()
            .setServerConfig("fsync", "off")
            .setServerConfig("shared_preload_libraries", "pg_stat_statements")
            .setServerConfig("deadlock_timeout", "200ms")
            .setServerConfig("lock_timeout", "1000ms")
            .start()
            .getJdbcUrl("postgres", "postgres")
            .replaceAll("\\?.*", "");
      } catch (IOException failure) {
        throw new UncheckedIOException("PostgreSQL does not start", failure);
      }
    }
  }
}
