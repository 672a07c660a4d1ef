package dev.broadside.system;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.core.fixture.Await;
import dev.broadside.core.fixture.FreePort;
import dev.broadside.core.report.Json;
import dev.broadside.system.harness.Installation;
import dev.broadside.system.harness.MetricQueries;
import dev.broadside.system.harness.NotRun;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// A real Prometheus with the files of deploy/, beside a server with a job: what the dashboard of
/// deploy/grafana asks has an answer, and the alerts are rules.
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
      Process prometheus = started(program, port, installation);
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

  private static String asGrafanaSends(MetricQueries.Query asked, String job) {
    return asked
        .expression()
        .replace("$__rate_interval", "4s")
        .replace("$job", job)
        .replace("$reading", ".+")
        .replace("$counted", ".+");
  }

  private boolean answers(int port, String query) {
    JsonNode answer =
        get(port, "/api/v1/query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8));
    assertEquals("success", answer.path("status").asString(), () -> query + ": " + answer);
    return query.endsWith("> 0") || !answer.at("/data/result").isEmpty();
  }

  private Process started(Path program, int port, Installation server) throws IOException {
    Path files = Files.createDirectory(folder.resolve("prometheus"));
    Files.copy(DEPLOY.resolve("broadside.rules.yml"), files.resolve("broadside.rules.yml"));
    String configured =
        Files.readString(DEPLOY.resolve("prometheus.yml"))
            .replace("localhost:8080", "localhost:" + server.port())
            .replace("/etc/prometheus/broadside-ca.pem", server.data() + "/ca/ca.pem")
            .replace("/etc/prometheus/broadside-admin-token", server.data() + "/admin-token")
            .replace("scrape_interval: 5s", "scrape_interval: 1s\n  evaluation_interval: 1s");
    Files.writeString(files.resolve("prometheus.yml"), configured);
    Process prometheus =
        new ProcessBuilder(
                program.toString(),
                "--config.file=" + files.resolve("prometheus.yml"),
                "--storage.tsdb.path=" + files.resolve("data"),
                "--web.listen-address=127.0.0.1:" + port)
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
