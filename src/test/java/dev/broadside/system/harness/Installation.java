package dev.broadside.system.harness;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A server and agents as real processes on loopback, in one folder.
public final class Installation implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(60);

  private final Path folder;
  private final List<Command> commands = new ArrayList<>();
  private final Map<String, String> environment;
  private final List<String> serverOptions;
  private final String address;
  private Command server;

  private Installation(Path folder, Map<String, String> environment, List<String> serverOptions) {
    this.folder = folder;
    this.environment = environment;
    this.serverOptions = serverOptions;
    this.address = firstAddress();
  }

  /// Starts a server on a free port.
  ///
  /// @param serverOptions more of them, also after a restart
  public static Installation start(Path folder, String... serverOptions) {
    return start(folder, Map.of(), serverOptions);
  }

  /// @param environment of the server
  public static Installation start(
      Path folder, Map<String, String> environment, String... serverOptions) {
    return new Installation(folder, environment, List.of(serverOptions));
  }

  /// Nobody could close the server of an installation that was not made.
  private String firstAddress() {
    try {
      return startServer(0);
    } catch (AssertionError e) {
      commands.forEach(Command::close);
      throw e;
    }
  }

  /// Returns its address.
  private String startServer(int port) {
    List<String> words =
        new ArrayList<>(
            List.of("server", "--data", folder.resolve("server").toString(), "--port", "" + port));
    words.addAll(serverOptions);
    server = Command.start(List.of(), environment, words.toArray(String[]::new));
    commands.add(server);
    return server.awaitText(START, "(https://127\\.0\\.0\\.1:\\d+)");
  }

  /// Starts an agent that joins with the local secret.
  ///
  /// @param more options
  public Command agent(String name, String... more) {
    return agentVia(address, name, more);
  }

  /// Starts an agent that finds the server at an address that is not its own.
  public Command agentVia(String address, String name, String... more) {
    return agent(List.of(), folder.resolve(name), address, name, more);
  }

  /// Starts an agent in a control group.
  public Command agentIn(ControlGroup group, String name, String... more) {
    return agent(group.in(), folder.resolve(name), address, name, more);
  }

  /// Starts an agent with a data folder of another name than its own.
  ///
  /// @param prefix put before its command
  public Command agentOn(List<String> prefix, String name, Path data, String... more) {
    return agent(prefix, data, address, name, more);
  }

  private Command agent(
      List<String> prefix, Path data, String address, String name, String... more) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "agent",
                "--data",
                data.toString(),
                "--join-file",
                data() + "/join",
                "--name",
                name,
                "--server",
                address));
    words.addAll(List.of(more));
    Command agent = Command.start(prefix, Map.of(), words.toArray(String[]::new));
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
    startServer(port());
  }

  public int port() {
    return java.net.URI.create(address).getPort();
  }

  /// Where agents and commands find it.
  public String address() {
    return address;
  }

  /// Where a browser does.
  public String page() {
    return address.replaceFirst("https", "http");
  }

  /// The server's data folder, by which commands find it and are its administrator.
  public String data() {
    return folder.resolve("server").toString();
  }

  public Path folder() {
    return folder;
  }

  public Api api() {
    return new Api(address, Path.of(data()));
  }

  @Override
  public void close() {
    commands.reversed().forEach(Command::close);
  }
}
