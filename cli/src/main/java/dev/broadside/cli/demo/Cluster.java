package dev.broadside.cli.demo;

import dev.broadside.cli.db.LocalDatabase;
import dev.broadside.cli.process.Child;
import dev.broadside.cli.process.Folders;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.remote.ServerOptions;
import dev.broadside.cli.shell.Causes;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/// A server, two agents and a database as real processes on this machine, in a folder that goes
/// with them.
///
/// Used by one thread. All of it ends with [#close()], or with this process.
final class Cluster implements AutoCloseable {
  static final int AGENTS = 2;

  private static final int SERVER_HEAP = 256;
  private static final int AGENT_HEAP = 128;
  private static final int PATIENCE_WITH_DATABASE_SECONDS = 10;

  private final Home home;
  private final Folders folders;
  private final Path folder;
  private final List<Child> children = new CopyOnWriteArrayList<>();
  private final FutureTask<LocalDatabase.Serving> database = new FutureTask<>(this::serveDatabase);
  private volatile boolean closing;

  private Cluster(Home home, Folders folders, Path folder) {
    this.home = home;
    this.folders = folders;
    this.folder = folder;
  }

  /// Makes the folder, and begins to start the database, which takes longest.
  static Cluster begin(Home home, Folders folders) throws IOException {
    Cluster cluster = new Cluster(home, folders, Files.createTempDirectory("broadside-demo-"));
    Thread.ofPlatform().daemon().name("database").start(cluster.database);
    return cluster;
  }

  private LocalDatabase.Serving serveDatabase()
      throws CommandException, IOException, InterruptedException {
    LocalDatabase prepared = LocalDatabase.prepare(home, folders, folder.resolve("database"));
    LocalDatabase.Owned owned = prepared.serveOwned(true);
    children.add(owned.child());
    return owned.serving();
  }

  /// Waits for the database.
  LocalDatabase.Serving awaitDatabase() throws CommandException, IOException, InterruptedException {
    try {
      return database.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof CommandException refused) {
        throw refused;
      }
      throw new IOException("the database did not start: " + Causes.of(e), e);
    }
  }

  /// Starts the server, and waits until it serves.
  ///
  /// @param port 0 for any free one
  /// @param ended hears of it when it ends by itself
  /// @return a client of it
  ServerClient startServer(int port, Consumer<Child> ended) throws IOException, CommandException {
    List<String> line =
        List.of("server", "--data", data("server"), "--port", "" + port, "--end-with-stdin");
    Child server = start("server", SERVER_HEAP, line);
    server.nextLine();
    tellWhenEnded(server, ended);
    return ServerOptions.here(folder.resolve("server"), Optional.empty());
  }

  /// Starts the agents, which then join by what lies in the server's folder.
  ///
  /// @param ended hears of each that ends by itself
  void startAgents(Consumer<Child> ended) throws IOException {
    for (int i = 1; i <= AGENTS; i++) {
      String name = "agent-" + i;
      List<String> line = new ArrayList<>(List.of("agent", "--name", name, "--data", data(name)));
      line.addAll(List.of("--server", data("server"), "--end-with-stdin"));
      tellWhenEnded(start(name, AGENT_HEAP, line), ended);
    }
  }

  /// The folder of everything, closed to other users.
  Path folder() {
    return folder;
  }

  private String data(String name) {
    return folder.resolve(name).toString();
  }

  private Child start(String name, int heapMegabytes, List<String> line) throws IOException {
    Path log = folder.resolve(name + ".log");
    Child child = Child.start(name, command(heapMegabytes, line), Map.of(), log);
    children.add(child);
    return child;
  }

  /// The command line that starts this program once more, with the same Java and class path.
  ///
  /// @param heapMegabytes the most that its heap may grow to
  private List<String> command(int heapMegabytes, List<String> line) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx" + heapMegabytes + "m");
    // Server and agents share the host with the load: the second compiler would take more than it
    // gives.
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-XX:+UseSerialGC");
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("--sun-misc-unsafe-memory-access=allow");
    command.add("-Xlog:disable");
    command.add("-Xlog:all=error,aot=off,cds=off:stderr");
    command.add("-Dbroadside.home=" + home.root());
    command.addAll(home.startFlags(line.getFirst().equals("server") ? "server" : "command"));
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add("dev.broadside.cli.Broadside");
    command.addAll(line);
    return command;
  }

  private void tellWhenEnded(Child child, Consumer<Child> ended) {
    child.onEnd(() -> {
      if (!closing) {
        ended.accept(child);
      }
    });
  }

  /// Ends everything, all at the same time, and removes the folder.
  @Override
  public void close() throws IOException {
    closing = true;
    letDatabaseFinishItsStart();
    Child.closeAll(children);
    Folders.delete(folder);
  }

  /// Half started, it could neither be stopped nor its folder be removed.
  private void letDatabaseFinishItsStart() {
    try {
      database.get(PATIENCE_WITH_DATABASE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException _) {
      // Then no database runs, or it ends with this process.
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
