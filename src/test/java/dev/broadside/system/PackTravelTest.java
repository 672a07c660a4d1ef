package dev.broadside.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.Await;
import dev.broadside.system.harness.Api;
import dev.broadside.system.harness.Command;
import dev.broadside.system.harness.Installation;
import dev.broadside.system.harness.MariaDb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// A job class of one's own: the example project, installed on the server only, runs on agents that
/// never had it.
class PackTravelTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @TempDir private Path folder;

  @Test
  void theExampleTravelsToTwoAgentsAndATamperedJarIsRefused() throws IOException {
    try (MariaDb database = MariaDb.start(folder.resolve("db"));
        Installation installation = Installation.start(folder).withAgents(2)) {
      String sha256 = install(installation);
      Api api = installation.api();

      String job = api.submit(job(database, 2));
      api.awaitState(job, "completed", MINUTE);

      JsonNode result = api.results(job);
      assertEquals(
          "BALANCED", result.at("/audit/verdict").asString(), result.get("audit")::toString);
      assertEquals("no step is lost", result.at("/audit/checks/0/name").asString());
      assertTrue(result.at("/summary/transactions").asLong() > 0);
      assertEquals(sha256, result.at("/job/pack").asString());
      holdsTheFiguresOfTheExample(api, job, result);
      bringsTheFlightRecordings(installation, job);
      for (String agent : new String[] {"a1", "a2"}) {
        assertTrue(hasPack(folder.resolve(agent), sha256), agent + " fetched the pack");
      }
      refusesATamperedJar(installation, database, sha256);
    }
  }

  /// They come behind the end, and the JDK reads them.
  private void bringsTheFlightRecordings(Installation installation, String job) throws IOException {
    String path = "/api/v1/jobs/" + job + "/recordings";
    Await.until(
        MINUTE,
        "the recordings to come",
        () -> installation.api().get(path).body().findValues("missing").isEmpty(),
        () -> installation.api().get(path).body());
    try (Command profile =
        Command.start(
            "job", "profile", job, "-o", folder.toString(), "--server", installation.data())) {
      assertEquals(0, profile.awaitExit(MINUTE), profile::toString);
    }
    for (String agent : new String[] {"a1", "a2"}) {
      List<RecordedEvent> events =
          RecordingFile.readAllEvents(folder.resolve(job + "-" + agent + ".jfr"));
      assertTrue(
          events.stream()
              .anyMatch(one -> one.getEventType().getName().equals("jdk.JVMInformation")),
          agent);
    }
  }

  /// What the example declares stands in the result, in its intervals, in the exports and in what
  /// charts draw, and no line of the server knows of it.
  private static void holdsTheFiguresOfTheExample(Api api, String job, JsonNode result) {
    Map<String, JsonNode> figures = new HashMap<>();
    result.get("figures").forEach(one -> figures.put(one.get("id").asString(), one));
    long transactions = result.at("/summary/transactions").asLong();
    assertEquals(transactions, figures.get("steps").get("total").asLong());
    assertEquals(transactions, figures.get("commit").at("/distribution/count").asLong());
    assertEquals(transactions, figures.get("height").at("/distribution/count").asLong());
    assertTrue(figures.get("tries").get("total").asLong() >= transactions);
    assertTrue(figures.get("tries").get("perTransaction").asDouble() >= 1);
    assertEquals(2, figures.get("connections").get("value").asInt());

    JsonNode intervals = result.get("intervals");
    assertEquals("steps", intervals.at("/0/figures/declared/0/id").asString());
    long steps = 0;
    long begun = 0;
    for (JsonNode interval : intervals) {
      steps += interval.at("/figures/values/steps").asLong();
      begun += interval.at("/transactions").asLong();
    }
    assertEquals(begun, steps);

    JsonNode series = api.get("/api/v1/jobs/" + job + "/series?figures=true").body();
    assertEquals("steps", series.at("/figures/0/id").asString());
    assertTrue(series.at("/metrics/steps/high/0").asDouble() > 0, series::toString);
    assertTrue(series.at("/metrics/commit p99/high/0").asDouble() > 0, series::toString);
    assertTrue(
        api.get("/api/v1/jobs/" + job + "/series").body().at("/metrics/steps").isMissingNode());
  }

  /// An agent that has never seen the pack meets a server whose file was changed.
  private void refusesATamperedJar(Installation installation, MariaDb database, String sha256)
      throws IOException {
    Path kept = installation.folder().resolve("server/packs/" + sha256 + ".jar");
    byte[] bytes = Files.readAllBytes(kept);
    bytes[bytes.length / 2] ^= 1;
    Files.write(kept, bytes);
    installation.agent("a3");
    Api api = installation.api();
    api.awaitAgents(3, MINUTE);

    String job = api.submit(job(database, 3));
    api.awaitState(job, "failed", MINUTE);

    String reason = api.get("/api/v1/jobs/" + job).body().get("reason").asString();
    assertTrue(reason.contains(sha256.substring(0, 8)) || reason.contains("SHA-256"), reason);
  }

  private static String install(Installation installation) {
    Path jar = Path.of(System.getProperty("broadside.example"));
    try (Command install =
        Command.start(
            "pack", "install", jar.toString(), "--server", installation.data(), "--json")) {
      assertEquals(0, install.awaitExit(MINUTE), install::toString);
      return install.awaitText(MINUTE, "\"sha256\" *: *\"([0-9a-f]{64})\"");
    }
  }

  private static Map<String, Object> job(MariaDb database, int agents) {
    return Map.of(
        "jobClass",
        "hot_counter",
        "profile",
        true,
        "parameters",
        Map.of(
            "url", database.url(),
            "user", database.user(),
            "password", database.password(),
            "counters", "20"),
        "agents",
        agents,
        "threads",
        2,
        "think",
        "5ms",
        "duration",
        "2s");
  }

  private static boolean hasPack(Path agent, String sha256) throws IOException {
    try (Stream<Path> files = Files.walk(agent)) {
      return files.anyMatch(file -> file.getFileName().toString().startsWith(sha256));
    }
  }
}
