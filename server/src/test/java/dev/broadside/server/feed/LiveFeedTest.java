package dev.broadside.server.feed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.Loop;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.wire.Message;
import dev.broadside.server.feed.LiveEvent.Kind;
import dev.broadside.server.feed.LiveFeed.Subscriber;
import dev.broadside.server.jobs.ScriptedAgent;
import dev.broadside.server.jobs.ScriptedCluster;
import dev.broadside.server.store.job.RunTable.Entry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// What those who look on are told.
final class LiveFeedTest {
  @TempDir private Path folder;
  private ScriptedCluster cluster;

  /// Remembers what it is told.
  private static final class Notebook implements LiveFeed.Viewer {
    private final List<LiveEvent> events = new ArrayList<>();
    private final List<String> ends = new ArrayList<>();

    @Override
    public void event(LiveEvent event) {
      events.add(event);
    }

    @Override
    public void ended(String reason) {
      ends.add(reason);
    }

    List<JsonNode> all(Kind kind) {
      return events.stream()
          .filter(event -> event.kind() == kind)
          .map(event -> Json.mapper().readTree(event.json()))
          .toList();
    }

    List<Integer> intervals() {
      return all(Kind.INTERVAL).stream().map(node -> node.get("index").asInt()).toList();
    }

    List<String> states() {
      return all(Kind.STATE).stream().map(node -> node.get("state").asString()).toList();
    }
  }

