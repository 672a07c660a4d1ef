package dev.broadside.system.mini;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.report.RunDocument;
import dev.broadside.core.verdict.AuditDocument.Verdict;
import dev.broadside.core.work.Verification.Check;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A worker, or its agent, that is gone when the load of 7 s was delivered and the target is to be
/// verified: the load is whole, and the target was not verified.
final class DeathBehindLoadTest {
  private static final String JOB = "job";
  private static final Duration ALMOST = Duration.ofMillis(6_500);
  private static final String UNVERIFIED =
      "agent-1: the target was not verified: the worker was"
          + " killed by signal 9, by a person or by the system for want of memory";

  @TempDir private Path folder;
  private MiniCluster cluster;
  private Host first;

  @BeforeEach
  void start() {
    cluster = new MiniCluster(folder);
    first = cluster.host("agent-1");
  }

  @AfterEach
  void stop() throws InterruptedException {
    cluster.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void workerThatDiesBehindItsLastRecordLeavesAWholeLoad(int agents) {
    submit(agents);
    cluster.advanceInto(JOB, ALMOST);
    first.workers().getLast().dieBehindLastRecord();

    assertWhole(agents);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void workerThatDiesWhileNobodyHearsLeavesAWholeLoad(int agents) {
    submit(agents);
    cluster.advanceInto(JOB, ALMOST);
    first.cable().pull();
    cluster.advance(Duration.ofSeconds(2));
    first.workers().getLast().kill();
    cluster.advance(Duration.ofSeconds(2));
    first.cable().putBack();

    assertWhole(agents);
  }

  @Test
  void workerThatDiesBehindItsLoadAndVerifiesNothingIsNotTalkedAbout() {
    submit(2);
    cluster.advanceInto(JOB, ALMOST);
    cluster.host("agent-2").workers().getLast().dieBehindLastRecord();

    cluster.advanceTo(JOB, "completed");

    assertEquals("", cluster.job(JOB).reason());
    RunDocument result = cluster.result(JOB);
    assertEquals(Verdict.BALANCED, result.audit().verdict(), result.audit().sentence());
    assertTrue(result.audit().sentence().contains("target verified"), result.audit().sentence());
  }

  @Test
  void agentThatStaysAwayBehindItsLoadIsSaidToHaveVerifiedNothing() {
    submit(2);
    cluster.advanceInto(JOB, ALMOST);
    cluster.host("agent-2").cable().pull();
    cluster.advance(Duration.ofSeconds(2));
    first.cable().pull();
    cluster.host("agent-2").cable().putBack();

    cluster.advanceTo(JOB, "completed");

    assertEquals(
        "agent-1: the target was not verified: the agent was out of reach",
        cluster.job(JOB).reason());
    assertChecks("the agent was out of reach");
  }

  private void submit(int agents) {
    if (agents == 2) {
      cluster.host("agent-2");
    }
    cluster.submit(JOB, agents);
  }

  private void assertWhole(int agents) {
    cluster.advanceTo(JOB, "completed");
    cluster.advance(Duration.ofSeconds(1));

    RunDocument result = cluster.result(JOB);
    assertEquals(Verdict.BALANCED, result.audit().verdict(), result.audit().sentence());
    assertEquals(List.of(), result.audit().findings());
    assertEquals(140, result.audit().ok());
    assertEquals(7L * agents, result.audit().records());
    assertTrue(result.audit().sentence().endsWith("target not checked"));
    assertChecks(UNVERIFIED.substring(UNVERIFIED.indexOf("the worker")));
    assertEquals(UNVERIFIED, cluster.job(JOB).reason());
    assertEquals(UNVERIFIED, result.job().reason());
    assertEquals(1, first.workers().size());
  }

  private void assertChecks(String why) {
    assertEquals(
        List.of(new Check("the target was verified", false, true, why)),
        cluster.result(JOB).audit().checks());
  }
}
