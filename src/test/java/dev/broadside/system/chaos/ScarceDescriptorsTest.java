package dev.broadside.system.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.Await;
import dev.broadside.system.harness.Api;
import dev.broadside.system.harness.Command;
import dev.broadside.system.harness.Installation;
import dev.broadside.system.harness.NotRun;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// A server that runs out of descriptors, because strangers take them: the agent that is there
/// stays, its records are stored, nothing spins, and newcomers get in again when there is room.
final class ScarceDescriptorsTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  /// Beside those that it has: the store opens a file now and then.
  private static final int SPARE = 16;

  private static final int STRANGERS = 64;

  @TempDir private Path folder;

  @Test
  void whoIsThereStaysAndNewcomersGetInWhenThereIsRoomAgain() throws Exception {
    NotRun.unlessOnPath("prlimit", "what is tested without descriptors");
    try (Installation installation = Installation.start(folder)) {
      installation.agent("a1");
      Api api = installation.api();
      api.awaitAgents(1, MINUTE);
      String job = api.submit(job());
      api.awaitState(job, "running", MINUTE);
      awaitInterval(api, job, 3);

      Command server = installation.server();
      long usual = limitOf(server);
      limit(server, open(server) + SPARE);
      List<Socket> strangers = strangers(installation.port());
      Await.until(
          MINUTE,
          "the descriptors to be used up",
          () -> open(server) >= limitOf(server) - 1,
          () -> open(server) + " of " + limitOf(server));
      long before = cpuMillis(server);
      long begun = System.nanoTime();
      Await.until(
          MINUTE,
          "three seconds to measure in",
          () -> System.nanoTime() - begun > Duration.ofSeconds(3).toNanos(),
          () -> begun);
      long busy = (cpuMillis(server) - before) * 1_000_000 / ((System.nanoTime() - begun) / 100);
      assertTrue(busy < 50, "the server spins: " + busy + " % of a core");

      for (Socket stranger : strangers) {
        stranger.close();
      }
      limit(server, usual);
      awaitInterval(api, job, 12);
      assertTrue(server.handle().isAlive(), server::toString);
      api.awaitState(job, "completed", MINUTE);
      JsonNode result = api.results(job);
      assertEquals("BALANCED", result.at("/audit/verdict").asString(), result::toString);
      assertTrue(
          result
              .get("intervals")
              .valueStream()
              .allMatch(interval -> interval.get("missing").isEmpty()),
          result::toString);
    }
  }

  private static List<Socket> strangers(int port) throws IOException {
    List<Socket> all = new ArrayList<>();
    for (int i = 0; i < STRANGERS; i++) {
      all.add(new Socket(InetAddress.getLoopbackAddress(), port));
    }
    return all;
  }

  private static void limit(Command process, long descriptors) throws Exception {
    Process set =
        new ProcessBuilder("prlimit", "--pid", "" + process.pid(), "--nofile=" + descriptors + ":")
            .inheritIO()
            .start();
    assertEquals(0, set.waitFor());
  }

  private static long limitOf(Command process) {
    return lines(process, "limits")
        .filter(line -> line.startsWith("Max open files"))
        .mapToLong(line -> Long.parseLong(line.split("\\s+")[3]))
        .findFirst()
        .orElseThrow();
  }

  private static long open(Command process) {
    try (Stream<Path> all = Files.list(Path.of("/proc/" + process.pid() + "/fd"))) {
      return all.count();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static long cpuMillis(Command process) {
    return process.handle().info().totalCpuDuration().orElseThrow().toMillis();
  }

  private static Stream<String> lines(Command process, String file) {
    try {
      return Files.readAllLines(Path.of("/proc/" + process.pid() + "/" + file)).stream();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void awaitInterval(Api api, String job, int count) {
    Await.until(
        MINUTE,
        count + " intervals",
        () -> api.results(job).path("intervals").size() >= count,
        () -> api.get("/api/v1/jobs/" + job).body());
  }

  private static Map<String, Object> job() {
    return Map.of(
        "jobClass",
        "noop",
        "parameters",
        Map.of("iteration-time", "5ms"),
        "threads",
        2,
        "interval",
        "500ms",
        "duration",
        "10s");
  }
}
