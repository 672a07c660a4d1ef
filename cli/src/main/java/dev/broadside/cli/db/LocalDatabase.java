package dev.broadside.cli.db;

import dev.broadside.cli.process.Child;
import dev.broadside.cli.process.Folders;
import dev.broadside.cli.process.LastLines;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Home;
import dev.broadside.client.watch.ProcessTree;
import dev.broadside.core.param.Secret;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// A database in a folder of this machine, and how it is served.
public final class LocalDatabase {
  /// Among the settings of another engine: how to have MariaDB, where it is left out of the
  /// installation.
  public static final String FOR_MARIADB = "for MariaDB";

  private static final int PASSWORD_BYTES = 18;
  private static final int TRIES = 3;
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration POLL = Duration.ofMillis(20);

  private final DatabaseServer engine;
  private final Path data;

  private LocalDatabase(DatabaseServer engine, Path data) {
    this.engine = engine;
    this.data = data;
  }

  /// A served database, as its user has to know it.
  ///
  /// @param title engine and version
  /// @param pid its server's process
  /// @param passwordFile holds the password, and only its owner can read it
  /// @param settings those of the server that matter to a load test
  public record Serving(
      String title,
      String url,
      String user,
      int port,
      long pid,
      Path data,
      Path passwordFile,
      Map<String, String> settings) {

    public Secret password() throws IOException {
      return new Secret(Files.readString(passwordFile).strip());
    }
  }

  /// A served database whose server ends with this process.
  public record Owned(Serving serving, Child child) implements AutoCloseable {
    @Override
    public void close() {
      child.close();
    }
  }

  /// Makes a folder ready: an empty database with one account, whose password is random. A folder
  /// that holds a database already keeps it.
  public static LocalDatabase prepare(Home home, Folders folders, Path data)
      throws CommandException, IOException, InterruptedException {
    DatabaseServer engine = DatabaseServer.forPlatform(home, folders.cache());
    LocalDatabase database = new LocalDatabase(engine, data.toAbsolutePath().normalize());
    Private.createFolder(database.data);
    if (!engine.initialised(database.data)) {
      Secret password = Secret.drawn(PASSWORD_BYTES);
      Private.write(database.passwordFile(), password.reveal() + "\n");
      engine.initialise(database.data, password);
    }
    return database;
  }

  private Path passwordFile() {
    return data.resolve("password");
  }

  /// What its server writes.
  static Path log(Path data) {
    return data.resolve("server.log");
  }

  private Path log() {
    return log(data);
  }

  /// Serves it by a process that outlives this one. It is registered from its first moment, so that
  /// `db stop` finds it even if this process dies. If it does not come to serve, or this thread is
  /// interrupted, it is killed and forgotten.
  ///
  /// @param host the address to listen on
  /// @param port empty for any free one
  /// @param temporary whether the folder goes when it is stopped
  Serving serveDetached(String host, Optional<Integer> port, Register register, boolean temporary)
      throws IOException, InterruptedException {
    for (int tries = 1; ; tries++) {
      Endpoint endpoint = new Endpoint(host, port.orElseGet(LocalDatabase::freePort));
      Process process = startDetached(endpoint);
      Serving serving = serving(endpoint, process.pid());
      boolean serves = false;
      try {
        register.add(serving, temporary);
        serves = answers(endpoint, process::isAlive);
      } finally {
        if (!serves) {
          ProcessTree.kill(process.toHandle()).join();
          register.remove(endpoint.port());
        }
      }
      if (serves) {
        return serving;
      }
      if (port.isPresent() || tries == TRIES) {
        throw new IOException(engine.title() + " did not start: " + LastLines.of(log()));
      }
    }
  }

  private Process startDetached(Endpoint endpoint) throws IOException {
    List<String> command = new ArrayList<>(Child.ownGroup());
    command.addAll(engine.command(data, endpoint));
    return new ProcessBuilder(command)
        .redirectInput(new File("/dev/null"))
        .redirectErrorStream(true)
        .redirectOutput(log().toFile())
        .start();
  }

  /// Serves it on any free port by a process that ends with this one.
  ///
  /// @param temporary whether the folder goes when that process has ended
  public Owned serveOwned(boolean temporary) throws IOException, InterruptedException {
    Optional<Path> goes = temporary ? Optional.of(data) : Optional.empty();
    for (int tries = 1; ; tries++) {
      Endpoint endpoint = new Endpoint(Endpoint.LOOPBACK, freePort());
      Child child = Child.startDeaf("database", engine.command(data, endpoint), log(), goes);
      if (answers(endpoint, child::alive)) {
        return new Owned(serving(endpoint, child.pid()), child);
      }
      child.close();
      if (tries == TRIES) {
        throw new IOException(engine.title() + " did not start: " + child.lastWords());
      }
    }
  }

  private boolean answers(Endpoint endpoint, BooleanSupplier alive) throws InterruptedException {
    long begin = System.nanoTime();
    while (alive.getAsBoolean() && System.nanoTime() - begin < PATIENCE.toNanos()) {
      if (engine.answers(endpoint)) {
        return alive.getAsBoolean();
      }
      Thread.sleep(POLL);
    }
    return false;
  }

  private Serving serving(Endpoint endpoint, long pid) {
    return new Serving(
        engine.title(),
        engine.url(endpoint),
        DatabaseServer.NAME,
        endpoint.port(),
        pid,
        data,
        passwordFile(),
        engine.settings());
  }

  /// A port on loopback that nobody listens on. Another program may take it before it is used, so
  /// that a start is tried several times.
  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException("no free port on loopback", e);
    }
  }
}
