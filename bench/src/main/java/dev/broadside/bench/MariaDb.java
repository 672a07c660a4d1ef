package dev.broadside.bench;

import dev.broadside.core.report.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// The throw-away MariaDB of `broadside db start`; stopped by [#close()].
record MariaDb(JsonNode serving) implements AutoCloseable {
  static final String HOST = "127.0.0.1";

  static MariaDb start() throws IOException, InterruptedException {
    return new MariaDb(
        Json.mapper().readTree(Tool.output(Tool.broadside("db", "start", "--json"), Map.of())));
  }

  int port() {
    return serving.get("port").asInt();
  }

  String address() {
    return HOST + ":" + port() + "/" + name();
  }

  String name() {
    return user();
  }

  String user() {
    return serving.get("user").asString();
  }

  String title() {
    return serving.get("database").asString();
  }

  String settings() {
    return serving.get("settings").toString();
  }

  String password() throws IOException {
    return Files.readString(Path.of(serving.get("passwordFile").asString())).strip();
  }

  /// The options by which `broadside run` reaches it, through MariaDB's own driver.
  List<String> options() {
    return List.of(
        "--url", "jdbc:mariadb://" + address(), "--user", user(), "--password-env", Tool.PASSWORD);
  }

  Map<String, String> environment() throws IOException {
    return Map.of(Tool.PASSWORD, password());
  }

  @Override
  public void close() throws IOException, InterruptedException {
    Tool.output(Tool.broadside("db", "stop", "--port", Integer.toString(port())), Map.of());
  }
}
