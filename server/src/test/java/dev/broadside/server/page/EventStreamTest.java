package dev.broadside.server.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.report.Json;
import dev.broadside.server.http.TestServer;
import dev.broadside.server.jobs.SocketAgent;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Live streams as a browser reads them.
class EventStreamTest {
  @TempDir static Path directory;
  private static TestServer server;
  private static SocketAgent agent;

  private record Event(long id, String name, JsonNode data) {}

  @BeforeAll
  static void start() throws Exception {
    server = TestServer.start(directory);
    HttpResponse<String> joined =
        server.post(
            "/api/v1/join",
            "{\"agent\": \"a\", \"secret\": \"%s\"}".formatted(server.joinSecret()));
    String credential = TestServer.json(joined).path("credential").asString();
    agent =
        SocketAgent.open(server.client(), server.server().address(), credential, "a")
            .join()
            .hello();
  }

  @AfterAll
  static void stop() {
    agent.close();
    server.close();
  }

  private static void submit(String id) {
    HttpResponse<String> response =
        server.post(
            "/api/v1/jobs",
            """
            {"id": "%s", "jobClass": "probe", "parameters": {"url": "u"}, "duration": "1s",
             "interval": "200ms"}
            """
                .formatted(id));
    assertEquals(201, response.statusCode(), response.body());
  }

  private static HttpResponse<InputStream> open(String path, String... headers) throws Exception {
    HttpResponse<InputStream> response =
        server
            .client()
            .send(server.request(path, headers).GET().build(), BodyHandlers.ofInputStream());
    assertEquals(200, response.statusCode());
    assertEquals(
        "text/event-stream; charset=utf-8",
        response.headers().firstValue("Content-Type").orElseThrow());
    return response;
  }

  /// Events up to and including the first of a name, or up to the end of the stream.
  private static List<Event> readUntil(InputStream in, String name) throws IOException {
    BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    List<Event> events = new ArrayList<>();
    long id = 0;
    String event = "";
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      if (line.startsWith("id: ")) {
        id = Long.parseLong(line.substring(4));
      } else if (line.startsWith("event: ")) {
        event = line.substring(7);
      } else if (line.startsWith("data: ")) {
        events.add(new Event(id, event, Json.mapper().readTree(line.substring(6))));
        if (event.equals(name)) {
          break;
        }
      }
    }
    return events;
  }

  private static List<Integer> intervals(List<Event> events) {
    return events.stream()
        .filter(event -> event.name().equals("interval"))
        .map(event -> event.data().path("index").asInt())
        .distinct()
        .sorted()
        .toList();
  }

  @Test
  void aJobsStreamTellsItsLifeAndEnds() throws Exception {
    submit("live-1");
    List<Event> events;
    try (InputStream in = open("/api/v1/jobs/live-1/live").body()) {
      events = readUntil(in, "end");
      assertEquals(List.of(), readUntil(in, "nothing"), "the stream ends after its end");
    }
    assertEquals("state", events.getFirst().name());
    assertEquals("completed", events.getLast().data().path("state").asString());
    assertEquals(List.of(0, 1, 2, 3, 4), intervals(events));
    for (int i = 1; i < events.size(); i++) {
      assertTrue(events.get(i).id() >= events.get(i - 1).id(), "ids do not fall");
    }
  }

  @Test
  void aStreamThatWasCutGoesOnWhereItStopped() throws Exception {
    submit("live-2");
    List<Event> before;
    try (InputStream in = open("/api/v1/jobs/live-2/live").body()) {
      before = readUntil(in, "interval");
    }
    String last = Long.toString(before.getLast().id());
    List<Event> after;
    try (InputStream in = open("/api/v1/jobs/live-2/live", "Last-Event-ID", last).body()) {
      after = readUntil(in, "end");
    }
    List<Event> all = new ArrayList<>(before);
    all.addAll(after);
    assertEquals(List.of(0, 1, 2, 3, 4), intervals(all), "nothing is missing");
  }

  @Test
  void aFirstCallMayBeginWhereTheSeriesEnds() throws Exception {
    submit("live-5");
    try (InputStream in = open("/api/v1/jobs/live-5/live").body()) {
      readUntil(in, "interval");
    }
    JsonNode series = TestServer.json(server.get("/api/v1/jobs/live-5/series"));
    Set<Integer> seen = new TreeSet<>();
    series.path("newest").forEach(interval -> seen.add(interval.path("index").asInt()));
    assertFalse(seen.isEmpty());
    String after = "?after=" + series.path("through").asLong();
    try (InputStream in = open("/api/v1/jobs/live-5/live" + after).body()) {
      seen.addAll(intervals(readUntil(in, "end")));
    }
    // On a slow machine the first intervals are final by now, and are told in the charts only.
    int first = Collections.min(seen);
    assertEquals(
        IntStream.rangeClosed(first, 4).boxed().toList(), List.copyOf(seen), "nothing is missing");
  }

  @Test
  void aFinishedJobIsToldFromTheBeginning() throws Exception {
    submit("live-3");
    try (InputStream in = open("/api/v1/jobs/live-3/live").body()) {
      readUntil(in, "end");
    }
    try (InputStream in = open("/api/v1/jobs/live-3/live").body()) {
      assertEquals(List.of(0, 1, 2, 3, 4), intervals(readUntil(in, "end")));
    }
  }

  @Test
  void nonsenseAsLastEventIdBeginsAnew() throws Exception {
    submit("live-4");
    for (String nonsense : List.of("x", "-5", "99999999999999999999")) {
      try (InputStream in = open("/api/v1/jobs/live-4/live", "Last-Event-ID", nonsense).body()) {
        assertEquals("state", readUntil(in, "state").getFirst().name());
      }
    }
  }

  @Test
  void theOverviewShowsJobsAndAgents() throws Exception {
    try (InputStream in = open("/api/v1/live").body()) {
      List<Event> events = readUntil(in, "agents");
      assertEquals("jobs", events.getFirst().name());
      assertTrue(events.getFirst().data().path("jobs").isArray());
      assertEquals("a", events.getLast().data().path("agents").path(0).path("name").asString());
      assertFalse(events.getLast().data().path("agents").isEmpty());
    }
  }

  @Test
  void aStreamOfNoJobIsAProblem() {
    HttpResponse<String> response = server.get("/api/v1/jobs/none/live");
    assertEquals(404, response.statusCode());
    assertEquals(
        "application/problem+json", response.headers().firstValue("Content-Type").orElseThrow());
  }
}
