package dev.broadside.system.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.Await;
import dev.broadside.system.harness.Api;
import dev.broadside.system.harness.Command;
import dev.broadside.system.harness.Installation;
import dev.broadside.system.harness.NotRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// An agent and its worker stand still, as a host does that is suspended, and another agent is
/// begun on a copy of its data folder, as on a host made of the former's image. Then the former
/// thaws: the server does not listen to it, it says why and ends its load, and nothing is counted
/// twice. Needs Linux and root, for the two to be on hosts of their own, and says so where it is
/// not run.
@Order(3)
final class ThawedAgentTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final List<String> OTHER_HOST =
      List.of("unshare", "--fork", "--kill-child", "--pid", "--mount-proc");
  private static final String DISPLACED = "another agent named a1 is connected";

  private static final int THREADS = 2;

  @TempDir private Path folder;

  @Test
  void whoeverThawsBesideItsSuccessorEndsItsLoadAndIsCountedByNobody() throws Exception {
    NotRun.unlessOnPath("unshare", "an agent that thaws beside its successor");
    if (!"root".equals(System.getProperty("user.name"))) {
      throw NotRun.because("an agent that thaws beside its successor needs root and Linux");
    }
    try (Installation installation = Installation.start(folder)) {
      Api api = installation.api();
      Command former = installation.agent("a1");
      api.awaitAgents(1, MINUTE);
      String job = api.submit(job());
      api.awaitState(job, "running", MINUTE);
      awaitWhole(api, job, 3);
      ProcessHandle worker = former.awaitWorker(MINUTE);
      assertEquals(THREADS, loadThreads(worker));
      signal("STOP", former.handle());
      signal("STOP", worker);
      copy(folder.resolve("a1"), folder.resolve("copy"));

      Command successor = installation.agentOn(OTHER_HOST, "a1", folder.resolve("copy"));
      successor.awaitText(MINUTE, "(connected to the server)");
      awaitWhole(api, job, 3);
      signal("CONT", worker);
      signal("CONT", former.handle());
      former.awaitText(MINUTE, "(" + DISPLACED + ")");
      Await.until(MINUTE, "its load to end", () -> loadThreads(worker) == 0, former::toString);
      installation.server().awaitText(MINUTE, "(" + DISPLACED + ")");
      awaitWhole(api, job, 3);
      api.post("/api/v1/jobs/" + job + "/cancel", Map.of());

      assertCountedOnce(api.awaitEnd(job, MINUTE.multipliedBy(3)));
    }
  }

  /// What the former's worker counted behind the copied records is missing, which is said.
  private static void assertCountedOnce(JsonNode result) {
    JsonNode audit = result.get("audit");
    System.out.println("thawed beside its successor: " + audit);
    assertEquals("INCOMPLETE", audit.get("verdict").asString(), audit::toString);
    assertEquals(1, audit.get("findings").size(), audit::toString);
    String finding = audit.at("/findings/0").asString();
    assertTrue(finding.contains("a1, worker 1: the closing record is missing"), finding);
    long inFlight = audit.get("begun").asLong() - audit.get("ok").asLong();
    assertTrue(inFlight >= 0 && inFlight <= THREADS, audit::toString);
  }

  private static void awaitWhole(Api api, String job, int more) {
    long since = api.results(job).path("intervals").size();
    Await.until(
        MINUTE,
        more + " whole intervals",
        () ->
            api.intervals(job, since + 1).stream()
                    .filter(one -> one.get("missing").isEmpty())
                    .count()
                >= more,
        () -> api.get("/api/v1/jobs/" + job).body());
  }

  /// By their names, as the kernel knows them.
  private static long loadThreads(ProcessHandle worker) {
    try (Stream<Path> threads = Files.list(Path.of("/proc/" + worker.pid() + "/task"))) {
      return threads.filter(ThawedAgentTest::loads).count();
    } catch (IOException _) {
      return 0;
    }
  }

  private static boolean loads(Path thread) {
    try {
      return Files.readString(thread.resolve("comm")).startsWith("load-");
    } catch (IOException _) {
      return false;
    }
  }

  private static void signal(String name, ProcessHandle process) throws Exception {
    assertEquals(0, new ProcessBuilder("kill", "-" + name, "" + process.pid()).start().waitFor());
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path one : all.toList()) {
        Files.copy(one, to.resolve(from.relativize(one).toString()));
      }
    }
  }

  private static Map<String, Object> job() {
    return Map.of(
        "jobClass",
        "noop",
        "parameters",
        Map.of("iteration-time", "5ms"),
        "threads",
        THREADS,
        "interval",
        "500ms",
        "duration",
        "2h");
  }
}