  @BeforeEach
  void start() {
    cluster = new ScriptedCluster(folder);
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  private Notebook look(String jobId, long after) {
    Notebook notebook = new Notebook();
    cluster.parts().live.subscribe(jobId, after, notebook);
    cluster.settle();
    return notebook;
  }

  private List<String> log() {
    return cluster.parts().results.log("job").lines().stream().map(RunLog.Line::line).toList();
  }

  @Test
  void manyChangesAreOneLookAtTheJobs() {
    Loop loop = new Loop();
    List<String> looks = new ArrayList<>();
    LiveFeed feed = new LiveFeed(cluster.store(), loop, new EventOrder(0, 0), counting(looks));
    Notebook notebook = new Notebook();
    feed.subscribeOverview(notebook);
    loop.run();
    looks.clear();

    for (int i = 0; i < 5; i++) {
      feed.jobsChanged();
    }
    loop.run();
    assertEquals(1, looks.size());
    feed.jobsChanged();
    loop.run();

    assertEquals(2, looks.size());
    assertEquals(3, notebook.all(Kind.JOBS).size());
  }

  private static LiveFeed.Source counting(List<String> looks) {
    return new LiveFeed.Source() {
      @Override
      public Optional<LiveFeed.Snapshot> snapshot(String jobId) {
        return Optional.empty();
      }

      @Override
      public List<JobView> jobs() {
        looks.add("jobs");
        return List.of();
      }

      @Override
      public List<AgentView> agents() {
        return List.of();
      }
    };
  }

  private void runTo(String state) {
    cluster.agent("agent-1");
    cluster.submit("job", ScriptedCluster.spec(1));
    cluster.advanceTo("job", state);
  }

  @Test
  void viewerFromTheBeginningSeesEverythingOnce() {
    cluster.submit("job", ScriptedCluster.spec(1));
    Notebook notebook = look("job", 0);
    runTo("completed");
    cluster.settle();

    assertEquals(
        List.of("pending", "preparing", "running", "stopping", "completed"), notebook.states());
    assertEquals(IntStream.range(0, 7).boxed().toList(), notebook.intervals());
    List<String> steps =
        notebook.all(Kind.PROGRESS).stream().map(step -> step.get("step").asString()).toList();
    assertTrue(steps.contains("preparing the target: loading"), steps.toString());
    assertEquals(1, notebook.all(Kind.END).size());
    assertEquals(List.of("the job has ended"), notebook.ends);
  }

  @Test
  void lateViewerIsGivenWhatHasHappenedFirst() {
    runTo("running");
    cluster.advance(Duration.ofMillis(4_500));
    Notebook notebook = look("job", 0);

    assertEquals(List.of("running"), notebook.states());
    assertEquals(List.of(0, 1, 2), notebook.intervals());
    assertEquals("agent-1", notebook.all(Kind.AGENTS).getFirst().get(0).get("name").asString());
    cluster.advanceTo("job", "completed");
    cluster.settle();
    assertEquals(IntStream.range(0, 7).boxed().toList(), notebook.intervals());
  }

  @Test
  void viewerOfAJobThatIsDoneIsToldAllOfItAndLetGo() {
    runTo("completed");
    Notebook notebook = look("job", 0);

    assertEquals(IntStream.range(0, 7).boxed().toList(), notebook.intervals());
    assertEquals(List.of("the job has ended"), notebook.ends);
  }

  @Test
  void viewerWhoComesBackMissesNothingAndHearsNothingTwice() {
    runTo("running");
    cluster.advance(Duration.ofMillis(3_500));
    Notebook before = look("job", 0);
    long last =
        before.events.stream()
            .filter(event -> event.kind() == Kind.INTERVAL)
            .mapToLong(LiveEvent::id)
            .max()
            .orElseThrow();
    cluster.advanceTo("job", "completed");

    Notebook after = look("job", last);

    List<Integer> seen = new ArrayList<>(before.intervals().subList(0, 2));
    seen.addAll(after.intervals());
    assertEquals(IntStream.range(0, 7).boxed().toList(), seen);
  }

  /// Cuts a viewer off behind each of its events in turn: with the number of that event it gets all
  /// the rest.
  @Test
  void viewerMayBeCutOffAnywhere() {
    runTo("running");
    Notebook whole = look("job", 0);
    cluster.advanceTo("job", "completed");
    cluster.settle();

    for (int cut = 1; cut < whole.events.size(); cut++) {
      Notebook first = new Notebook();
      first.events.addAll(whole.events.subList(0, cut));
      List<Integer> seen = new ArrayList<>(first.intervals());
      seen.addAll(look("job", first.events.getLast().id()).intervals());
      assertEquals(IntStream.range(0, 7).boxed().toList(), seen, "cut behind " + cut);
    }
  }

  @Test
  void numberOfAnotherServerBeginsAnew() {
    runTo("completed");
    assertEquals(7, look("job", Long.MAX_VALUE).intervals().size());
  }

  @Test
  void numbersNeverFall() {
    cluster.submit("job", ScriptedCluster.spec(1));
    Notebook notebook = look("job", 0);
    runTo("completed");
    long before = 0;
    for (LiveEvent event : notebook.events) {
      assertTrue(event.id() >= before, event.toString());
      before = event.id();
    }
  }

  @Test
  void eventNumbersGrowOverARestart() {
    runTo("running");
    cluster.advance(Duration.ofSeconds(4));
    long before = look("job", 0).events.getLast().id();
    cluster.kill();
    cluster.reboot();
    cluster.reconnectAll();
    cluster.advanceTo("job", "completed");

    Notebook after = look("job", before);

    assertTrue(after.events.stream().allMatch(event -> event.id() >= before));
    assertEquals(6, after.intervals().getLast());
  }

  @Test
  void linesThatWorkersWriteAreShownAndKept() {
    ScriptedAgent agent = cluster.agent("agent-1");
    cluster.submit("job", ScriptedCluster.spec(1));
    cluster.advanceTo("job", "running");
    Notebook live = look("job", 0);
    agent.send(new Message.LogLine("job", 1_000, "hello"));
    agent.send(new Message.LogLine("unknown", 1_000, "nobody's"));
    cluster.advance(Duration.ofSeconds(1));

    assertEquals(1, live.all(Kind.LOG).size());
    assertEquals("hello", live.all(Kind.LOG).getFirst().get("line").asString());
    assertEquals("agent-1", look("job", 0).all(Kind.LOG).getFirst().get("agent").asString());
  }

  @Test
  void whatABrokenWorkerWroteLastIsInItsLogAfterTheEnd() {
    ScriptedAgent agent = cluster.agent("agent-1");
    cluster.submit("job", ScriptedCluster.spec(1));
    cluster.advanceTo("job", "running");
    Notebook live = look("job", 0);
    agent.breakDown("job", "killed by signal 11");
    cluster.advanceTo("job", "failed");

    assertEquals(List.of("The worker's last words:", "last words"), log());
    assertEquals(2, live.all(Kind.LOG).size(), "told before the end");
  }

  @Test
  void ofAFloodBetweenTwoWritesTheNewestLinesAreKeptAndTheOthersAreCounted() {
    ScriptedAgent agent = cluster.agent("agent-1");
    cluster.submit("job", ScriptedCluster.spec(1));
    cluster.advanceTo("job", "running");
    for (int i = 0; i < 1_100; i++) {
      agent.send(new Message.LogLine("job", 1_000, "line " + i));
    }
    cluster.settle();
    cluster.advance(Duration.ofSeconds(1));

    List<String> log = log();

    assertEquals("(100 lines left out)", log.getFirst());
    assertEquals("line 1099", log.getLast());
    assertEquals(1_001, log.size());
  }

  @Test
  void ofALongRunTheNewestIntervalsAreToldEvenIfOneWasAmendedLate() {
    cluster.submit("job", ScriptedCluster.spec(1));
    cluster
        .store()
        .runs
        .addIntervals(
            "job",
            IntStream.range(0, 20_050)
                .mapToObj(i -> new Entry(i, 1 + i, "{\"index\":" + i + "}"))
                .toList());
    cluster.store().runs.addIntervals("job", List.of(new Entry(50, 30_000, "{\"index\": 50}")));

    List<Integer> told = look("job", 0).intervals();

    assertEquals(20_000, told.size());
    assertEquals(51, told.getFirst());
    assertEquals(50, told.getLast(), "in the order in which they were kept");
  }

  @Test
  void unknownJobEndsAtOnce() {
    assertEquals(List.of("there is no job nothing"), look("nothing", 0).ends);
  }

  @Test
  void overviewShowsJobsAndAgentsAsTheyChange() {
    Notebook notebook = new Notebook();
    cluster.parts().live.subscribeOverview(notebook);
    cluster.settle();
    assertEquals(0, notebook.all(Kind.JOBS).getFirst().get("jobs").size());

    runTo("running");
    cluster.advance(Duration.ofSeconds(1));

    assertEquals(
        "running", notebook.all(Kind.JOBS).getLast().get("jobs").get(0).get("state").asString());
    assertEquals(
        "connected",
        notebook.all(Kind.AGENTS).getLast().get("agents").get(0).get("state").asString());
  }

  @Test
  void viewerWhoLeavesIsToldNothingMore() {
    runTo("running");
    Notebook notebook = new Notebook();
    LiveFeed.Subscription subscription = cluster.parts().live.subscribe("job", 0, notebook);
    cluster.settle();
    int told = notebook.events.size();
    subscription.close();
    cluster.advance(Duration.ofSeconds(5));

    assertEquals(told, notebook.events.size());
  }

  @Test
  void slowViewerIsLetGoAndHoldsNobodyUp() {
    Loop bulk = new Loop();
    Notebook notebook = new Notebook();
    List<Subscriber> gone = new ArrayList<>();
    Subscriber subscriber = new Subscriber(notebook, bulk, 0, gone::add);
    subscriber.begin(_ -> {});
    for (int i = 0; i < 5_000; i++) {
      subscriber.offer(new LiveEvent(i, Kind.LOG, "{}"));
    }
    bulk.run();

    assertEquals(List.of(), notebook.events);
    assertEquals(List.of("too slow: subscribe again after the last event"), notebook.ends);
    assertEquals(List.of(subscriber), gone);
  }

  @Test
  void aSlowViewerIsToldTheNewestOfWhatTheNextOneReplacesAndNoOtherWaits() {
    Loop bulk = new Loop();
    Notebook notebook = new Notebook();
    Subscriber subscriber = new Subscriber(notebook, bulk, 0, _ -> {});
    subscriber.begin(_ -> {});
    for (int i = 1; i <= 2_000; i++) {
      subscriber.offer(new LiveEvent(i, Kind.JOBS, "" + i));
      subscriber.offer(new LiveEvent(i, Kind.AGENTS, "" + i));
    }
    subscriber.offer(new LiveEvent(0, Kind.STATE, "\"preparing\""));
    subscriber.offer(new LiveEvent(0, Kind.STATE, "\"running\""));
    bulk.run();

    assertEquals(
        List.of("2000", "2000", "\"preparing\"", "\"running\""),
        notebook.events.stream().map(LiveEvent::json).toList());
    assertEquals(List.of(), notebook.ends);
  }

  @Test
  void writtenDocumentIsTheSameAsTheOneInMemory() throws IOException {
    runTo("completed");
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    assertTrue(cluster.parts().results.write("job", out));

    assertEquals(
        cluster.result("job"), Json.mapper().readValue(out.toByteArray(), RunDocument.class));
  }

  @Test
  void documentOfARunningJobIsWhatThereIsSoFar() {
    runTo("running");
    cluster.advance(Duration.ofMillis(4_500));

    assertEquals("running", cluster.result("job").job().state());
    assertEquals(3, cluster.result("job").intervals().size());
    assertEquals(10, cluster.result("job").summary().transactions());
  }
}
