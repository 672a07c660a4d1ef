package dev.broadside.bench.peers;

import dev.broadside.bench.Tool;
import dev.broadside.core.report.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// The throw-away MariaDB of `broadside db start`; stopped by [#close()].
public record ServedMariaDb(JsonNode serving) implements AutoCloseable {
  public static final String HOST = "127.0.0.1";

  public static ServedMariaDb start() throws IOException, InterruptedException {
    return new ServedMariaDb(
        Json.mapper().readTree(Tool.output(Tool.broadside("db", "start", "--json"), Map.of())));
  }

  public int port() {
    return serving.get("port").asInt();
  }

  long pid() {
    return serving.get("pid").asLong();
  }

  public String address() {
    return HOST + ":" + port() + "/" + name();
  }

  public String name() {
    return user();
  }

  public String user() {
    return serving.get("user").asString();
  }

  public String title() {
    return serving.get("database").asString();
  }

  public String settings() {
    return serving.get("settings").toString();
  }

  public String password() throws IOException {
    return Files.readString(Path.of(serving.get("passwordFile").asString())).strip();
  }

  /// The options by which `broadside run` reaches it, through MariaDB's own driver.
  public List<String> options() {
    return options("mariadb");
  }

  /// The options by which `broadside run` reaches it, through the driver of a scheme.
  ///
  /// @param scheme the word after `jdbc:` in its URLs
  public List<String> options(String scheme) {
    String url = "jdbc:" + scheme + "://" + address();
    return List.of("--url", url, "--user", user(), "--password-env", Tool.PASSWORD);
  }

  public Map<String, String> environment() throws IOException {
    return Map.of(Tool.PASSWORD, password());
  }

  @Override
  public void close() throws IOException, InterruptedException {
    Tool.output(Tool.broadside("db", "stop", "--port", Integer.toString(port())), Map.of());
  }
}
