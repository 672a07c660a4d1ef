package dev.broadside.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.broadside.core.report.Json;
import dev.broadside.core.report.study.LimitingResource;
import dev.broadside.core.report.study.StudyColumn;
import dev.broadside.core.report.study.StudyDocument;
import dev.broadside.core.report.study.StudyTable;
import dev.broadside.system.harness.Command;
import dev.broadside.system.harness.MariaDb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// What a change in mid-run and a ladder show of a real database.
@Tag("nightly")
class MidRunTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private static final String INDEXED =
      """
      job-class: indexed
      tables:
        indexed:
          create: create table indexed (id ${whole} not null primary key, k ${whole} not null)${options}
          rows: 50000
          columns: {id: row, k: row}
          indexes: {by_k: k}
      statements:
        find: {sql: select id from indexed where k = :k, with: {k: "uniform(1, 50000)"}}
      transactions:
        one: {do: [find]}
      """;

  @TempDir private static Path folder;
  private static MariaDb mariaDb;

  @BeforeAll
  static void start() {
    mariaDb = MariaDb.start(folder.resolve("mariadb"));
  }

  @AfterAll
  static void stop() {
    mariaDb.close();
  }

  private static List<String> yaml(String name, String text) throws IOException {
    Path file = folder.resolve(name + ".yaml");
    Files.writeString(file, text);
    return List.of(file.toString());
  }

  private static List<String> onMariaDb(List<String> job) {
    List<String> words = new ArrayList<>(job);
    words.addAll(
        List.of(
            "--url",
            mariaDb.url(),
            "--user",
            mariaDb.user(),
            "--password-file",
            mariaDb.passwordFile().toString()));
    return words;
  }

  private static JsonNode said(String id, List<JsonNode> diagnoses) {
    return diagnoses.stream()
        .filter(one -> one.get("id").asString().equals(id))
        .findFirst()
        .orElseThrow(() -> new AssertionError(diagnoses.toString()));
  }

  /// The index goes as soon as the plan by it has been told, and the load goes on for long enough
  /// to see what that did.
  @Test
  void anIndexDroppedInMidRun() throws Exception {
    List<String> words = new ArrayList<>(List.of("run"));
    words.addAll(onMariaDb(yaml("plans", INDEXED)));
    Path json = folder.resolve("plans.json");
    words.addAll(List.of("--threads", "2", "--duration", "50s", "--json", json.toString()));
    try (Command run = Command.start(words.toArray(String[]::new))) {
      run.awaitText(MINUTE, "(\\[ 15s \\])");
      try (Connection connection =
          DriverManager.getConnection(mariaDb.url(), mariaDb.user(), mariaDb.password())) {
        connection.createStatement().execute("drop index by_k on indexed");
      }
      run.awaitExit(MINUTE.multipliedBy(2));
      JsonNode document = Json.mapper().readTree(Files.readString(json));
      JsonNode one = said("plan", document.get("diagnoses").valueStream().toList());
      assertTrue(one.get("sentence").asString().contains(" find by another plan "), one::toString);
      assertTrue(run.out().contains("find, changed at "), run::toString);
      assertTrue(run.out().contains("indexed: all rows"), run::toString);
    }
  }

  /// Each transaction keeps its lock for a while, so no number of threads gives more.
  @Test
  void aLadderOverOneRowIsLimitedByItsLocks() throws IOException {
    Path json = folder.resolve("ladder.json");
    List<String> words = new ArrayList<>(List.of("run"));
    words.addAll(
        onMariaDb(yaml("ladder", DiagnosesTest.HOT + "  one: {do: [same, {think: 10}]}\n")));
    words.addAll(List.of("--threads", "1,2,4", "--duration", "5s", "--json", json.toString()));
    try (Command run = Command.start(words.toArray(String[]::new))) {
      run.awaitExit(MINUTE);
      StudyTable table =
          StudyTable.of(Json.mapper().readValue(Files.readString(json), StudyDocument.class));
      LimitingResource limit = table.scaling().limit().orElseThrow(() -> new AssertionError(run));
      assumeFalse(limit.resource().equals("generator"), "the machine is busy");
      assertEquals("locks", limit.resource(), limit::sentence);
      assertEquals("1", limit.from());
      assertTrue(run.out().contains(limit.sentence()), run::toString);
      List<String> columns = table.columns().stream().map(StudyColumn::id).toList();
      assertTrue(columns.containsAll(List.of("db_iops", "db_lock_ms_per_tx")), columns::toString);
    }
  }
}
