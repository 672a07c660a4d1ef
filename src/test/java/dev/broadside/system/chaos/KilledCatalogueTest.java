package dev.broadside.system.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.Await;
import dev.broadside.system.harness.Api;
import dev.broadside.system.harness.Audits;
import dev.broadside.system.harness.Command;
import dev.broadside.system.harness.Installation;
import dev.broadside.testkit.MariaDbServer;
import dev.broadside.testkit.PostgreSqlServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Every bundled job class that drives a database, with one of its two agents killed by kill -9 in
/// mid run and started again: its checks hold, and every count is in the result once.
@Tag("nightly")
class KilledCatalogueTest {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final int SECONDS = Integer.getInteger("killed.seconds", 60);

  /// These play what they are given.
  private static final Set<String> NOTHING_OF_THEIR_OWN = Set.of("replay", "tool");

  /// As much data as a run of a minute needs.
  private static final Map<String, Map<String, String>> SMALL =
      Map.of(
          "igenoltp", Map.of("scale", "0.1"),
          "tpcc", Map.of("scale", "0.1"),
          "ch", Map.of("scale", "0.02"),
          "order_entry", Map.of("scale", "0.01"),
          "dvdstore", Map.of("scale", "0.1"));

  @TempDir private Path folder;

  @Test
  void everyJobClassOfTheCatalogueIsBalancedAfterAKill() throws SQLException {
    MariaDbServer mariaDb = MariaDbServer.start();
    PostgreSqlServer postgreSql = PostgreSqlServer.start();
    List<Map<String, String>> targets =
        List.of(
            Map.of(
                "url", mariaDb.url(),
                "user", MariaDbServer.USER,
                "password", MariaDbServer.PASSWORD),
            Map.of("url", postgreSql.url(), "user", PostgreSqlServer.USER));
    List<String> failures = new ArrayList<>();
    int runs = 0;
    try (Installation installation = Installation.start(folder)) {
      installation.agent("steady");
      Command victim = installation.agent("victim");
      for (JsonNode jobClass :
          installation.api().get("/api/v1/job-classes").body().at("/jobClasses")) {
        String name = jobClass.path("id").asString();
        if (!drives(jobClass) || NOTHING_OF_THEIR_OWN.contains(name)) {
          continue;
        }
        for (Map<String, String> target : targets) {
          runs++;
          try {
            String job = begin(installation.api(), name, withDatabaseOfItsOwn(name, target));
            victim.awaitWorker(PATIENCE);
            victim.close();
            victim = installation.agent("victim");
            judge(name + " " + target.get("url"), installation.api().awaitEnd(job, PATIENCE));
          } catch (AssertionError e) {
            failures.add(name + " on " + target.get("url") + ": " + e.getMessage());
          }
        }
      }
    }
    assertEquals(List.of(), failures);
    assertTrue(runs > 30, "runs: " + runs);
  }

  /// Several job classes have a table of one name.
  private static Map<String, String> withDatabaseOfItsOwn(String name, Map<String, String> target)
      throws SQLException {
    String url = target.get("url");
    try (Connection connection =
            DriverManager.getConnection(
                url, target.get("user"), target.getOrDefault("password", ""));
        Statement statement = connection.createStatement()) {
      statement.execute("create database of_" + name);
    }
    Map<String, String> own = new HashMap<>(target);
    own.put("url", url.replaceFirst("(//[^/]+/)\\w+", "$1of_" + name));
    return own;
  }

  private static boolean drives(JsonNode jobClass) {
    return jobClass
        .path("parameters")
        .valueStream()
        .anyMatch(one -> one.path("name").asString().equals("url"));
  }

  /// Begins a run, and returns its id once a third of its time has passed.
  private static String begin(Api api, String name, Map<String, String> target) {
    Map<String, String> parameters = new HashMap<>(target);
    parameters.putAll(SMALL.getOrDefault(name, Map.of()));
    api.awaitAgents(2, PATIENCE);
    String job =
        api.submit(
            Map.of(
                "jobClass",
                name,
                "parameters",
                parameters,
                "agents",
                2,
                "threads",
                8,
                "interval",
                "500ms",
                "duration",
                SECONDS + "s"));
    api.awaitState(job, "running", PATIENCE);
    Await.until(
        PATIENCE,
        "a third of the intervals of " + name,
        () -> api.results(job).path("intervals").size() >= SECONDS * 2 / 3,
        () -> api.get("/api/v1/jobs/" + job).body());
    return job;
  }

  /// Balanced; or what is missing are latencies and texts that the killed worker was about to
  /// store, while all counts are there.
  private static void judge(String what, JsonNode result) {
    JsonNode audit = result.path("audit");
    System.out.printf(
        "%-70s %s %,d ok%n", what, audit.path("verdict").asString(), audit.path("ok").asLong());
    assertTrue(audit.path("ok").asLong() > 0, () -> "" + result.path("errors"));
    Audits.assertExact(audit);
    assertTrue(!audit.path("verdict").asString().equals("CONFLICT"), audit::toString);
  }
}
