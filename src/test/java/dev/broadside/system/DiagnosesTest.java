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
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Runs that something real holds back say so, and runs that nothing holds back say nothing.
@Tag("nightly")
class DiagnosesTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  /// What the machine that the tests run on may do to any run.
  private static final Set<String> OF_THE_MACHINE = Set.of("generator", "steal", "cpu");

  private static final String HOT =
      """
      job-class: hot
      tables:
        hot:
          create: create table hot (id ${whole} not null primary key, n ${whole} not null)${options}
          rows: 4
          columns: {id: row, n: 0}
      statements:
        same: update hot set n = n + 1 where id = 1
        first: {sql: update hot set n = n + 1 where id = :id, with: {id: "uniform(1, 4)"}}
        second: {sql: update hot set n = n + 1 where id = :id, with: {id: "uniform(1, 4)"}}
      transactions:
      """;

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

  /// The diagnoses of a run of twelve intervals.
  private static List<JsonNode> diagnoses(List<String> job, String... options) throws IOException {
    Path json = Files.createTempFile(folder, "run", ".json");
    List<String> words = new ArrayList<>(List.of("run"));
    words.addAll(job);
    words.addAll(List.of(options));
    words.addAll(List.of("--duration", "12s", "--interval", "1s", "--json", json.toString()));
    try (Command run = Command.start(words.toArray(String[]::new))) {
      run.awaitExit(MINUTE);
      JsonNode document = Json.mapper().readTree(Files.readString(json));
      assertEquals("BALANCED", document.at("/audit/verdict").asString(), run::toString);
      for (JsonNode one : document.get("diagnoses")) {
        assertTrue(run.out().contains(one.get("sentence").asString()), run::toString);
      }
      return List.copyOf(document.get("diagnoses").valueStream().toList());
    }
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

  private static void silent(List<JsonNode> diagnoses) {
    assertEquals(
        List.of(),
        diagnoses.stream()
            .filter(one -> !OF_THE_MACHINE.contains(one.get("id").asString()))
            .toList());
  }

  /// On a machine that is busy with other things the generator is the limit, and that is said.
  @Test
  void aRateBeyondItsThreads() throws IOException {
    List<JsonNode> all =
        diagnoses(List.of("noop"), "--iteration-time", "50ms", "--rate", "200", "--threads", "4");
    assumeFalse(all.toString().contains("\"id\":\"generator\""), "the machine is busy");
    assertTrue(
        said("rate", all).get("sentence").asString().startsWith("4 threads cannot reach 200"),
        all::toString);
  }

  @Test
  void deadlocksThatLeadToRepetitions() throws IOException {
    List<String> job = yaml("deadlocks", HOT + "  both: {do: [first, second]}\n");
    JsonNode one = said("retries", diagnoses(onMariaDb(job), "--threads", "8"));
    assertTrue(one.get("sentence").asString().endsWith("of the class deadlock"), one::toString);
  }

  @Test
  void locksThatAreNotGrantedInTime() throws IOException {
    List<String> job = new ArrayList<>(yaml("locks", HOT + "  one: {do: [same, {think: 20}]}\n"));
    job.addAll(List.of("--url", "jdbc:h2:mem:hot;LOCK_TIMEOUT=30;DB_CLOSE_DELAY=-1"));
    JsonNode one = said("locks", diagnoses(job, "--threads", "8"));
    assertEquals("LOCK_WAIT", one.at("/evidence/0/figure").asString());
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
    words.addAll(onMariaDb(yaml("ladder", HOT + "  one: {do: [same, {think: 10}]}\n")));
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "noop --think 5ms --threads 4",
        "noop --iteration-time 5ms --rate 100 --threads 8",
        "igenoltp --url jdbc:h2:mem:clean;DB_CLOSE_DELAY=-1 --think 10ms --threads 2",
      })
  void runsThatNothingHoldsBack(String words) throws IOException {
    silent(diagnoses(List.of(words.split(" "))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--think 20ms --threads 2", "--rate 40 --threads 4"})
  void runsThatNothingHoldsBackOnADatabase(String words) throws IOException {
    silent(diagnoses(onMariaDb(List.of("igenoltp")), words.split(" ")));
  }
}
