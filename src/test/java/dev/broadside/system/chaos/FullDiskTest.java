package dev.broadside.system.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.Await;
import dev.broadside.system.harness.Api;
import dev.broadside.system.harness.Command;
import dev.broadside.system.harness.Installation;
import dev.broadside.system.harness.SmallDisk;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import org.h2.tools.Server;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The server's disk and an agent's disk fill while a ledger is written: the load goes on, somebody
/// says why nothing is stored, and all of it is there when there is room again. `-Dcycles=20` fills
/// each as often. Without root this reports "not run".
final class FullDiskTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final int MEGABYTES = 96;
  private static final int MORE_ENTRIES = 100;

  @TempDir private Path folder;

  @Test
  @Timeout(900)
  void whicheverDiskIsFullTheLoadGoesOnAndTheResultIsExact() throws SQLException {
    Server database = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
    String url = "jdbc:h2:tcp://127.0.0.1:" + database.getPort() + "/mem:full;DB_CLOSE_DELAY=-1";
    try (SmallDisk servers = SmallDisk.at(folder.resolve("server"), MEGABYTES);
        SmallDisk agents = SmallDisk.at(folder.resolve("a1"), MEGABYTES);
        Installation installation = Installation.start(folder);
        Connection ledger = DriverManager.getConnection(url)) {
      Command agent = installation.agent("a1");
      Api api = installation.api();
      api.awaitAgents(1, MINUTE);
      String job = api.submit(job(url));
      api.awaitState(job, "running", MINUTE);
      awaitIntervals(api, job, 3);

      for (int cycle = 0; cycle < Integer.getInteger("cycles", 1); cycle++) {
        servers.fill();
        awaitReady(api, 503);
        loadGoesOn(ledger);
        servers.free();
        awaitReady(api, 200);
        awaitIntervals(api, job, 3);

        agents.fill();
        agent.awaitText(MINUTE, said("the spool cannot be written", cycle));
        loadGoesOn(ledger);
        agents.free();
        agent.awaitText(MINUTE, said("the spool takes records again", cycle));
        awaitIntervals(api, job, 3);
      }
      assertTrue(installation.server().err().contains("the result store works again"));
      api.post("/api/v1/jobs/" + job + "/cancel", Map.of());
      assertExact(api.awaitEnd(job, MINUTE));
    } finally {
      database.stop();
    }
  }

  /// Once more than it was before.
  private static String said(String words, int before) {
    return "(?s)((?:" + words + ".*){" + (before + 1) + "})";
  }

  private static void assertExact(JsonNode result) {
    JsonNode audit = result.get("audit");
    assertEquals("BALANCED", audit.get("verdict").asString(), audit::toString);
    assertEquals(0, audit.get("uncertain").asLong(), audit::toString);
    assertEquals(0, audit.get("failed").asLong(), audit::toString);
    assertTrue(
        audit.get("checks").valueStream().allMatch(check -> check.get("holds").asBoolean()),
        audit::toString);
  }

  private static void awaitReady(Api api, int status) {
    Await.until(
        MINUTE,
        "/readyz to give " + status,
        () -> api.get("/readyz").status() == status,
        () -> api.get("/readyz"));
  }

  private static void awaitIntervals(Api api, String job, int more) {
    int before = api.results(job).path("intervals").size();
    Await.until(
        MINUTE,
        more + " more intervals",
        () -> api.results(job).path("intervals").size() >= before + more,
        () -> api.get("/api/v1/jobs/" + job).body());
  }

  private static void loadGoesOn(Connection ledger) throws SQLException {
    long before = entries(ledger);
    Await.until(
        MINUTE, "the load to go on", () -> entries(ledger) >= before + MORE_ENTRIES, () -> before);
  }

  private static long entries(Connection ledger) {
    try (Statement statement = ledger.createStatement();
        ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM broadside_ledger_entry")) {
      rows.next();
      return rows.getLong(1);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private static Map<String, Object> job(String url) {
    return Map.of(
        "jobClass",
        "ledger",
        "parameters",
        Map.of("url", url),
        "threads",
        2,
        "interval",
        "200ms",
        "think",
        "5ms",
        "duration",
        "2h");
  }
}
