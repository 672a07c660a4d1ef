package dev.broadside.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.Await;
import dev.broadside.system.harness.Api;
import dev.broadside.system.harness.Installation;
import dev.broadside.system.harness.MariaDb;
import dev.broadside.system.harness.MetricQueries;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The life of a job in ten hops, as docs/life-of-a-job.md tells it, on real processes: a server,
/// two agents, their workers, and MariaDB. One job lives through all tests of this class, in order.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class LifeOfAJobTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final String JOB = "life-of-a-job";

  @TempDir private static Path folder;

  private MariaDb database;
  private Installation installation;
  private Api api;

  @BeforeAll
  void startEverythingButTheSecondAgent() {
    database = MariaDb.start(folder.resolve("db"));
    installation = Installation.start(folder).withAgents(1);
    api = installation.api();
  }

  @AfterAll
  void stopEverything() {
    installation.close();
    database.close();
  }

  private Map<String, Object> job() {
    return Map.of(
        "id", JOB,
        "name", "life of a job",
        "jobClass", "igenoltp",
        "parameters",
            Map.of(
                "url", database.url(),
                "user", database.user(),
                "password", database.password(),
                "scale", "0.05"),
        "agents", 2,
        "threads", 4,
        "think", "5ms",
        "warmup", "2s",
        // Its load must not be over before a busy machine gets to changing it.
        "duration", "30s",
        "interval", "500ms");
  }

  @Test
  @Order(1)
  void hop1TheFormIsMadeFromTheParametersThatTheJobClassDeclares() {
    JsonNode igenoltp = null;
    for (JsonNode one : api.get("/api/v1/job-classes").body().get("jobClasses")) {
      igenoltp = one.get("id").asString().equals("igenoltp") ? one : igenoltp;
    }
    assertTrue(igenoltp != null, "igenoltp is in the catalogue");
    List<String> names =
        igenoltp.get("parameters").valueStream().map(p -> p.get("name").asString()).toList();
    assertTrue(
        names.containsAll(List.of("url", "user", "password", "scale", "mix")), names::toString);
  }

  @Test
  @Order(2)
  void hop2AWrongBodyBecomesAListOfProblems() {
    Map<String, Object> wrong = new HashMap<>(job());
    wrong.put("parameters", Map.of("url", database.url(), "scale", "none", "mix", "other"));
    wrong.put("duration", "soon");

    Api.Answer answer = api.post("/api/v1/jobs", wrong);

    assertEquals(422, answer.status());
    List<String> places =
        answer.body().get("problems").valueStream().map(p -> p.get("where").asString()).toList();
    assertTrue(places.size() >= 3, places::toString);
    assertEquals(404, api.get("/api/v1/jobs/" + JOB).status(), "nothing was kept");
  }

  @Test
  @Order(3)
  void hop3TheJobIsKeptAndHandingItInAgainIsHarmless() {
    assertEquals(201, api.post("/api/v1/jobs", job()).status());
    assertEquals(200, api.post("/api/v1/jobs", job()).status());

    Map<String, Object> other = new HashMap<>(job());
    other.put("threads", 5);
    assertEquals(409, api.post("/api/v1/jobs", other).status());
  }

  @Test
  @Order(4)
  void hop4ItWaitsAndSaysWhy() {
    Await.until(
        MINUTE,
        "the reason to wait",
        () -> view().path("reason").asString("").contains("needs 2 agents, 1 connected"),
        this::view);
    assertEquals("pending", view().get("state").asString());
  }

  @Test
  @Order(5)
  void hop5And6WithASecondAgentItIsPlacedAndPrepared() {
    installation.agent("a2");

    Await.until(
        MINUTE, "two agents assigned", () -> view().path("assigned").size() == 2, this::view);
  }

  @Test
  @Order(7)
  void hop7AllBeginTogether() {
    api.awaitState(JOB, "running", MINUTE);
  }

  @Test
  @Order(8)
  void hop8And9IntervalsArriveWhileItRuns() {
    Await.until(
        MINUTE,
        "intervals in the results so far",
        () -> {
          JsonNode soFar = api.results(JOB);
          return soFar.path("intervals").size() >= 3 && !soFar.has("seal");
        },
        this::view);
  }

  @Test
  @Order(8)
  void whileItRunsItsSumsAreMetrics() {
    String job = "job_id=\"" + JOB + '"';
    JsonNode soFar = api.results(JOB);
    Map<String, Double> metrics = api.metrics();

    assertEquals(2, metrics.get("broadside_agents{state=\"connected\"}"));
    assertEquals(1, metrics.get("broadside_jobs{state=\"running\"}"));
    assertTrue(
        metrics.get("broadside_job_transactions_total{" + job + ",outcome=\"ok\"}") > 0,
        metrics::toString);
    assertEquals(
        metrics.get("broadside_job_latency_seconds_count{" + job + "}"),
        metrics.get("broadside_job_latency_seconds_bucket{" + job + ",le=\"+Inf\"}"));
    soFar
        .get("operations")
        .propertyNames()
        .forEach(name ->
            assertTrue(
                metrics.containsKey(
                    "broadside_job_operation_latency_seconds_count{%s,operation=\"%s\"}"
                        .formatted(job, name)),
                name));
    for (JsonNode figure : soFar.get("figures")) {
      String label = "figure=\"" + figure.get("id").asString() + '"';
      boolean known = figure.has("total") || figure.has("value") || figure.has("distribution");
      assertTrue(!known || metrics.keySet().stream().anyMatch(one -> one.contains(label)), label);
    }
    assertTrue(api.metrics().entrySet().stream().noneMatch(decreased(metrics)), "counters rise");
    MetricQueries queries = MetricQueries.read();
    Await.until(
        MINUTE,
        "metrics that deploy/ asks for",
        () -> queries.unknown(api.metrics().keySet()).isEmpty(),
        () -> queries.unknown(api.metrics().keySet()));
  }

  private static Predicate<Map.Entry<String, Double>> decreased(Map<String, Double> before) {
    return now ->
        now.getKey().contains("_total{") && now.getValue() < before.getOrDefault(now.getKey(), 0.0);
  }

  @Test
  @Order(9)
  void itsLoadIsChangedOnBothAgentsWhileItRuns() {
    Api.Answer answer =
        api.post("/api/v1/jobs/" + JOB + "/control", Map.of("threads", 2, "think", "none"));

    assertEquals(201, answer.status(), () -> answer.body().toString());
    assertEquals("2 threads per agent, no think time", answer.body().get("text").asString());
    assertEquals(2, view().at("/control/set/threads").asInt());
  }

  @Test
  @Order(10)
  void hop10ItIsDoneAndEverythingAddsUp() {
    api.awaitState(JOB, "completed", MINUTE);
    JsonNode result = api.results(JOB);

    assertEquals(
        "BALANCED", result.at("/audit/verdict").asString(), () -> result.get("audit").toString());
    assertEquals(2, result.get("agents").size());
    assertEquals(8, result.at("/job/threads").asInt());
    assertEquals(4, atWorkInTheLastFullInterval(result), "two threads of each agent were left");
    assertTrue(
        result.get("marks").valueStream().anyMatch(m -> m.get("kind").asString().equals("control")),
        () -> result.get("marks").toString());
    assertTrue(result.get("intervals").size() >= 64, "2 s and 30 s in halves are 64 intervals");
    long sum = 0;
    for (JsonNode interval : result.get("intervals")) {
      sum += interval.get("transactions").asLong();
    }
    assertEquals(result.at("/audit/ok").asLong(), sum, "the intervals add up to the audit");
    long agents =
        result
            .get("agents")
            .valueStream()
            .mapToLong(a -> a.at("/stats/transactions").asLong())
            .sum();
    assertEquals(
        result.at("/summary/transactions").asLong(), agents, "the agents add up to the summary");
    assertTrue(!result.toString().contains(database.password()), "no secret is in the result");
    assertTrue(
        api.metrics().keySet().stream().noneMatch(name -> name.contains("job_id")),
        "a job that has ended is no metric");
  }

  private static int atWorkInTheLastFullInterval(JsonNode result) {
    return result.at("/intervals/63/threads").asInt();
  }

  private JsonNode view() {
    return api.get("/api/v1/jobs/" + JOB).body();
  }
}
