package dev.broadside.system.harness;

import dev.broadside.core.fixture.Await;
import dev.broadside.core.report.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A server's HTTP API as a script of its administrator would use it.
public final class Api {
  private static final Set<String> OVER = Set.of("completed", "cancelled", "failed", "lost");

  private final HttpClient http;
  private final JsonMapper json = Json.mapper();
  private final URI base;
  private final String token;

  /// What a call gave.
  public record Answer(int status, JsonNode body) {}

  /// A job on two threads of each agent that touches nothing, in intervals of half a second.
  public static Map<String, Object> noop(int agents, String duration) {
    return Map.of(
        "jobClass",
        "noop",
        "parameters",
        Map.of("iteration-time", "5ms"),
        "agents",
        agents,
        "threads",
        2,
        "interval",
        "500ms",
        "duration",
        duration);
  }

  /// @param data the data folder of the server
  public Api(String base, Path data) {
    this.base = URI.create(base);
    this.http = HttpClient.newBuilder().sslContext(ServerTls.of(data)).build();
    try {
      this.token = Files.readString(data.resolve("admin-token")).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A link by which a browser logs in once.
  public String loginLink() {
    return post("/api/v1/login-links", Map.of()).body().get("link").asString();
  }

  /// A request, for what no method here asks.
  public HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(base.resolve(path)).header("Authorization", "Bearer " + token);
  }

  /// What sends it.
  public HttpClient http() {
    return http;
  }

  public Answer get(String path) {
    return send(request(path).GET());
  }

  public Answer post(String path, Map<String, ?> body) {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json.writeValueAsString(body))));
  }

  private Answer send(HttpRequest.Builder request) {
    HttpResponse<String> response = sent(request);
    String body = response.body();
    return new Answer(
        response.statusCode(), body.startsWith("{") ? json.readTree(body) : json.readTree("{}"));
  }

  /// What the server tells Prometheus, by name and labels.
  public Map<String, Double> metrics() {
    Map<String, Double> values = new HashMap<>();
    sent(request("/metrics").GET())
        .body()
        .lines()
        .filter(line -> !line.startsWith("#"))
        .forEach(line -> {
          int end = line.lastIndexOf(' ');
          values.put(line.substring(0, end), Double.parseDouble(line.substring(end + 1)));
        });
    return values;
  }

  private HttpResponse<String> sent(HttpRequest.Builder request) {
    try {
      return http.send(request.timeout(Duration.ofMinutes(2)).build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /// Submits a job and returns its id.
  public String submit(Map<String, ?> job) {
    Answer answer = post("/api/v1/jobs", job);
    if (answer.status() != 201) {
      throw new AssertionError("submit gave " + answer);
    }
    return answer.body().get("id").asString();
  }

  public String state(String job) {
    return get("/api/v1/jobs/" + job).body().path("state").asString("");
  }

  /// Waits for a state, which the job may have gone through by then where it is not the last.
  public void awaitState(String job, String state, Duration atMost) {
    Await.until(
        atMost,
        "job " + job + " to be " + state,
        () -> state(job).equals(state) || OVER.contains(state(job)),
        () -> get("/api/v1/jobs/" + job).body());
    JsonNode last = get("/api/v1/jobs/" + job).body();
    String now = last.path("state").asString("");
    boolean wentThrough = !OVER.contains(state) && now.equals("completed");
    if (!now.equals(state) && OVER.contains(now) && !wentThrough) {
      throw new AssertionError("job " + job + " is over and not " + state + ": " + last);
    }
  }

  public void awaitAgents(int count, Duration atMost) {
    Await.until(
        atMost,
        count + " connected agents",
        () -> connectedAgents() >= count,
        () -> get("/api/v1/agents").body());
  }

  private int connectedAgents() {
    int connected = 0;
    for (JsonNode agent : get("/api/v1/agents").body().path("agents")) {
      connected += agent.path("state").asString("").equals("connected") ? 1 : 0;
    }
    return connected;
  }

  /// Waits until a job is over, however it ended, and gives its run document.
  public JsonNode awaitEnd(String job, Duration atMost) {
    Await.until(
        atMost,
        "the end of " + job,
        () -> !get("/api/v1/jobs/" + job).body().path("endedAt").asString("").isEmpty(),
        () -> get("/api/v1/jobs/" + job).body());
    return results(job);
  }

  /// A job's intervals so far, without reading those before one.
  public List<JsonNode> intervals(String job, long from) {
    String path = "/api/v1/jobs/" + job + "/intervals.ndjson?from=" + from;
    return sent(request(path).GET())
        .body()
        .lines()
        .map(json::readTree)
        .filter(line -> line.path("type").asString("").equals("interval"))
        .toList();
  }

  /// Where an agent's share of a job is, in the word that the live page has; empty where the job
  /// has none of that agent.
  public String shareStatus(String job, String agent) {
    String path = "/api/v1/jobs/" + job + "/live";
    HttpRequest request = request(path).GET().build();
    // The stream goes on with the job: it is left at its first list of agents.
    try (Stream<String> lines = http.send(request, BodyHandlers.ofLines()).body()) {
      String shares =
          lines
              .dropWhile(line -> !line.equals("event: agents"))
              .filter(line -> line.startsWith("data: "))
              .findFirst()
              .orElseThrow();
      return json.readTree(shares.substring("data: ".length()))
          .valueStream()
          .filter(share -> share.get("name").asString().equals(agent))
          .map(share -> share.get("status").asString())
          .findFirst()
          .orElse("");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /// The run document of a job.
  public JsonNode results(String job) {
    Answer answer = get("/api/v1/jobs/" + job + "/results");
    if (answer.status() != 200) {
      throw new AssertionError("results gave " + answer);
    }
    return answer.body();
  }
}
