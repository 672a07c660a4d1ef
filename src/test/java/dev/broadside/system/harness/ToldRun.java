package dev.broadside.system.harness;

import dev.broadside.core.report.Json;
import dev.broadside.testkit.MariaDbServer;
import dev.broadside.testkit.PostgreSqlServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/// What `broadside run` told of a run: its diagnoses, in their order.
///
/// @param command what was run, and what it printed
/// @param diagnoses as they stand in the result
public record ToldRun(String command, JsonNode result, List<JsonNode> diagnoses) {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /// A table of all that was told in this build, for people.
  private static final Path TABLE = Path.of("target", "diagnoses.md");

  /// A diagnosis, and its place among those of its run, from 1.
  public record Told(JsonNode diagnosis, int place) {
    public String sentence() {
      return diagnosis.get("sentence").asString();
    }
  }

  /// Runs a job in intervals of a second, and reads what was told.
  ///
  /// @param folder for its result
  /// @param words of `broadside run`
  public static ToldRun of(Path folder, List<String> words) {
    try {
      Path json = Files.createTempFile(folder, "run", ".json");
      List<String> all = new ArrayList<>(List.of("run"));
      all.addAll(words);
      all.addAll(List.of("--interval", "1s", "--json", json.toString()));
      try (Command run = Command.start(all.toArray(String[]::new))) {
        run.awaitExit(PATIENCE);
        JsonNode result = Json.mapper().readTree(Files.readString(json));
        if (!result.has("diagnoses")) {
          throw new AssertionError("no run: " + run);
        }
        ToldRun told =
            new ToldRun(run.toString(), result, result.get("diagnoses").valueStream().toList());
        told.check(run.out());
        return told;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// All records came, and the terminal says the same as the result.
  private void check(String out) {
    String audit = result.at("/audit/verdict").asString();
    if (!audit.equals("BALANCED")
        || diagnoses.stream().anyMatch(one -> !out.contains(one.get("sentence").asString()))) {
      throw new AssertionError(audit + ": " + this);
    }
  }

  /// The diagnosis of a rule, if it is among them.
  public Optional<Told> told(String rule) {
    return IntStream.range(0, diagnoses.size())
        .filter(i -> diagnoses.get(i).get("id").asString().equals(rule))
        .mapToObj(i -> new Told(diagnoses.get(i), i + 1))
        .findFirst();
  }

  public List<String> ids() {
    return diagnoses.stream().map(one -> one.get("id").asString()).toList();
  }

  /// Adds a line to the table, and shows it.
  public static void note(String... cells) {
    String line = "| " + String.join(" | ", cells) + " |\n";
    try {
      Files.writeString(TABLE, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    System.out.print(line);
  }

  /// A job that is to run on a server.
  ///
  /// @param password a file with it
  public static List<String> on(MariaDbServer server, Path password, List<String> job) {
    List<String> words = new ArrayList<>(job);
    words.addAll(List.of("--url", server.url(), "--user", MariaDbServer.USER));
    words.addAll(List.of("--password-file", password.toString()));
    return words;
  }

  /// A job that is to run on a server.
  public static List<String> on(PostgreSqlServer server, List<String> job) {
    List<String> words = new ArrayList<>(job);
    words.addAll(List.of("--url", server.url(), "--user", PostgreSqlServer.USER));
    return words;
  }

  @Override
  public String toString() {
    return diagnoses + "\n" + command;
  }
}
