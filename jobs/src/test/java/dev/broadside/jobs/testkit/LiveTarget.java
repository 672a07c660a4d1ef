package dev.broadside.jobs.testkit;

import java.net.URI;

/// Every pair of driver and database that the tests can start.
public enum LiveTarget {
  /// MariaDB through MariaDB Connector/J.
  MARIADB("jdbc:mariadb:", Databases.USER),
  /// MariaDB through MySQL Connector/J.
  MARIADB_BY_CONNECTOR_J("jdbc:mysql:", Databases.USER),
  /// PostgreSQL through pgjdbc.
  POSTGRESQL("jdbc:postgresql:", "postgres");

  private final String scheme;
  private final String user;

  LiveTarget(String scheme, String user) {
    this.scheme = scheme;
    this.user = user;
  }

  public String user() {
    return user;
  }

  public String url() {
    return this == POSTGRESQL
        ? Databases.postgreSql().replace("localhost", "127.0.0.1")
        : scheme + Databases.mariaDb();
  }

  public int port() {
    return URI.create(url().substring("jdbc:".length())).getPort();
  }

  /// The same database, by way of a proxy.
  public String url(Proxy proxy) {
    return url().replace(":" + port() + "/", ":" + proxy.port() + "/");
  }

  /// The job's parameters for this target.
  public TestJob target(TestJob job) {
    return job.with("url", url()).with("user", user).with("password", Databases.PASSWORD);
  }
}
