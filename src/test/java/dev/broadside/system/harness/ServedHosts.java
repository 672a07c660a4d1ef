package dev.broadside.system.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A server over TLS on the host `server`, and commands and agents on it and on others.
public final class ServedHosts implements AutoCloseable {
  public static final String PORT = "7400";
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final Hosts hosts;
  private final Path folder;
  private final List<Command> running = new ArrayList<>();
  private final Command server;

  /// @param folder for the data of the server and its agents
  public ServedHosts(Hosts hosts, Path folder) {
    this.hosts = hosts;
    this.folder = folder;
    server =
        start(
            "server",
            "server",
            "--data",
            data("server"),
            "--listen",
            hosts.address("server"),
            "--port",
            PORT);
  }

  public Command server() {
    return server;
  }

  /// The command by which an agent may join.
  public String invite() {
    Command invite = administrator("agents", "invite");
    assertEquals(0, invite.awaitExit(MINUTE), invite::toString);
    return invite.awaitText(MINUTE, "(broadside agent --server .*)");
  }

  /// Starts an agent and waits until it is connected.
  public Command join(String name, String invitation) {
    Command agent = agent(name, invitation);
    agent.awaitText(MINUTE, "(connected to the server)");
    return agent;
  }

  /// Starts an agent on the host of its name.
  public Command agent(String name, String invitation) {
    List<String> words = new ArrayList<>(List.of(invitation.strip().split("\\s+")));
    words.removeFirst(); // "broadside"
    words.addAll(List.of("--name", name, "--data", data(name)));
    return start(name, words.toArray(String[]::new));
  }

  /// On the server's host, with the token that only its owner can read.
  public Command administrator(String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(
        List.of(
            "--server", "https://" + hosts.address("server") + ":" + PORT, "--ca", fingerprint()));
    Command command =
        Command.start(
            hosts.on("server"),
            Map.of("BROADSIDE_TOKEN", adminToken()),
            all.toArray(String[]::new));
    running.add(command);
    return command;
  }

  /// Starts a command on a host.
  public Command start(String host, String... words) {
    Command command = Command.start(hosts.on(host), Map.of(), words);
    running.add(command);
    return command;
  }

  private String adminToken() {
    try {
      return Files.readString(folder.resolve("server/admin-token")).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String fingerprint() {
    return server.awaitText(MINUTE, "(sha256:[0-9a-f]{64})");
  }

  private String data(String name) {
    return folder.resolve(name).toString();
  }

  @Override
  public void close() {
    running.reversed().forEach(Command::close);
  }
}
