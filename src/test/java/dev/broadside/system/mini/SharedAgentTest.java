package dev.broadside.system.mini;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.report.RunDocument;
import dev.broadside.core.verdict.AuditDocument.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An agent that has two jobs at once, in virtual time.
final class SharedAgentTest {
  /// 20 a second for 7 seconds.
  private static final long ALL = 140;

  @TempDir private Path folder;
  private MiniCluster cluster;
  private Host host;

  @BeforeEach
  void start() {
    cluster = new MiniCluster(folder);
    host = cluster.host("shared", 2);
  }

  @AfterEach
  void stop() throws InterruptedException {
    cluster.close();
  }

  @Test
  void twoJobsRunAtOnceAndAThirdWaitsForRoom() {
    cluster.submit("one", 1);
    cluster.submit("two", 1);
    cluster.submit("three", 1);
    cluster.advanceInto("two", Duration.ofSeconds(3));
    assertEquals("running", cluster.job("one").state());
    assertEquals(2, host.workers().size());
    assertEquals(
        "shared is busy with jobs one and two; begins when it is free",
        cluster.job("three").reason());
    cluster.advanceTo("three", "completed");
    for (String job : new String[] {"one", "two", "three"}) {
      assertExact(job);
    }
  }

  @Test
  void aJobThatIsAloneHasNoOtherBesideIt() {
    cluster.submit("one", 1, Map.of("exclusive", "true"));
    cluster.submit("two", 1);
    cluster.advanceTo("one", "running");
    assertEquals(
        "shared is busy with job one; begins when it is free", cluster.job("two").reason());
    cluster.advanceTo("two", "completed");
    assertExact("one");
    assertExact("two");
  }

  @Test
  void oneThatIsCancelledBeforeItsLoadBeginsMissesNothing() {
    cluster.submit("one", 1);
    cluster.submit("two", 1);
    cluster.advanceTo("two", "running");
    cluster.cancel("two");
    cluster.advanceTo("two", "cancelled");
    assertEquals(0, cluster.target("two"));
    assertEquals(List.of(), cluster.result("two").audit().findings());
    assertEquals(Verdict.BALANCED, cluster.result("two").audit().verdict());
    cluster.advanceTo("one", "completed");
    assertExact("one");
  }

  @Test
  void oneThatIsKilledDoesNotTouchTheOther() {
    cluster.submit("one", 1);
    cluster.submit("two", 1);
    cluster.advanceInto("two", Duration.ofSeconds(3));
    cluster.kill("one");
    cluster.advanceTo("one", "cancelled");
    assertEquals("running", cluster.job("two").state(), "the killed one did not wait");
    assertTrue(cluster.target("one") < ALL);
    assertTrue(
        cluster.result("one").marks().stream()
            .anyMatch(mark -> mark.toString().contains("cancelled it by force")),
        "its author stands on its charts");
    cluster.advanceTo("two", "completed");
    assertExact("two");
  }

  @Test
  void aDrainedAgentEndsBothAndGetsNoThird() {
    cluster.submit("one", 1);
    cluster.submit("two", 1);
    cluster.advanceInto("two", Duration.ofSeconds(3));
    assertTrue(cluster.drain("shared"));
    cluster.submit("three", 1);
    cluster.advanceTo("two", "completed");
    cluster.advanceTo("one", "completed");
    cluster.advance(Duration.ofSeconds(5));
    assertExact("one");
    assertExact("two");
    assertEquals(
        "shared is drained; begins when it is given jobs again", cluster.job("three").reason());
    cluster.cancel("three");
  }

  private void assertExact(String job) {
    RunDocument result = cluster.result(job);
    assertEquals(Verdict.BALANCED, result.audit().verdict(), result.audit().sentence());
    assertEquals(ALL, result.audit().ok());
    assertEquals(ALL, cluster.target(job));
  }
}
