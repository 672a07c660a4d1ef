package dev.broadside.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.report.Json;
import dev.broadside.system.harness.Command;
import dev.broadside.system.harness.Hosts;
import dev.broadside.system.harness.MariaDb;
import dev.broadside.system.harness.ServedHosts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// A server, three agents and a database on five hosts with addresses of their own, over TLS.
///
/// The hosts are network namespaces. Without root this reports "not run".
class SeveralHostsTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @TempDir private Path folder;

  @Test
  void threeAgentsJoinOverTlsAndRunOneJobTogether() throws IOException {
    try (Hosts hosts = Hosts.create("server", "a1", "a2", "a3", "db")) {
      try (MariaDb database =
              MariaDb.start(hosts.on("db"), folder.resolve("db"), "--listen", hosts.address("db"));
          ServedHosts served = new ServedHosts(hosts, folder)) {
        String printed = served.invite();

        refusesAWrongFingerprint(served, printed);
        served.join("a1", printed);
        refusesAUsedToken(served, printed);
        served.join("a2", served.invite());
        served.join("a3", served.invite());
        refusesAPlainConnection(hosts, served);

        JsonNode result = runJob(served, database);
        assertEquals(
            "BALANCED", result.at("/audit/verdict").asString(), result.get("audit")::toString);
        assertEquals(3, result.get("agents").size());
        // The figure (below 10 ms on an idle machine) is told and not judged: a timing decides no
        // test.
        System.out.printf("spread of the agents' starts: %.3f ms%n", spreadOfStartsMillis(result));
      }
    }
  }

  private static void refusesAWrongFingerprint(ServedHosts served, String printed) {
    String wrong = printed.replaceAll("sha256:[0-9a-f]{8}", "sha256:00000000");
    Command agent = served.agent("a3", wrong);
    assertNotEquals(0, agent.awaitExit(MINUTE), agent::toString);
    assertTrue(agent.err().contains("fingerprint"), agent::toString);
  }

  private static void refusesAUsedToken(ServedHosts served, String printed) {
    Command agent = served.agent("a2", printed);
    assertNotEquals(0, agent.awaitExit(MINUTE), agent::toString);
    assertTrue(agent.err().contains("token"), agent::toString);
  }

  private static void refusesAPlainConnection(Hosts hosts, ServedHosts served) {
    Command list =
        served.start(
            "a1",
            "job",
            "list",
            "--server",
            "http://" + hosts.address("server") + ":" + ServedHosts.PORT);
    assertEquals(2, list.awaitExit(MINUTE), list::toString);
    assertTrue(list.err().contains("write https instead"), list::toString);

    String answer =
        hosts.talk(
            "a1", hosts.address("server"), ServedHosts.PORT, "GET /healthz HTTP/1.0\\r\\n\\r\\n");
    assertTrue(answer.contains(" 400 ") && answer.contains("write https://"), answer);
    assertFalse(answer.contains("ok"), () -> "the server answered in the clear: " + answer);
  }

  private static JsonNode runJob(ServedHosts served, MariaDb database) throws IOException {
    Command add =
        served.administrator(
            "target",
            "add",
            "db",
            "--url",
            database.url(),
            "--user",
            database.user(),
            "--password-file",
            database.passwordFile().toString());
    assertEquals(0, add.awaitExit(MINUTE), add::toString);
    Command submit =
        served.administrator(
            "job",
            "submit",
            "igenoltp",
            "--target",
            "db",
            "--scale",
            "0.1",
            "--agents",
            "3",
            "--threads",
            "4",
            "--think",
            "5ms",
            "--warmup",
            "1s",
            "--duration",
            "4s",
            "--watch",
            "--json");
    assertEquals(0, submit.awaitExit(MINUTE.multipliedBy(2)), submit::toString);
    return Json.mapper().readTree(submit.out());
  }

  private static double spreadOfStartsMillis(JsonNode result) {
    var starts =
        result
            .get("agents")
            .valueStream()
            .mapToDouble(agent -> agent.get("firstStartMillis").asDouble())
            .summaryStatistics();
    return starts.getMax() - starts.getMin();
  }
}
