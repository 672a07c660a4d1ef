package dev.broadside.system.harness;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A server and agents as real processes on loopback, in one folder.
public final class Installation implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(60);

  private final Path folder;
  private final List<Command> commands = new ArrayList<>();
  private final String address;
  private Command server;

  private Installation(Path folder, Command server, String address) {
    this.folder = folder;
    this.server = server;
    this.address = address;
    commands.add(server);
  }

  /// Starts a server on a free port.
  public static Installation start(Path folder) {
    Command server = startServer(folder, 0);
    return new Installation(
        folder, server, server.awaitText(START, "(http://127\\.0\\.0\\.1:\\d+)"));
  }

  private static Command startServer(Path folder, int port) {
    return Command.start(
        "server", "--data", folder.resolve("server").toString(), "--port", "" + port);
  }

  /// Starts an agent that joins with the local secret.
  ///
  /// @param more options
  public Command agent(String name, String... more) {
    return agentVia(address, name, more);
  }

  /// Starts an agent that finds the server at an address that is not its own.
  public Command agentVia(String address, String name, String... more) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "agent",
                "--data",
                folder.resolve(name).toString(),
                "--join-file",
                folder.resolve("server/join").toString(),
                "--name",
                name,
                "--server",
                address));
    words.addAll(List.of(more));
    Command agent = Command.start(words.toArray(String[]::new));
    commands.add(agent);
    return agent;
  }

  /// Starts agents `a1`, `a2`, ... and waits until all are connected.
  public Installation withAgents(int count) {
    for (int i = 1; i <= count; i++) {
      agent("a" + i);
    }
    api().awaitAgents(count, START);
    return this;
  }

  public Command server() {
    return server;
  }

  /// Kills the server as `kill -9` does, and starts it again on the same port and data.
  public void crashAndRestartServer() {
    crashAndRestartServer(() -> {});
  }

  /// @param meanwhile what happens while it is away
  public void crashAndRestartServer(Runnable meanwhile) {
    server.close();
    meanwhile.run();
    server = startServer(folder, port());
    commands.add(server);
    server.awaitText(START, "(http://127\\.0\\.0\\.1:\\d+)");
  }

  public int port() {
    return java.net.URI.create(address).getPort();
  }

  public String address() {
    return address;
  }

  public Path folder() {
    return folder;
  }

  public Api api() {
    return new Api(address);
  }

  @Override
  public void close() {
    commands.reversed().forEach(Command::close);
  }
}
