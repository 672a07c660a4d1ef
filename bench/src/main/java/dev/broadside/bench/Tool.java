package dev.broadside.bench;

import dev.broadside.core.report.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Runs the packaged `broadside` command, whose folder is the system property `broadside.home`.
final class Tool {
  static final String PASSWORD = "BROADSIDE_BENCH_PASSWORD";

  private Tool() {}

  static Path home() {
    return Path.of(System.getProperty("broadside.home"));
  }

  /// The `broadside` command with arguments.
  static List<String> broadside(String... words) {
    List<String> command = new ArrayList<>(List.of(home() + "/bin/broadside"));
    command.addAll(List.of(words));
    return command;
  }

  /// Runs a command to its end and returns what it wrote to its standard output.
  static String output(List<String> command, Map<String, String> environment)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    Process process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int status = process.waitFor();
    if (status != 0) {
      throw new IllegalStateException(String.join(" ", command) + " ended with status " + status);
    }
    return output;
  }

  /// Runs `broadside run ...` and returns its run document, which has to be balanced.
  static JsonNode run(Map<String, String> environment, List<String> arguments)
      throws IOException, InterruptedException {
    Path result = Files.createTempFile("broadside-bench", ".json");
    List<String> command = broadside("run");
    command.addAll(arguments);
    command.addAll(List.of("--quiet", "--json", result.toString()));
    output(command, environment);
    JsonNode document = Json.mapper().readTree(Files.readString(result));
    Files.delete(result);
    if (!document.at("/audit/verdict").asString("").equals("BALANCED")) {
      throw new IllegalStateException("the run is not balanced: " + document.get("audit"));
    }
    return document;
  }

  /// The throw-away MariaDB of `broadside db start`; stopped by [#close()].
  record MariaDb(JsonNode serving) implements AutoCloseable {
    static MariaDb start(Path folder) throws IOException, InterruptedException {
      List<String> command = broadside("db", "start", "--json", "--data", folder.toString());
      return new MariaDb(Json.mapper().readTree(output(command, Map.of())));
    }

    String address() {
      return "127.0.0.1:" + serving.get("port").asInt() + "/broadside";
    }

    String user() {
      return serving.get("user").asString();
    }

    String title() {
      return serving.get("database").asString();
    }

    String password() throws IOException {
      return Files.readString(Path.of(serving.get("passwordFile").asString())).strip();
    }

    @Override
    public void close() throws IOException, InterruptedException {
      output(broadside("db", "stop", "--port", serving.get("port").asString()), Map.of());
    }
  }
}
