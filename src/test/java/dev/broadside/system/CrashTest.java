package dev.broadside.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.Await;
import dev.broadside.system.harness.Api;
import dev.broadside.system.harness.Audits;
import dev.broadside.system.harness.Command;
import dev.broadside.system.harness.Installation;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.h2.tools.Server;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// What is killed loses nothing that was counted, and is back at work soon.
class CrashTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration LATEST_RETURN = Duration.ofSeconds(10);
  private static final int THREADS = 4;
  private static final int KILLS = Integer.getInteger("kills", 1);

  /// As the audit has it.
  private static final Pattern LATENCIES = Pattern.compile("the latencies of ([0-9]+) transaction");

  @TempDir private Path folder;

  /// The newest interval that was there.
  private long seen;

  /// `-Dkills=100` kills it as often.
  @Test
  void aServerKilledInMidRunComesBackWithEveryInterval() {
    try (Installation installation = Installation.start(folder).withAgents(2)) {
      Api api = installation.api();
      String job = api.submit(Api.noop(2, "2h"));
      api.awaitState(job, "running", MINUTE);
      awaitIntervals(api, job, 3);
      for (int kill = 0; kill < KILLS; kill++) {
        int before = api.results(job).get("intervals").size();
        installation.crashAndRestartServer();
        awaitIntervals(api, job, before + 3);
      }
      api.post("/api/v1/jobs/" + job + "/cancel", Map.of());

      JsonNode result = api.awaitEnd(job, MINUTE);
      assertEquals(
          "BALANCED", result.at("/audit/verdict").asString(), result.get("audit")::toString);
      // The order to stop reaches one agent before the other: the last interval may be of one only.
      JsonNode last = result.at("/intervals").get(result.get("intervals").size() - 1);
      assertEquals(
          last.get("index").asLong(),
          wholeOnesBefore(last, result),
          "every interval of an outage is there");
    }
  }

  /// A worker, an agent with its worker, and an agent that is stopped as an upgrade stops it, the
  /// last being the one that verifies the target. `-Dkills=100` does the first two as often.
  @Test
  void whateverIsKilledTakesItsLoadUpAgain() throws SQLException {
    Server database = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
    try (Installation installation = Installation.start(folder)) {
      Api api = installation.api();
      Command first = installation.agent("a1");
      Command second = installation.agent("a2");
      api.awaitAgents(2, MINUTE);
      String job = api.submit(ledger(database));
      api.awaitState(job, "running", MINUTE);
      awaitIntervals(api, job, 3);
      List<Double> afterWorkers = new ArrayList<>();
      List<Double> afterAgents = new ArrayList<>();
      for (int round = 0; round < KILLS; round++) {
        ProcessHandle worker = second.awaitWorker(MINUTE);
        worker.destroyForcibly();
        afterWorkers.add(awaitLoad(api, job, "a killed worker", second));
        assertTrue(second.handle().isAlive(), "the agent survives its worker");

        ProcessHandle next = second.awaitWorker(MINUTE);
        second.handle().destroyForcibly();
        next.destroyForcibly();
        second.awaitExit(MINUTE);
        second = installation.agent("a2");
        afterAgents.add(awaitLoad(api, job, "a killed agent", second));
      }
      first.terminateFamily();
      assertEquals(143, first.awaitExit(MINUTE), first::toString);
      first = installation.agent("a1");
      awaitLoad(api, job, "an agent that was stopped", first);
      api.post("/api/v1/jobs/" + job + "/cancel", Map.of());

      JsonNode result = api.awaitEnd(job, MINUTE);
      System.out.println("load was back, after a worker was killed: " + told(afterWorkers));
      System.out.println("load was back, after an agent was started again: " + told(afterAgents));
      System.out.println(missing(result));
      assertExact(result, 2 * THREADS * KILLS);
    } finally {
      database.stop();
    }
  }

  private static void assertExact(JsonNode result, int mostUncertain) {
    JsonNode audit = result.get("audit");
    Audits.assertExact(audit);
    assertTrue(audit.get("uncertain").asLong() <= mostUncertain, "one per thread: " + audit);
    for (JsonNode check : audit.get("checks")) {
      assertFalse(check.get("evidence").asBoolean(), "every count is there: " + audit);
    }
    assertEquals(3, audit.get("checks").size(), audit::toString);
  }

  /// An interval that began since then has the load of both.
  ///
  /// @return how many seconds it took until the server told of it: up to two intervals longer than
  ///   until there was load
  private double awaitLoad(Api api, String job, String after, Command agent) {
    long began = System.nanoTime();
    long since = api.intervals(job, seen).getLast().get("index").asLong();
    seen = since;
    Await.until(
        MINUTE,
        "the load after " + after,
        () ->
            api.intervals(job, since + 2).stream()
                .anyMatch(interval -> interval.get("missing").isEmpty()),
        () -> api.get("/api/v1/jobs/" + job).body() + "\n" + agent);
    return (System.nanoTime() - began) / 1e9;
  }

  private static String told(List<Double> seconds) {
    List<Double> sorted = seconds.stream().sorted().toList();
    return String.format(
        Locale.ROOT,
        "median %.1f s, 90th percentile %.1f s, longest %.1f s; %d of %d within 10 s",
        sorted.get(sorted.size() / 2),
        sorted.get(sorted.size() * 9 / 10),
        sorted.getLast(),
        sorted.stream().filter(one -> one <= LATEST_RETURN.toSeconds()).count(),
        sorted.size());
  }

  /// What the audit says is missing: those in flight are uncertain, and not among it.
  private static String missing(JsonNode result) {
    JsonNode audit = result.get("audit");
    List<Long> latencies =
        audit
            .get("findings")
            .valueStream()
            .map(finding -> LATENCIES.matcher(finding.asString()))
            .filter(Matcher::find)
            .map(found -> Long.parseLong(found.group(1)))
            .toList();
    return "latencies missing: %d of %s transactions, of %d workers, at most %d of one's; uncertain: %s"
        .formatted(
            latencies.stream().mapToLong(one -> one).sum(),
            audit.get("begun"),
            latencies.size(),
            latencies.stream().mapToLong(one -> one).max().orElse(0),
            audit.get("uncertain"));
  }

  private static Map<String, Object> ledger(Server database) {
    return Map.of(
        "jobClass",
        "ledger",
        "parameters",
        Map.of(
            "url",
            "jdbc:h2:tcp://127.0.0.1:" + database.getPort() + "/mem:ledger;DB_CLOSE_DELAY=-1"),
        "agents",
        2,
        "threads",
        THREADS,
        "interval",
        "500ms",
        "think",
        "5ms",
        "duration",
        "2h");
  }

  private static void awaitIntervals(Api api, String job, int count) {
    Await.until(
        MINUTE,
        count + " intervals",
        () -> api.results(job).path("intervals").size() >= count,
        () -> api.get("/api/v1/jobs/" + job).body());
  }

  private static long wholeOnesBefore(JsonNode last, JsonNode result) {
    return result
        .get("intervals")
        .valueStream()
        .filter(interval -> !interval.equals(last) && interval.get("missing").isEmpty())
        .count();
  }
}
