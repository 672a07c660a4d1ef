package dev.broadside.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.Await;
import dev.broadside.core.fixture.FreePort;
import dev.broadside.core.report.Json;
import dev.broadside.system.harness.Installation;
import dev.broadside.system.harness.MetricQueries;
import dev.broadside.system.harness.NotRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// A real Prometheus with the files of deploy/, beside a server with a job: what the dashboard of
/// deploy/grafana asks has an answer, and the alerts are rules. And one that is pushed to, which
/// has of each interval what the job's result has.
class PrometheusTest {
  private static final Path DEPLOY = Path.of("../../deploy/prometheus");
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private final HttpClient http = HttpClient.newHttpClient();

  @TempDir private Path folder;

  @Test
  void whateverTheDashboardAsksHasAnAnswerAndAlertsAreRules() throws Exception {
    Path program = NotRun.unlessOnPath("prometheus", "the check of dashboard and alerts");
    MetricQueries queries = MetricQueries.read();
    int port = FreePort.find();
    try (Installation installation = Installation.start(folder.resolve("b")).withAgents(1)) {
      String job =
          installation
              .api()
              .submit(
                  Map.of(
                      "jobClass",
                      "noop",
                      "threads",
                      2,
                      "rate",
                      200,
                      "warmup",
                      "0s",
                      "duration",
                      "2m"));
      installation.api().awaitState(job, "running", MINUTE);
      Process prometheus = started(program, port, configured(installation), List.of());
      try {
        for (MetricQueries.Query asked : queries.dashboard()) {
          String query = asGrafanaSends(asked, job);
          Await.until(
              MINUTE, query, () -> answers(port, query), () -> get(port, "/api/v1/targets"));
        }
        JsonNode rules = get(port, "/api/v1/rules").at("/data/groups/0/rules");
        assertEquals(queries.alerts().size(), rules.size(), rules::toString);
        Await.until(
            MINUTE,
            "all rules evaluated",
            () ->
                get(port, "/api/v1/rules")
                    .at("/data/groups/0/rules")
                    .valueStream()
                    .allMatch(one -> one.path("health").asString().equals("ok")),
            () -> get(port, "/api/v1/rules"));
      } finally {
        prometheus.destroyForcibly().waitFor();
      }
    }
  }

  @Test
  void whatIsPushedByRemoteWriteIsWhatTheResultHas() throws Exception {
    Path program = NotRun.unlessOnPath("prometheus", "the push by remote write");
    check(program, "remoteWrite", "/api/v1/write", List.of("--web.enable-remote-write-receiver"));
  }

  @Test
  void whatIsPushedByOtlpIsWhatTheResultHas() throws Exception {
    Path program = NotRun.unlessOnPath("prometheus", "the push by OTLP");
    List<String> options =
        Stream.of("--web.enable-otlp-receiver", "--enable-feature=otlp-write-receiver")
            .filter(
                option -> help(program).contains(option.replaceFirst("--(enable-feature=)?", "")))
            .limit(1)
            .toList();
    if (options.isEmpty()) {
      throw NotRun.because("the push by OTLP needs a Prometheus with a receiver of it, 2.47");
    }
    check(program, "otlp", "/api/v1/otlp/v1/metrics", options);
  }

