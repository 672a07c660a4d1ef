package dev.broadside.jobs.testkit;

import dev.broadside.testkit.MariaDbServer;
import dev.broadside.testkit.PostgreSqlServer;

/// Real databases for tests, each started once per test JVM when it is first asked for, and stopped
/// with the JVM.
public final class Databases {
  private Databases() {}

  /// A MariaDB server.
  public static MariaDbServer mariaDb() {
    return Maria.SERVER;
  }

  /// A PostgreSQL server.
  public static PostgreSqlServer postgreSql() {
    return Postgres.SERVER;
  }

  private static final class Maria {
    static final MariaDbServer SERVER =
        MariaDbServer.start(
            "--max-connections=60", "--innodb-lock-wait-timeout=1", "--performance-schema=OFF");
  }

  private static final class Postgres {
    static final PostgreSqlServer SERVER =
        PostgreSqlServer.start(
            "shared_preload_libraries=pg_stat_statements", "lock_timeout=1000ms");
  }
}
