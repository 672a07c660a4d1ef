package dev.broadside.bench.peers;

import dev.broadside.bench.probes.MetricsProbe;
import dev.broadside.client.link.WebSocketDialer;
import dev.broadside.core.load.Bounds;
import dev.broadside.core.load.RunAxis;
import dev.broadside.core.report.Json;
import dev.broadside.core.time.SystemTime;
import java.io.IOException;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// Many simulated agents of one server, and how long what they send takes to be acknowledged and to
/// be seen.
public final class Swarm implements SimulatedAgent.Observer, AutoCloseable {
  private static final String EVENT = "event:";
  private static final String DATA = "data:";

  private final SystemTime time = new SystemTime();
  private final List<SimulatedAgent> agents = new ArrayList<>();
  private final ConcurrentLinkedQueue<Double> ackLags = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<Double> liveLags = new ConcurrentLinkedQueue<>();
  private final LocalServer server;
  private final String secret;
  private final WebSocketDialer dialer;

  /// Drawn for each of thousands of agents when it begins, they would delay its first ones by
  /// seconds.
  private final SampleRecords records;

  private volatile boolean closing;

  /// The common start of each job, by its id.
  private final Map<String, CompletableFuture<Long>> starts = new ConcurrentHashMap<>();

  /// @param samples transactions of each agent in each second
  public Swarm(LocalServer server, int samples) {
    this.server = server;
    this.records =
        new SampleRecords(
            SampleStore.AXIS,
            MetricsProbe.OPERATIONS,
            samples,
            SampleRecords.Latencies.TYPICAL,
            new SplittableRandom(1));
    this.secret = server.invitation().secret().reveal();
    this.dialer = new WebSocketDialer(server.invitation().server().orElseThrow(), server.trust());
  }

  /// Lets more agents join, until there are so many.
  public void growTo(int count) throws IOException, InterruptedException {
    while (agents.size() < count) {
      String name = "a" + agents.size();
      String credential =
          server
              .post("/api/v1/join", Map.of("agent", name, "secret", secret))
              .get("credential")
              .asString();
      SimulatedAgent agent = new SimulatedAgent(name, time, this);
      dialer.dial(credential, Duration.ofSeconds(5), agent);
      agent.connected().join();
      agents.add(agent);
    }
  }

  /// Runs jobs on all agents to their ends, beside each other where one cannot have so many.
  ///
  /// @return their results
  public List<JsonNode> run(int seconds) throws IOException, InterruptedException {
    ackLags.clear();
    liveLags.clear();
    int jobs = Math.ceilDiv(agents.size(), Bounds.MAX_AGENTS);
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < jobs; i++) {
      int share = agents.size() / jobs + (i < agents.size() % jobs ? 1 : 0);
      Map<String, Object> job =
          Map.of(
              "jobClass",
              MetricsProbe.ID,
              "agents",
              share,
              "threads",
              1,
              "duration",
              seconds + "s");
      ids.add(server.post("/api/v1/jobs", job).get("id").asString());
    }
    List<JsonNode> results = new ArrayList<>();
    try (ExecutorService watchers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<JsonNode> one : watchers.invokeAll(ids.stream().map(this::watching).toList())) {
        results.add(one.resultNow());
      }
    }
    return results;
  }

  private Callable<JsonNode> watching(String id) {
    return () -> {
      watch(id);
      return server.get("/api/v1/jobs/" + id + "/results");
    };
  }

  /// Follows the live stream as a browser does, to its end.
  private void watch(String id) throws IOException, InterruptedException {
    try (Stream<String> lines =
        server
            .http()
            .send(server.request("/api/v1/jobs/" + id + "/live").build(), BodyHandlers.ofLines())
            .body()) {
      String[] event = {""};
      lines
          .takeWhile(line -> !line.equals(EVENT + " end"))
          .forEach(line -> see(start(id), line, event));
    }
  }

  private void see(CompletableFuture<Long> start, String line, String... event) {
    if (line.startsWith(EVENT)) {
      event[0] = line.substring(EVENT.length()).strip();
    } else if (line.startsWith(DATA) && event[0].equals("interval")) {
      JsonNode interval = Json.mapper().readTree(line.substring(DATA.length()));
      double endMillis =
          interval.get("startMillis").asDouble() + interval.get("lengthMillis").asDouble();
      liveLags.add((time.epochNanos() - start.join()) / 1e9 - endMillis / 1e3);
    }
  }

  /// Seconds from each interval's end to the acknowledgement of its record.
  public List<Double> ackLags() {
    return ackLags.stream().sorted().toList();
  }

  /// Seconds from each interval's end to its appearance in the live view.
  public List<Double> liveLags() {
    return liveLags.stream().sorted().toList();
  }

  @Override
  public SampleRecords records(RunAxis axis) {
    return records.on(axis);
  }

  @Override
  public void begins(String runId, long start) {
    start(runId).complete(start);
  }

  private CompletableFuture<Long> start(String runId) {
    return starts.computeIfAbsent(runId, _ -> new CompletableFuture<>());
  }

  @Override
  public void acknowledged(long lagNanos) {
    ackLags.add(lagNanos / 1e9);
  }

  @Override
  public void closed(String agent, String reason) {
    if (!closing) {
      System.err.println("bench: the link of " + agent + " was closed: " + reason);
    }
  }

  @Override
  public void close() {
    closing = true;
    dialer.close();
  }
}
