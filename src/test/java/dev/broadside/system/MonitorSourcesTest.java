package dev.broadside.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.Await;
import dev.broadside.core.fixture.FreePort;
import dev.broadside.system.harness.Api;
import dev.broadside.system.harness.Installation;
import dev.broadside.system.harness.NotRun;
import dev.broadside.testkit.MariaDbServer;
import dev.broadside.testkit.PostgreSqlServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Monitors that a job asks for, on real processes: figures of a real Prometheus and a real
/// exporter, a server that hangs, and who reads what.
class MonitorSourcesTest {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  @TempDir private Path folder;

  private final List<Process> processes = new ArrayList<>();

  @AfterEach
  void end() throws InterruptedException {
    for (Process process : processes) {
      process.destroyForcibly().waitFor();
    }
  }

  private void start(String name, int port, String path, String... words) throws IOException {
    Process process =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve(name + ".log").toFile())
            .start();
    processes.add(process);
    URI uri = URI.create("http://127.0.0.1:" + port + path);
    Await.until(PATIENCE, name, () -> ok(uri), () -> process.isAlive());
  }

  private static boolean ok(URI uri) {
    try (HttpClient http = HttpClient.newHttpClient()) {
      HttpRequest request = HttpRequest.newBuilder(uri).build();
      String body = http.send(request, BodyHandlers.ofString()).body();
      return body.startsWith("# HELP") || body.contains("\"result\":[{");
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Map<String, Object> job(List<Map<String, Object>> monitors) {
    Map<String, Object> job = new HashMap<>(Api.noop(1, "6s"));
    job.put("interval", "1s");
    job.put("monitors", monitors);
    return job;
  }

  private static JsonNode figure(JsonNode result, String id) {
    return result
        .path("figures")
        .valueStream()
        .filter(one -> one.path("id").asString("").equals(id))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no figure " + id + " in " + result));
  }

  private static double measured(JsonNode result, String id) {
    JsonNode figure = figure(result, id);
    return figure.path("value").asDouble(figure.path("total").asDouble(-1));
  }

  @Test
  void aRealPrometheusAndARealExporterAreOnTheAxis() throws Exception {
    String what = "monitors of real servers";
    Path prometheus = NotRun.unlessOnPath("prometheus", what);
    Path exporter = NotRun.unlessOnPath("prometheus-node-exporter", what);
    int exporterPort = FreePort.find();
    int prometheusPort = FreePort.find();
    start(
        "exporter",
        exporterPort,
        "/metrics",
        exporter.toString(),
        "--web.listen-address=127.0.0.1:" + exporterPort);
    Path config =
        Files.writeString(
            folder.resolve("prometheus.yml"),
            """
            global: {scrape_interval: 1s}
            scrape_configs:
              - job_name: node
                static_configs: [{targets: ['127.0.0.1:%d']}]
            """
                .formatted(exporterPort));
    start(
        "prometheus",
        prometheusPort,
        "/api/v1/query?query=node_load1",
        prometheus.toString(),
        "--config.file=" + config,
        "--storage.tsdb.path=" + folder.resolve("tsdb"),
        "--web.listen-address=127.0.0.1:" + prometheusPort);
    String asked = "http://127.0.0.1:" + prometheusPort;
    Map<String, Object> job =
        job(
            List.of(
                Map.of("name", "up", "prometheus", asked, "query", "up", "by", "job"),
                Map.of("name", "two", "prometheus", asked, "query", "1 + 1", "unit", "x"),
                Map.of("name", "bad", "prometheus", asked, "query", "sum("),
                Map.of(
                    "name",
                    "host",
                    "exporter",
                    "http://127.0.0.1:" + exporterPort + "/metrics",
                    "metrics",
                    List.of("node_memory_MemTotal_bytes", "node_context_switches_total"))));
    job.put("thresholds", List.of("mon.two < 3", "mon.host.node_context_switches_total > 0"));
    job.put("judgeLimited", true);
    try (Installation installation = Installation.start(folder.resolve("b")).withAgents(1)) {
      Api api = installation.api();
      String id = api.submit(job);
      api.awaitState(id, "completed", PATIENCE);
      JsonNode result = api.results(id);

      assertEquals(1, measured(result, "mon.up.node"));
      assertEquals(2, measured(result, "mon.two"));
      assertTrue(measured(result, "mon.host.node_memory_MemTotal_bytes") > 1 << 20);
      assertTrue(measured(result, "mon.host.node_context_switches_total") > 0);
      assertTrue(measured(result, "mon.host.watched") > 1_000, result::toString);
      assertEquals("HOLDS", result.at("/thresholds/verdict").asString(), result::toString);
      List<String> refused =
          result
              .path("errors")
              .valueStream()
              .filter(one -> one.toString().contains("monitor bad"))
              .map(JsonNode::toString)
              .toList();
      assertEquals(1, refused.size(), result::toString);
      assertTrue(refused.getFirst().contains("Prometheus refuses the query"), refused::toString);
    }
  }

  @Test
  void aServerThatHangsLeavesTheLoadAndTheOthersAlone() throws Exception {
    try (ServerSocket hangs = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Installation installation = Installation.start(folder.resolve("b"))) {
      installation.agent("a1", "--allow-monitor-commands");
      Api api = installation.api();
      api.awaitAgents(1, PATIENCE);
      String url = "http://127.0.0.1:" + hangs.getLocalPort();
      String id =
          api.submit(
              job(
                  List.of(
                      Map.of("name", "hangs", "prometheus", url, "query", "up"),
                      Map.of("name", "by", "prometheus", url, "query", "up", "by", "job"),
                      Map.of("name", "seven", "command", List.of("echo", "7"), "unit", "x"))));
      api.awaitState(id, "completed", PATIENCE);
      JsonNode result = api.results(id);

      assertEquals("BALANCED", result.at("/audit/verdict").asString(), result::toString);
      assertEquals(7, measured(result, "mon.seven"));
      assertFalse(figure(result, "mon.hangs").has("value"), result::toString);
      String errors = result.path("errors").toString();
      assertTrue(errors.contains("it has not answered within 4 s"), errors);
      assertTrue(errors.contains("its figures are not in this result"), errors);
    }
  }

  @Test
  void anAgentThatOnlyWatchesReadsWhatNamesIt() throws Exception {
    try (Installation installation = Installation.start(folder.resolve("b")).withAgents(1)) {
      installation.agent("db", "--watch-only", "--allow-monitor-commands");
      Api api = installation.api();
      api.awaitAgents(2, PATIENCE);
      String id =
          api.submit(
              job(
                  List.of(
                      Map.of("name", "there", "command", List.of("echo", "5"), "agent", "db"),
                      Map.of("name", "bad", "command", List.of("false"), "agent", "db"))));
      api.awaitState(id, "completed", PATIENCE);
      JsonNode result = api.results(id);

      assertEquals(5, measured(result, "mon.there"));
      String refused = api.submit(job(List.of(Map.of("name", "x", "command", List.of("true")))));
      api.awaitState(refused, "failed", PATIENCE);
      String shown = api.get("/api/v1/jobs/" + refused).body().toString();
      assertTrue(shown.contains("commands of jobs are not run here"), shown);
      assertFalse(shown.contains("\"running\""), shown);
    }
  }

  @Test
  void anAgentThatOnlyWatchesReadsSeveralDatabasesAndTellsWhatItCannotRead() throws Exception {
    MariaDbServer loaded = MariaDbServer.start();
    PostgreSqlServer other = PostgreSqlServer.start();
    String gone = "jdbc:mariadb://127.0.0.1:" + FreePort.find() + "/gone";
    try (Installation installation = Installation.start(folder.resolve("b")).withAgents(1)) {
      installation.agent("db", "--watch-only");
      Api api = installation.api();
      api.awaitAgents(2, PATIENCE);
      Map<String, String> target =
          Map.of("name", "other", "url", other.url(), "user", PostgreSqlServer.USER);
      assertEquals(201, api.post("/api/v1/targets", target).status());
      Map<String, Object> job = new HashMap<>();
      job.put("jobClass", "ledger");
      job.put(
          "parameters",
          Map.of(
              "url", loaded.url(),
              "user", MariaDbServer.USER,
              "password", MariaDbServer.PASSWORD));
      job.put("interval", "1s");
      job.put("duration", "8s");
      job.put("judgeLimited", true);
      job.put("thresholds", List.of("mon.replica.connections > 0", "mon.own.commits > 0/s"));
      job.put(
          "monitors",
          List.of(
              Map.of("name", "own", "database", loaded.url(), "agent", "db"),
              Map.of("name", "replica", "database", "other", "agent", "db"),
              Map.of("name", "gone", "database", gone, "agent", "db"),
              Map.of("name", "seven", "sql", "select 7", "unit", "x", "agent", "db"),
              Map.of("name", "none", "sql", "select null", "agent", "db")));
      String id = api.submit(job);
      api.awaitState(id, "completed", PATIENCE);
      JsonNode result = api.results(id);

      assertEquals("BALANCED", result.at("/audit/verdict").asString(), result::toString);
      assertEquals("HOLDS", result.at("/thresholds/verdict").asString(), result::toString);
      assertTrue(measured(result, "mon.replica.connections") >= 1, result::toString);
      assertTrue(measured(result, "mon.own.commits") > 0, result::toString);
      assertEquals(7, measured(result, "mon.seven"));
      assertTrue(measured(result, "host.cpu.user@db") >= 0, result::toString);
      String errors = result.path("errors").toString();
      assertTrue(errors.contains("\"monitor gone\""), errors);
      assertTrue(errors.contains("the query answered NULL or no row"), errors);
      assertFalse(result.toString().contains(MariaDbServer.PASSWORD), result::toString);
    }
  }
}
