package dev.broadside.system.soak;

import dev.broadside.core.fixture.Await;
import dev.broadside.core.report.Json;
import dev.broadside.system.harness.Api;
import dev.broadside.system.harness.Browser;
import dev.broadside.system.harness.Command;
import dev.broadside.system.harness.Installation;
import dev.broadside.system.soak.Vitals.Asked;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import tools.jackson.databind.JsonNode;

/// A server and two agents with a job of many short intervals, and a local run as long beside them.
/// At first server, agents and workers are restarted by turns; then they are left alone for as long
/// as compilers and heaps need to settle, as in the first hour of a week; then looked at. A browser
/// has the job's page open all the time.
final class AcceleratedWeek implements AutoCloseable {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final int AGENTS = 2;
  private static final int INTERVALS_PER_ROUND = 20_000;
  private static final int MOST_ROUNDS = 20;
  private static final int INTERVALS_PER_LOOK = 2_000;

  // Parts of the run.
  private static final double LAST_RESTART = 0.35;
  private static final double FIRST_LOOK = 0.55;
  private static final double LAST_LOOK = 0.95;
  private static final double LOOKED_AT = LAST_LOOK - FIRST_LOOK;

  private static final int MOST_LOOKS = 60;

  /// A heap's pages are in memory only when they have been used once, which goes on for hours. So
  /// all are used at once, and what grows then is no heap. A worker's has a fixed size anyway.
  private static final String WHOLE = "-XX:+AlwaysPreTouch";

  private static final String WHOLE_HEAP = "--worker-option=" + WHOLE;
  private static final Map<String, String> WHOLE_SERVER =
      Map.of("BROADSIDE_JAVA_OPTS", Command.SHORT_LIVED + " -Xms512m -Xmx512m " + WHOLE);

  private final int intervals;
  private final int intervalMillis;
  private final Installation installation;
  private final HttpClient http = HttpClient.newHttpClient();
  private final List<Command> agents = new ArrayList<>();
  private final Vitals vitals = new Vitals();
  private final Browser browser;
  private final List<Double> pageMib = new ArrayList<>();
  private final String job;
  private final Command local;
  private final Instant begun;
  private int restarts;
  private double slowestStart;
  private double slowestCharts;
  private long chartBytes;

  /// What the records of the job say.
  ///
  /// @param intervals how many of the plan's the result has
  /// @param away in how many of them an agent was away
  /// @param gaps how often one is missing between two
  record Lines(long intervals, long away, long gaps) {}

  /// @param folder for everything
  AcceleratedWeek(Path folder, int intervals, int intervalMillis) {
    this.intervals = intervals;
    this.intervalMillis = intervalMillis;
    browser = Browser.openSilently(folder.resolve("browser"));
    // A day is a seventh of it, as of a week.
    String day = millis(intervals / 7) + "ms";
    installation =
        Installation.start(
            folder, WHOLE_SERVER, "--keep-1s", day, "--keep-10s", millis(intervals) + "ms");
    for (int i = 1; i <= AGENTS; i++) {
      agents.add(installation.agent("a" + i, WHOLE_HEAP));
    }
    api().awaitAgents(AGENTS, MINUTE);
    job = api().submit(noop());
    local =
        Command.start(
            "run",
            "noop",
            "--iteration-time",
            "5ms",
            "--threads",
            "2",
            "--interval",
            intervalMillis + "ms",
            "--duration",
            millis(intervals) + "ms",
            "--csv",
            folder.resolve("local.csv").toString(),
            WHOLE_HEAP);
    api().awaitState(job, "running", MINUTE);
    begun = Instant.parse(view().get("startedAt").asString());
    browser.visit(api().loginLink());
    browser.awaitText("Log out");
    browser.visit(installation.page() + "/jobs/" + job);
    browser.awaitText("noop");
  }

  private Map<String, Object> noop() {
    return Map.of(
        "jobClass",
        "noop",
        "parameters",
        Map.of("iteration-time", "5ms"),
        "agents",
        AGENTS,
        "threads",
        2,
        "interval",
        intervalMillis + "ms",
        "duration",
        millis(intervals) + "ms");
  }

  private long millis(int intervals) {
    return (long) intervals * intervalMillis;
  }

  private Api api() {
    return installation.api();
  }

  Duration length() {
    return Duration.ofMillis(millis(intervals));
  }

  /// Restarts one after the other, until 35 % of the run are over.
  void restart() {
    // So that no first look is that of a client which has just been started itself.
    charts();
    int rounds = Math.clamp(intervals / INTERVALS_PER_ROUND, 1, MOST_ROUNDS);
    int all = rounds * 3;
    for (int i = 0; i < all; i++) {
      awaitInterval((int) ((i + 0.5) / all * LAST_RESTART * intervals));
      switch (i % 3) {
        case 0 -> restartServer();
        case 1 -> restartAgent(i / 3 % AGENTS);
        default -> worker(agents.get(i / 3 % AGENTS).handle()).destroyForcibly();
      }
      restarts++;
    }
  }

  private void restartServer() {
    Instant[] away = {Instant.now()};
    installation.crashAndRestartServer(() -> away[0] = Instant.now());
    slowestStart = Math.max(slowestStart, seconds(away[0]));
    Instant asked = Instant.now();
    byte[] charts = charts();
    slowestCharts = Math.max(slowestCharts, seconds(asked));
    chartBytes = Math.max(chartBytes, charts.length);
  }

  private static double seconds(Instant since) {
    return Duration.between(since, Instant.now()).toMillis() / 1e3;
  }

