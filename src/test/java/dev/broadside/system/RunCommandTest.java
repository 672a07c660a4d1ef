package dev.broadside.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.report.Json;
import dev.broadside.system.harness.Command;
import dev.broadside.system.harness.MariaDb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// `broadside run` as its users have it: the packaged command, its worker, and what both leave
/// behind.
class RunCommandTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @TempDir private Path folder;

  @Test
  void aRunPrintsALineForEachIntervalAndTheVerdictsBeforeTheFigures() throws IOException {
    Path csv = folder.resolve("run.csv");
    try (Command run =
        Command.start(
            "run",
            "noop",
            "--think",
            "1ms",
            "--duration",
            "2s",
            "--interval",
            "500ms",
            "--csv",
            csv.toString())) {
      assertEquals(0, run.awaitExit(MINUTE), run::toString);
      List<String> lines = run.out().lines().toList();
      // What still ended behind the last interval has a line of its own, marked as such.
      List<String> intervals =
          lines.stream()
              .filter(line -> line.startsWith("[ ") && !line.endsWith("[drain]"))
              .toList();
      assertEquals(4, intervals.size(), run::toString);
      int verdict = indexOf(lines, "GENERATOR ");
      int audit = indexOf(lines, "AUDIT BALANCED");
      int figures = indexOf(lines, "operation ");
      assertTrue(0 < verdict && verdict < audit && audit < figures, run::toString);
      assertTrue(Files.readAllLines(csv).getFirst().startsWith("ts_utc,elapsed_s,run_id,"));
    }
  }

  @Test
  void aJobWhoseStatementsCannotWorkIsRefusedBeforeAnyLoadWithTheLineInTheAuthorsFile()
      throws IOException {
    Path file = folder.resolve("wrong.yaml");
    Files.writeString(
        file,
        """
        job-class: wrong
        setup: ["create table t (id bigint primary key, a bigint)", "insert into t values (1, 1)"]
        statements:
          u: {sql: "update t set b = b + 1 where id = 1", rows: 1}
        transactions: {q: {do: u}}
        """);
    List<String> command =
        List.of(
            "run",
            file.toString(),
            "--url",
            "jdbc:h2:mem:wrong;DB_CLOSE_DELAY=-1",
            "--duration",
            "1s");
    try (Command run = Command.start(command.toArray(String[]::new))) {
      assertEquals(2, run.awaitExit(MINUTE), run::toString);
      assertTrue(run.err().contains("wrong.yaml line 4: u cannot be prepared: "), run::toString);
      assertFalse(run.out().contains("AUDIT"), run::toString);
    }
  }

  @Test
  void whatFailsInALoadIsToldWithItsOperationAndTheLineInTheAuthorsFile() throws IOException {
    Path file = folder.resolve("existing-key.yaml");
    Files.writeString(
        file,
        """
        job-class: ek
        setup: ["create table e (id bigint primary key)", "insert into e values (1)"]
        statements:
          i: insert into e (id) values (1)
        transactions: {q: {do: i}}
        """);
    try (Command run =
        Command.start(
            "run",
            file.toString(),
            "--url",
            "jdbc:h2:mem:ek;DB_CLOSE_DELAY=-1",
            "--duration",
            "1s",
            "--no-rehearsal")) {
      assertEquals(4, run.awaitExit(MINUTE), run::toString);
      assertTrue(
          run.out().matches("(?s).* constraint +i +23505 23505 .*, at existing-key.yaml line 4.*"),
          run::toString);
    }
  }

  private static int indexOf(List<String> lines, String beginning) {
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith(beginning)) {
        return i;
      }
    }
    return -1;
  }

  @Test
  void jsonOnStandardOutputStandsThereAlone() {
    try (Command run =
        Command.start("run", "noop", "--think", "1ms", "--duration", "1s", "--json", "-")) {
      assertEquals(0, run.awaitExit(MINUTE), run::toString);
      JsonNode document = Json.mapper().readTree(run.out());
      assertEquals("completed", document.path("job").path("state").asString());
      assertTrue(run.err().contains("AUDIT BALANCED"), run::toString);
    }
  }

  /// A device that is always full stands for a disk that fills during the run.
  @Test
  @EnabledOnOs(OS.LINUX)
  void aResultThatCannotBeWrittenIsShownAllTheSame() {
    try (Command run =
        Command.start("run", "noop", "--think", "1ms", "--duration", "1s", "--json", "/dev/full")) {
      assertEquals(1, run.awaitExit(MINUTE), run::toString);
      assertTrue(run.out().contains("AUDIT BALANCED"), run::toString);
      assertTrue(run.err().contains("broadside: --json /dev/full: it could not"), run::toString);
    }
  }

  @Test
  void aRunThatIsToldToEndReportsWhatItHasDone() {
    try (Command run = Command.start("run", "noop", "--think", "1ms", "--duration", "10m")) {
      run.awaitText(MINUTE, "(tps: )");
      run.terminate();
      assertEquals(143, run.awaitExit(MINUTE), run::toString);
      assertTrue(run.out().contains("AUDIT BALANCED"), run::toString);
      assertTrue(run.out().contains("noop cancelled"), run::toString);
    }
  }

  @Test
  void aRunThatDoesNotEndIsKilledByTheSecondSignalAndReportsAllTheSame() throws IOException {
    Path json = folder.resolve("killed.json");
    try (Command run =
        Command.start(
            "run",
            "noop",
            "--iteration-time",
            "1h",
            "--duration",
            "1h",
            "--grace",
            "1h",
            "--json",
            json.toString())) {
      run.awaitText(MINUTE, "(tps: )");
      run.terminate();
      run.awaitText(MINUTE, "(once more to end at once)");
      run.terminate();
      assertEquals(143, run.awaitExit(MINUTE), run::toString);
      assertTrue(run.out().contains("noop cancelled"), run::toString);
      JsonNode audit = Json.mapper().readTree(Files.readString(json)).path("audit");
      assertEquals(1, audit.path("uncertain").asInt(), run::toString);
    }
  }

  @Test
  void igenoltpWritesTheDocumentOfItsContract() throws IOException {
    Path json = folder.resolve("run.json");
    try (MariaDb database = MariaDb.start(folder.resolve("db"));
        Command run =
            Command.start(
                "run",
                "igenoltp",
                "--url",
                database.url(),
                "--user",
                database.user(),
                "--password-file",
                database.passwordFile().toString(),
                "--threads",
                "2",
                "--think",
                "2ms",
                "--scale",
                "0.05",
                "--warmup",
                "500ms",
                "--duration",
                "2s",
                "--interval",
                "500ms",
                "--json",
                json.toString())) {
      assertEquals(0, run.awaitExit(MINUTE), run::toString);
      checkDocument(Json.mapper().readTree(Files.readString(json)), database.password());
    }
  }

  private static void checkDocument(JsonNode document, String password) {
    for (String part :
        List.of(
            "job",
            "parameters",
            "phases",
            "summary",
            "operations",
            "intervals",
            "agents",
            "generator",
            "audit",
            "provenance")) {
      assertTrue(document.has(part), part);
    }
    JsonNode summary = document.path("summary");
    for (String field : List.of("transactions", "failed", "uncertain", "retried")) {
      assertTrue(summary.path(field).isNumber(), field);
    }
    for (String measure : List.of("throughput", "statements")) {
      assertTrue(summary.path("measures").path(measure).isNumber(), measure);
    }
    for (String field : List.of("mean", "p50", "p90", "p95", "p99", "p99.9", "max")) {
      assertTrue(summary.path("latencyMillis").path(field).asDouble(0) > 0, field);
    }
    assertTrue(document.path("intervals").size() >= 4, document.path("intervals")::toString);
    assertTrue(document.path("operations").has("insert_order"));
    assertEquals("BALANCED", document.path("audit").path("verdict").asString());
    assertFalse(document.toString().contains(password), "the password stands in the document");
  }
}
