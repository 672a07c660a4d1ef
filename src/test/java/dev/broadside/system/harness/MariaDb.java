package dev.broadside.system.harness;

import dev.broadside.core.report.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/// The throw-away MariaDB of `broadside db start`.
public final class MariaDb implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final List<String> prefix;
  private final JsonNode serving;

  private MariaDb(List<String> prefix, JsonNode serving) {
    this.prefix = prefix;
    this.serving = serving;
  }

  public static MariaDb start(Path folder) {
    return start(List.of(), folder);
  }

  /// Starts it on a host of its own.
  ///
  /// @param prefix what puts a command on that host
  /// @param options more options of `db start`
  public static MariaDb start(List<String> prefix, Path folder, String... options) {
    String[] words = new String[options.length + 5];
    List.of("db", "start", "--json", "--data", folder.toString()).toArray(words);
    System.arraycopy(options, 0, words, 5, options.length);
    try (Command command = Command.start(prefix, Map.of(), words)) {
      if (command.awaitExit(PATIENCE) != 0) {
        throw new AssertionError("no database: " + command);
      }
      return new MariaDb(prefix, Json.mapper().readTree(command.out()));
    }
  }

  public String url() {
    return serving.get("url").asString();
  }

  public String user() {
    return serving.get("user").asString();
  }

  public int port() {
    return serving.get("port").asInt();
  }

  /// Ends the server as `kill -9` does; [#start] on the same folder and port brings it back.
  public void kill() {
    ProcessHandle server = ProcessHandle.of(serving.get("pid").asLong()).orElseThrow();
    server.destroyForcibly();
    server.onExit().orTimeout(2, TimeUnit.MINUTES).join();
  }

  public Path passwordFile() {
    return Path.of(serving.get("passwordFile").asString());
  }

  public String password() {
    try {
      return Files.readString(passwordFile()).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try (Command stop =
        Command.start(prefix, Map.of(), "db", "stop", "--port", serving.get("port").asString())) {
      stop.awaitExit(PATIENCE);
    }
  }
}
