package dev.broadside.jobs.testkit;

import dev.broadside.kit.query.Rows;
import dev.broadside.testkit.JobTester;
import dev.broadside.testkit.MariaDbServer;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/// Every pair of driver and database that the tests can start.
public enum LiveTarget {
  /// MariaDB through MariaDB Connector/J.
  MARIADB("jdbc:mariadb:", MariaDbServer.USER),
  /// MariaDB through MySQL Connector/J.
  MARIADB_BY_CONNECTOR_J("jdbc:mysql:", MariaDbServer.USER),
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
        ? Databases.postgreSql().url()
        : scheme + Databases.mariaDb().address();
  }

  public int port() {
    return URI.create(url().substring("jdbc:".length())).getPort();
  }

  /// The same database, by way of a proxy.
  public String url(Proxy proxy) {
    return url().replace(":" + port() + "/", ":" + proxy.port() + "/");
  }

  /// The job's parameters for this target.
  public JobTester target(JobTester job) {
    return job.with("url", url()).with("user", user).with("password", MariaDbServer.PASSWORD);
  }

  /// Makes the user `looker` with the password `r` anew, who may read the tables that are there,
  /// and do nothing else.
  public void makeLooker(Connection connection) throws SQLException {
    List<String> statements =
        this == POSTGRESQL
            ? List.of(
                "revoke create on schema public from public",
                """
                do $$ begin if exists (select from pg_roles where rolname = 'looker')
                then drop owned by looker; drop role looker; end if; end $$
                """,
                "create role looker login password 'r'",
                "grant select on all tables in schema public to looker")
            : List.of(
                "create or replace user 'looker'@'%' identified by 'r'",
                "create or replace user 'looker'@'localhost' identified by 'r'",
                "grant select on test.* to 'looker'@'%', 'looker'@'localhost'");
    for (String statement : statements) {
      Rows.run(connection, statement);
    }
  }
}
