package dev.broadside.system.faults;

import dev.broadside.core.fixture.Await;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// PostgreSQL, which logs each error with its SQLState: the log is counted.
final class PostgresVictim implements Victim {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int UNLIMITED = -1;

  private final Path folder;
  private final Path data;
  private final EmbeddedPostgres database;
  private Connection control;

  PostgresVictim(Path folder) throws IOException, SQLException {
    this.folder = folder;
    this.data = folder.resolve("data");
    this.database =
        EmbeddedPostgres.builder()
            .setPGStartupWait(Duration.ofMinutes(2))
            .setDataDirectory(data)
            .setServerConfig("fsync", "off")
            // What is committed must have left the server when it is killed.
            .setServerConfig("synchronous_commit", "on")
            .setServerConfig("deadlock_timeout", "100ms")
            .setServerConfig("logging_collector", "on")
            .setServerConfig("log_filename", "server.log")
            .setServerConfig("log_line_prefix", "%e:")
            .start();
    this.control = admin();
    Files.writeString(passwordFile(), PASSWORD);
    tell(
        "create role " + LOADER + " login password '" + PASSWORD + "'",
        "grant all on schema public to " + LOADER);
  }

  @Override
  public String url() {
    return "jdbc:postgresql://127.0.0.1:" + database.getPort() + "/postgres";
  }

  @Override
  public Path passwordFile() {
    return folder.resolve("password");
  }

  @Override
  public Connection admin() throws SQLException {
    return DriverManager.getConnection(url(), "postgres", "");
  }

  @Override
  public Connection control() {
    return control;
  }

  @Override
  public Counts counts() {
    return new Counts(
        logged("40P01:ERROR"), logged("55P03:ERROR"), logged("57014:ERROR"), logged("53300:FATAL"));
  }

  private long logged(String line) {
    Pattern pattern = Pattern.compile("^" + line);
    try (Stream<String> lines = Files.lines(data.resolve("log/server.log"))) {
      return lines.filter(one -> pattern.matcher(one).find()).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public List<Long> sessions() throws SQLException {
    return Victim.numbers(
        control, "select pid from pg_stat_activity where usename = '" + LOADER + "'");
  }

  @Override
  public void kill(long session) throws SQLException {
    tell("select pg_terminate_backend(" + session + ")");
  }

  @Override
  public void limitLockWaits() throws SQLException {
    tell("alter role " + LOADER + " set lock_timeout = '500ms'");
  }

  @Override
  public void limitStatements(boolean limited) throws SQLException {
    tell("alter role " + LOADER + " set statement_timeout = " + (limited ? "500" : "0"));
  }

  /// The server's own limit is fixed while it runs, but a role's is not.
  @Override
  public void limitConnections(int most) throws SQLException {
    tell("alter role " + LOADER + " connection limit " + (most > 100 ? UNLIMITED : most));
  }

  @Override
  public void lockTable(Connection connection, String table) throws SQLException {
    connection.setAutoCommit(false);
    Victim.run(connection, "lock table " + table + " in exclusive mode");
  }

  @Override
  public void crash() {
    ProcessHandle server = ProcessHandle.of(pid()).orElseThrow();
    List<ProcessHandle> family = new ArrayList<>(server.descendants().toList());
    family.addFirst(server);
    family.forEach(ProcessHandle::destroyForcibly);
    family.forEach(one -> one.onExit().orTimeout(2, TimeUnit.MINUTES).join());
  }

  private long pid() {
    try {
      return Long.parseLong(Files.readAllLines(data.resolve("postmaster.pid")).getFirst());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The server notes its own command line in its data.
  @Override
  public void restart() throws IOException {
    List<String> command = new ArrayList<>();
    if (System.getProperty("user.name").equals("root")) {
      // It refuses to be root, but not to be root of a namespace without anything in it.
      command.addAll(List.of("unshare", "-U"));
    }
    String noted = Files.readString(data.resolve("postmaster.opts")).strip();
    for (String word : noted.split("(?<=\\S) (?=\")")) {
      command.add(word.replace("\"", ""));
    }
    new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(new File(folder.toFile(), "restart.log"))
        .start();
    control = Await.value(PATIENCE, "PostgreSQL to be back", this::answer, () -> command);
  }

  private Optional<Connection> answer() {
    try {
      return Optional.of(admin());
    } catch (SQLException _) {
      return Optional.empty();
    }
  }

  @Override
  public void close() throws IOException, SQLException {
    control.close();
    database.close();
  }
}