  /// What the page fetches first, as often as it is told that there is more.
  private byte[] charts() {
    while (true) {
      HttpResponse<byte[]> answer =
          get("/api/v1/jobs/" + job + "/series", BodyHandlers.ofByteArray());
      try (InputStream json = plain(answer, new ByteArrayInputStream(answer.body()))) {
        if (!Json.mapper().readTree(json).path("more").asBoolean()) {
          return answer.body();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private <T> HttpResponse<T> get(String path, HttpResponse.BodyHandler<T> handler) {
    try {
      HttpRequest request = api().request(path).header("Accept-Encoding", "gzip").build();
      return api().http().send(request, handler);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /// As an upgrade does: stopped, waited for, started again.
  private void restartAgent(int index) {
    agents.get(index).terminateFamily();
    agents.get(index).awaitExit(MINUTE);
    agents.set(index, installation.agent("a" + (index + 1), WHOLE_HEAP));
  }

  private static ProcessHandle worker(ProcessHandle parent) {
    return Await.value(
        MINUTE,
        "a worker",
        () ->
            parent
                .descendants()
                .filter(p -> p.info().commandLine().orElse("").contains("WorkerMain"))
                .findFirst(),
        parent::info);
  }

  private void awaitInterval(int index) {
    Await.until(
        Duration.ofMillis(millis(index)).plus(MINUTE),
        "interval " + index,
        () -> passed() >= index,
        this::view);
  }

  /// Looks at every process, at equal distances.
  Vitals look() {
    int looks = looks();
    for (int i = 0; i < looks && passed() < LAST_LOOK * intervals; i++) {
      awaitInterval((int) ((FIRST_LOOK + LOOKED_AT * (i + 0.5) / looks) * intervals));
      vitals.look("server", installation.server().pid(), Asked.BOTH);
      for (int a = 0; a < AGENTS; a++) {
        vitals.look("agent a" + (a + 1), agents.get(a).pid(), Asked.BOTH);
      }
      vitals.look("run", local.pid(), Asked.BOTH);
      lookAtWorkers();
      pageMib.add(browser.liveHeap() / (1 << 20));
    }
    return vitals;
  }

  /// Whoever asks for a heap makes its JVM collect, and the parallel collector uses more of its own
  /// tables each time, until it has used all. So one is asked for its heap, others for their
  /// memory.
  private void lookAtWorkers() {
    vitals.look("worker of a1", worker(agents.getFirst().handle()).pid(), Asked.HEAP);
    vitals.look("worker of a2", worker(agents.getLast().handle()).pid(), Asked.MEMORY);
    vitals.look("worker of run", worker(local.handle()).pid(), Asked.MEMORY);
  }

  /// How many intervals are over.
  private double passed() {
    return (double) Duration.between(begun, Instant.now()).toMillis() / intervalMillis;
  }

  private int looks() {
    return Math.clamp(intervals / INTERVALS_PER_LOOK, 3, MOST_LOOKS);
  }

  /// What the job's page holds, which is open all the time.
  List<Double> pageMib() {
    return pageMib;
  }

  /// The days of the week between two looks.
  double daysBetweenLooks() {
    return LOOKED_AT * 7 / looks();
  }

  /// The hours between two of them.
  double hoursBetweenLooks() {
    return LOOKED_AT * millis(intervals) / 3.6e6 / looks();
  }

  /// Waits until both runs are over, and gives the result of the job without its intervals.
  JsonNode result() {
    Duration rest = Duration.between(Instant.now(), begun.plusMillis(millis(intervals)));
    Await.until(
        rest.plus(MINUTE.multipliedBy(3)),
        "the end of " + job,
        () -> view().hasNonNull("endedAt"),
        this::view);
    if (local.awaitExit(MINUTE) != 0) {
      throw new AssertionError(local);
    }
    return api().get("/api/v1/jobs/" + job + "/results?intervals=false").body();
  }

  /// The job as lists show it.
  JsonNode view() {
    return api().get("/api/v1/jobs/" + job).body();
  }

  /// Reads the intervals one by one.
  Lines lines() {
    long seen = 0;
    long away = 0;
    long gaps = 0;
    HttpResponse<InputStream> answer =
        get("/api/v1/jobs/" + job + "/intervals.ndjson", BodyHandlers.ofInputStream());
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(plain(answer, answer.body()), StandardCharsets.UTF_8))) {
      long next = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        JsonNode one = Json.mapper().readTree(line);
        if (one.path("type").asString("").equals("interval")
            && one.path("index").asLong() < intervals) {
          long count = one.path("intervals").asLong(1);
          gaps += one.get("index").asLong() == next ? 0 : 1;
          next = one.get("index").asLong() + count;
          away += one.get("missing").isEmpty() ? 0 : count;
          seen += count;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Lines(seen, away, gaps);
  }

  private static InputStream plain(HttpResponse<?> answer, InputStream body) throws IOException {
    boolean packed = answer.headers().firstValue("Content-Encoding").orElse("").equals("gzip");
    return packed ? new GZIPInputStream(body) : body;
  }

  Installation installation() {
    return installation;
  }

  int restarts() {
    return restarts;
  }

  double slowestStart() {
    return slowestStart;
  }

  double slowestCharts() {
    return slowestCharts;
  }

  long chartBytes() {
    return chartBytes;
  }

  @Override
  public void close() {
    http.shutdownNow();
    browser.close();
    local.close();
    installation.close();
  }
}
