package dev.broadside.cli.demo;

import dev.broadside.cli.db.LocalDatabase;
import dev.broadside.cli.process.Child;
import dev.broadside.cli.process.Folders;
import dev.broadside.cli.process.Self;
import dev.broadside.cli.shell.Causes;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/// A server, two agents and a database as real processes on this machine, in a folder that goes with them.
///
/// Used by one thread. All of it ends with [#close()], or with this process.
final class Cluster implements AutoCloseable {
  static final int AGENTS = 2;

  private static final int SERVER_HEAP = 256;
  private static final int AGENT_HEAP = 128;

  private final Home home;
  private final Folders folders;
  private final Path folder;
  private final List<Child> children = new ArrayList<>();
  private volatile boolean closing;

  private Cluster(Home home, Folders folders, Path folder) {
    this.home = home;
    this.folders = folders;
    this.folder = folder;
  }

  static Cluster in(Home home, Folders folders) throws IOException {
    return new Cluster(home, folders, Files.createTempDirectory("broadside-demo-"));
  }

  /// A database on its way: its start takes as long as everything else together.
  interface StartingDatabase {
    LocalDatabase.Serving await() throws CommandException, IOException, InterruptedException;
  }

  /// Begins to start the database, and returns at once.
  StartingDatabase startDatabase() {
    Callable<LocalDatabase.Owned> start =
        () -> LocalDatabase.prepare(home, folders, folder.resolve("database")).serveOwned();
    FutureTask<LocalDatabase.Owned> task = new FutureTask<>(start);
    Thread.ofPlatform().daemon().name("database").start(task);
    return () -> taken(task);
  }

  private LocalDatabase.Serving taken(FutureTask<LocalDatabase.Owned> task)
      throws CommandException, IOException, InterruptedException {
    try {
      LocalDatabase.Owned database = task.get();
      children.add(database.child());
      return database.serving();
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
  /// @return its address
  String startServer(int port) throws IOException {
    Child server =
        start(
            "server",
            SERVER_HEAP,
            List.of("server", "--data", data("server"), "--port", "" + port, "--leash"));
    String line = server.nextLine();
    return line.substring(line.indexOf("http"));
  }

  /// Starts the agents, which then join by the secret in the server's folder.
  List<Child> startAgents(String server) throws IOException {
    List<Child> agents = new ArrayList<>();
    for (int i = 1; i <= AGENTS; i++) {
      String name = "agent-" + i;
      String secret = folder.resolve("server").resolve("join").toString();
      List<String> line =
          List.of(
              "agent", "--data", data(name), "--join-file", secret, "--name", name, "--server", server, "--leash");
      agents.add(start(name, AGENT_HEAP, line));
    }
    return agents;
  }

  private String data(String name) {
    return folder.resolve(name).toString();
  }

  private Child start(String name, int heapMegabytes, List<String> line) throws IOException {
    Path log = folder.resolve(name + ".log");
    Child child = Child.start(name, Self.command(home, heapMegabytes, line), Map.of(), log);
    children.add(child);
    return child;
  }

  /// Whether everything is being ended, so that the end of a process is nothing to tell. Any thread.
  boolean closing() {
    return closing;
  }

  /// Ends everything, all at the same time, and removes the folder.
  @Override
  public void close() throws IOException {
    closing = true;
    children.reversed().forEach(Child::letGo);
    children.reversed().forEach(Child::close);
    Folders.delete(folder);
  }
}
