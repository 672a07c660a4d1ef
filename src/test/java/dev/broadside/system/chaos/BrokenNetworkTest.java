package dev.broadside.system.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.Await;
import dev.broadside.core.report.Json;
import dev.broadside.system.harness.Command;
import dev.broadside.system.harness.Hosts;
import dev.broadside.system.harness.ServedHosts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// A server and an agent on two hosts, whose network loses everything, loses one direction, resets
/// connections and becomes slow while a job runs: each end is noticed, healed without help, and
/// nothing is missing. `-Drounds=50` breaks it as often. Without root this reports "not run".
@Tag("nightly")
final class BrokenNetworkTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final int ROUNDS = Integer.getInteger("rounds", 1);
  private static final int RESETS = 10;

  @TempDir private Path folder;

  @Test
  @Timeout(7_200)
  void whateverTheNetworkDoesTheResultIsWhole() throws IOException {
    try (Hosts hosts = Hosts.create("server", "a1");
        ServedHosts served = new ServedHosts(hosts, folder)) {
      Command agent = served.join("a1", served.invite());
      String job = submit(served);
      for (int round = 0; round < ROUNDS; round++) {
        breaks(agent, () -> hosts.plug("a1", false), () -> hosts.plug("a1", true));
        breaks(
            agent, () -> hosts.lose("a1", "server", true), () -> hosts.lose("a1", "server", false));
        breaks(
            agent, () -> hosts.lose("server", "a1", true), () -> hosts.lose("server", "a1", false));
        long[] before = {open(agent), open(served.server())};
        for (int reset = 0; reset < RESETS; reset++) {
          resets(hosts);
        }
        assertTrue(open(agent) <= before[0] + 8, "the agent keeps what was reset");
        assertTrue(open(served.server()) <= before[1] + 8, "the server keeps what was reset");
      }
      hosts.slow("a1", "64kbit");
      assertWhole(cancelled(served, job));
    }
  }

  /// Something breaks; the agent says so, and that it is connected when it is over.
  private static void breaks(Command agent, Runnable broken, Runnable healed) {
    int from = agent.err().length();
    broken.run();
    int lost = awaitSaid(agent, from, "the agent keeps trying");
    healed.run();
    awaitSaid(agent, lost, "connected to the server");
  }

  /// The connection is reset, and another one made.
  private static void resets(Hosts hosts) {
    String before = hosts.connections("a1");
    hosts.reset("a1");
    Await.until(
        MINUTE,
        "another connection than " + before,
        () -> !Set.of("", before).contains(hosts.connections("a1")),
        () -> hosts.connections("a1"));
  }

  /// Waits until a process has said something behind a place in what it said before.
  ///
  /// @return where that ends
  private static int awaitSaid(Command agent, int from, String words) {
    Await.until(
        MINUTE,
        "\"" + words + "\" once more",
        () -> agent.err().indexOf(words, from) >= 0,
        () -> agent.err().substring(from));
    return agent.err().indexOf(words, from) + words.length();
  }

  /// How many descriptors and threads a process has.
  private static long open(Command command) throws IOException {
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/" + command.pid() + "/fd"));
        Stream<Path> threads = Files.list(Path.of("/proc/" + command.pid() + "/task"))) {
      return descriptors.count() + threads.count();
    }
  }

  private static String submit(ServedHosts served) throws IOException {
    Command submit =
        served.administrator(
            "job",
            "submit",
            "noop",
            "--iteration-time",
            "5ms",
            "--threads",
            "2",
            "--interval",
            "500ms",
            "--duration",
            "4h",
            "--json");
    assertEquals(0, submit.awaitExit(MINUTE), submit::toString);
    return Json.mapper().readTree(submit.out()).get("id").asString();
  }

  private static JsonNode cancelled(ServedHosts served, String job) throws IOException {
    Command cancel = served.administrator("job", "cancel", job);
    assertEquals(0, cancel.awaitExit(MINUTE), cancel::toString);
    Command watch = served.administrator("job", "watch", job, "--json");
    watch.awaitExit(MINUTE.multipliedBy(2));
    return Json.mapper().readTree(watch.out());
  }

  private static void assertWhole(JsonNode result) {
    JsonNode audit = result.get("audit");
    assertEquals("BALANCED", audit.get("verdict").asString(), audit::toString);
    assertEquals(0, audit.get("uncertain").asLong(), audit::toString);
    assertTrue(
        result
            .get("intervals")
            .valueStream()
            .allMatch(interval -> interval.get("missing").isEmpty()),
        "no interval misses the agent");
    System.out.println("the network broke, and: " + audit.get("sentence").asString());
  }
}
