package dev.broadside.system.faults;

import dev.broadside.system.harness.MariaDb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;

/// MariaDB, which keeps counters of its own for each of the faults.
final class MariaVictim implements Victim {
  private final Path folder;
  private MariaDb database;
  private Connection control;

  MariaVictim(Path folder) throws IOException, SQLException {
    this.folder = folder;
    this.database = MariaDb.start(folder.resolve("data"));
    this.control = admin();
    Files.writeString(passwordFile(), PASSWORD);
    tell(
        "create user " + LOADER + " identified by '" + PASSWORD + "'",
        "grant select, insert, update, delete, create, drop on broadside.* to " + LOADER);
  }

  @Override
  public String url() {
    return database.url();
  }

  @Override
  public Path passwordFile() {
    return folder.resolve("password");
  }

  @Override
  public Connection admin() throws SQLException {
    Connection connection =
        DriverManager.getConnection(url(), database.user(), database.password());
    Victim.run(
        connection,
        "set max_statement_time = 0, innodb_lock_wait_timeout = 50, lock_wait_timeout = 50");
    return connection;
  }

  @Override
  public Connection control() {
    return control;
  }

  @Override
  public Counts counts() throws SQLException {
    return new Counts(
        status("Innodb_deadlocks"),
        ask("select count from information_schema.innodb_metrics where name = 'lock_timeouts'"),
        status("Max_statement_time_exceeded"),
        status("Connection_errors_max_connections"));
  }

  private long status(String name) throws SQLException {
    return ask(
        "select variable_value from information_schema.global_status where variable_name = '"
            + name
            + "'");
  }

  @Override
  public List<Long> sessions() throws SQLException {
    return Victim.numbers(
        control, "select id from information_schema.processlist where user = '" + LOADER + "'");
  }

  @Override
  public void kill(long session) throws SQLException {
    tell("kill " + session);
  }

  @Override
  public void limitLockWaits() throws SQLException {
    tell("set global innodb_lock_wait_timeout = 1");
  }

  @Override
  public void limitStatements(boolean limited) throws SQLException {
    tell("set global max_statement_time = " + (limited ? "0.5" : "0"));
  }

  @Override
  public void limitConnections(int most) throws SQLException {
    tell("set global max_connections = " + most);
  }

  @Override
  public void lockTable(Connection connection, String table) throws SQLException {
    Victim.run(connection, "lock tables " + table + " write");
  }

  @Override
  public void crash() {
    database.kill();
  }

  @Override
  public void restart() throws SQLException {
    database = MariaDb.start(List.of(), folder.resolve("data"), "--port", "" + database.port());
    control = admin();
  }

  @Override
  public void close() throws SQLException {
    control.close();
    database.close();
  }
}