  private static String help(Path program) {
    try {
      Process help =
          new ProcessBuilder(program.toString(), "--help").redirectErrorStream(true).start();
      return new String(help.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Of a job on two agents with failures, and of each of its intervals.
  private void check(Path program, String protocol, String path, List<String> options)
      throws Exception {
    int port = FreePort.find();
    Path file =
        Files.writeString(
            folder.resolve("push.yaml"),
            "receivers: {there: {%s: 'http://127.0.0.1:%d%s'}}".formatted(protocol, port, path));
    Process prometheus = started(program, port, "", options);
    try (Installation installation =
        Installation.start(folder.resolve("b"), "--push", file.toString()).withAgents(2)) {
      String job =
          installation
              .api()
              .submit(
                  Map.of(
                      "jobClass",
                      "noop",
                      "agents",
                      2,
                      "threads",
                      2,
                      "rate",
                      300,
                      "warmup",
                      "2s",
                      "duration",
                      "6s"));
      installation.api().awaitEnd(job, MINUTE);
      List<JsonNode> intervals = installation.api().intervals(job, 0);
      String mine = "{" + (protocol.equals("otlp") ? "instance" : "job_id") + "=\"" + job + "\"";
      String ok = "broadside_transactions_total" + mine + ",outcome=\"ok\"}";
      double counted = intervals.stream().mapToLong(one -> one.path("transactions").asLong()).sum();
      assertTrue(counted > 2_000, () -> "" + intervals);
      Await.until(
          MINUTE,
          "all of " + counted,
          () -> number(port, "sum(max_over_time(" + ok + "[1h]))") == counted,
          () ->
              get(port, query(ok + "[1h]"))
                  + "\n"
                  + installation.api().get("/api/v1/server").body());
      JsonNode threads = get(port, query("broadside_threads" + mine + "}[1h]"));
      Map<Long, Double> pushed = new TreeMap<>();
      threads
          .at("/data/result/0/values")
          .forEach(value ->
              pushed.put(
                  Math.round(1_000 * value.get(0).asDouble()),
                  Double.parseDouble(value.get(1).asString())));
      Instant start = Instant.parse(results(installation, job).path("startedAt").asString());
      Map<Long, Double> wanted = new TreeMap<>();
      for (JsonNode one : intervals) {
        double end = one.path("startMillis").asDouble() + one.path("lengthMillis").asDouble();
        wanted.put(
            start.plusMillis(Math.round(end)).toEpochMilli(), one.path("threads").asDouble());
      }
      assertEquals(wanted, pushed);
      JsonNode receiver = installation.api().get("/api/v1/server").body().at("/push/0");
      assertEquals("", receiver.path("trouble").asString(), receiver::toString);
      assertTrue(receiver.path("sent").asInt() >= intervals.size(), receiver::toString);
    } finally {
      prometheus.destroyForcibly().waitFor();
    }
  }

  private static JsonNode results(Installation installation, String job) {
    return installation.api().results(job).path("job");
  }

  private double number(int port, String asked) {
    return get(port, query(asked)).at("/data/result/0/value/1").asDouble(0);
  }

  private static String query(String asked) {
    return "/api/v1/query?query=" + URLEncoder.encode(asked, StandardCharsets.UTF_8);
  }

  private static String asGrafanaSends(MetricQueries.Query asked, String job) {
    return asked
        .expression()
        .replace("$__rate_interval", "4s")
        .replace("$job", job)
        .replace("$reading", ".+")
        .replace("$counted", ".+");
  }

  private boolean answers(int port, String query) {
    JsonNode answer = get(port, query(query));
    assertEquals("success", answer.path("status").asString(), () -> query + ": " + answer);
    return query.endsWith("> 0") || !answer.at("/data/result").isEmpty();
  }

  private static String configured(Installation server) throws IOException {
    return Files.readString(DEPLOY.resolve("prometheus.yml"))
        .replace("localhost:8080", "localhost:" + server.port())
        .replace("/etc/prometheus/broadside-ca.pem", server.data() + "/ca/ca.pem")
        .replace("/etc/prometheus/broadside-admin-token", server.data() + "/admin-token")
        .replace("scrape_interval: 5s", "scrape_interval: 1s\n  evaluation_interval: 1s");
  }

  private Process started(Path program, int port, String configured, List<String> options)
      throws IOException {
    Path files = Files.createDirectory(folder.resolve("prometheus"));
    Files.copy(DEPLOY.resolve("broadside.rules.yml"), files.resolve("broadside.rules.yml"));
    Files.writeString(files.resolve("prometheus.yml"), configured);
    List<String> command = new ArrayList<>();
    command.add(program.toString());
    command.add("--config.file=" + files.resolve("prometheus.yml"));
    command.add("--storage.tsdb.path=" + files.resolve("data"));
    command.add("--web.listen-address=127.0.0.1:" + port);
    command.addAll(options);
    Process prometheus =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(files.resolve("log").toFile())
            .start();
    Await.until(
        MINUTE,
        "Prometheus is ready",
        () -> prometheus.isAlive() && ready(port),
        () -> prometheus.isAlive());
    return prometheus;
  }

  private boolean ready(int port) {
    try {
      return http.send(request(port, "/-/ready"), BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private JsonNode get(int port, String path) {
    try {
      return Json.mapper().readTree(http.send(request(port, path), BodyHandlers.ofString()).body());
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(path, e);
    }
  }

  private static HttpRequest request(int port, String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
        .timeout(Duration.ofMinutes(2))
        .build();
  }
}
