package dev.broadside.system.mini;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.job.AgentLoss;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.Mark;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.RunJudgement;
import dev.broadside.core.stat.DropReason;
import dev.broadside.core.verdict.AuditDocument.Verdict;
import dev.broadside.core.verdict.Judgement;
import dev.broadside.system.harness.Audits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What is killed amid a run of two agents, at 10 arrivals a second each, takes its load up again.
final class LoadComesBackTest {
  private static final String JOB = "job";

  /// In 7 seconds, the first 2 of which are not measured.
  private static final long ALL = 140;

  private static final int A_SECOND = 20;

  @TempDir private Path folder;
  private MiniCluster cluster;
  private Host first;
  private Host second;

  @BeforeEach
  void start() {
    cluster = new MiniCluster(folder);
    first = cluster.host("agent-1");
    second = cluster.host("agent-2");
  }

  @AfterEach
  void stop() throws InterruptedException {
    cluster.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"agent-1", "agent-2"})
  void workerThatDiesIsForkedAgain(String name) {
    Host host = cluster.host(name);
    cluster.submit(JOB, 2);
    cluster.advanceInto(JOB, Duration.ofMillis(3_580));
    host.workers().getLast().kill();

    RunDocument result = end();

    assertEquals(2, host.workers().size());
    assertEquals("Resume", host.workers().getLast().goals().getFirst());
    assertExact(result);
    assertEquals(0, dropped(result), "nothing was due before the next worker was there");
    assertEquals(
        List.of(name + ": another worker took the load up"),
        result.marks().stream()
            .filter(mark -> mark.kind() == Mark.Kind.AGENT)
            .map(mark -> mark.who() + ": " + mark.text())
            .toList());
  }

  /// Whose counts would be those of the run's first second otherwise.
  @ParameterizedTest
  @ValueSource(strings = {"agent-1", "agent-2"})
  void aResumedWorkerThatDiesBeforeItsFirstRecordIsCountedWhereItBegan(String name) {
    Host host = cluster.host(name);
    cluster.submit(JOB, 2);
    cluster.advanceInto(JOB, Duration.ofMillis(3_180));
    host.workers().getLast().kill();
    cluster.advance(Duration.ofMillis(350));
    host.workers().getLast().kill();

    RunDocument result = end();

    assertEquals(3, host.workers().size());
    assertExact(result);
    assertEquals(Verdict.BALANCED, result.audit().verdict(), result.audit().sentence());
    assertEquals(
        List.of(1_000.0, 1_000.0, 1_000.0, 1_000.0, 1_000.0, 1_000.0, 1_000.0),
        result.intervals().stream().limit(7).map(IntervalDocument::lengthMillis).toList());
    assertTrue(result.delivery().orElseThrow().whole());
  }

  @Test
  void shareWhoseWorkersDieAgainAndAgainEndsWithTheReason() {
    cluster.submit(JOB, 2);
    cluster.advanceInto(JOB, Duration.ofMillis(2_500));
    for (int deaths = 0; deaths < 3; deaths++) {
      second.workers().getLast().kill();
      cluster.advance(Duration.ofMillis(500));
    }

    RunDocument result = end("failed");

    assertEquals(Judgement.INVALID, RunJudgement.of(result).judgement());
    assertEquals(3, second.workers().size());
    assertTrue(cluster.job(JOB).reason().contains("3 workers died within a minute"), reason());
    assertEquals(List.of("agent-2"), result.intervals().getLast().missing());
  }

  @ParameterizedTest
  @ValueSource(strings = {"agent-1", "agent-2"})
  void agentThatIsKilledTakesItsShareUpWhenItIsBack(String name) throws InterruptedException {
    Host host = cluster.host(name);
    cluster.submit(JOB, 2);
    cluster.advanceInto(JOB, Duration.ofMillis(3_500));
    host.kill(0);
    cluster.advance(Duration.ofMillis(1_700));
    host.restart();

    RunDocument result = end();

    assertExact(result);
    assertEquals(17, dropped(result), 1, "due while it was away");
    assertEquals("", cluster.job(JOB).reason());
    assertEquals(List.of(name), result.intervals().get(4).missing());
    assertEquals(List.of(), result.intervals().getLast().missing());
  }

  @Test
  void agentsAreUpgradedOneAfterTheOther() throws InterruptedException {
    cluster.submit(JOB, 2);
    cluster.advanceInto(JOB, Duration.ofMillis(2_500));
    for (Host host : List.of(first, second)) {
      cluster.leave(host);
      cluster.advance(Duration.ofMillis(700));
      host.restart();
      cluster.advance(Duration.ofMillis(700));
    }

    RunDocument result = end();

    assertEquals(Verdict.BALANCED, result.audit().verdict(), result.audit().sentence());
    assertExact(result);
    assertEquals(cluster.target(), result.audit().ok());
    assertEquals("", cluster.job(JOB).reason());
  }

  @Test
  void oneAgentAloneIsUpgraded() throws InterruptedException {
    cluster.submit(JOB, 1);
    cluster.advanceInto(JOB, Duration.ofMillis(2_500));
    Host host = first.workers().isEmpty() ? second : first;
    cluster.leave(host);
    cluster.advance(Duration.ofMillis(700));
    host.restart();

    RunDocument result = end();

    assertEquals(Verdict.BALANCED, result.audit().verdict(), result.audit().sentence());
    assertExact(result);
  }

  @Test
  void agentMayDieTwiceAndTheServerBetween() throws InterruptedException {
    cluster.submit(JOB, 2);
    cluster.advanceInto(JOB, Duration.ofMillis(2_500));
    second.kill(0);
    cluster.kill();
    cluster.advance(Duration.ofMillis(500));
    second.restart();
    cluster.boot();
    cluster.advanceInto(JOB, Duration.ofMillis(4_500));
    second.kill(0);
    cluster.advance(Duration.ofMillis(500));
    second.restart();

    assertExact(end());
  }

  @ParameterizedTest
  @EnumSource
  void loadIsNeverMoreThanPlannedWhateverThePolicy(AgentLoss policy) throws InterruptedException {
    cluster.submit(JOB, 2, policy);
    cluster.advanceInto(JOB, Duration.ofMillis(2_500));
    second.kill(0);
    cluster.advance(Duration.ofMillis(1_300));
    second.restart();
    if (policy == AgentLoss.FAIL) {
      cluster.advanceTo(JOB, "failed");
      assertTrue(reason().contains("agent-2"), reason());
    } else {
      assertExact(end());
    }
    for (int at : cluster.begunBySecond()) {
      assertTrue(at <= A_SECOND, () -> "" + cluster.begunBySecond());
    }
  }

  @Test
  void jobThatIsToFailEndsEverywhereAtOnceWhenAnAgentIsLost() throws InterruptedException {
    cluster.submit(JOB, 2, AgentLoss.FAIL);
    cluster.advanceInto(JOB, Duration.ofMillis(1_500));
    cluster.leave(second);
    cluster.advance(Duration.ofSeconds(2));

    assertFalse(cluster.job(JOB).state().equals("running"), reason());
    assertTrue(first.workers().getLast().goals().contains("Stop"));
    cluster.advanceTo(JOB, "failed");
    assertTrue(reason().contains("agent-2: the agent was stopped"), reason());
  }

  private RunDocument end() {
    return end("completed");
  }

  private RunDocument end(String state) {
    cluster.advanceTo(JOB, state);
    cluster.advance(Duration.ofSeconds(1));
    return cluster.result(JOB);
  }

  private String reason() {
    return cluster.job(JOB).reason();
  }

  /// Every arrival was begun or dropped, once; and what was counted is what the target has, but for
  /// what was under way in a worker as it died.
  private void assertExact(RunDocument result) {
    var audit = result.audit();
    assertEquals(ALL, audit.begun() + dropped(result), audit.sentence());
    assertEquals(audit.begun(), audit.ok() + audit.failed() + audit.uncertain());
    assertTrue(
        cluster.target() >= audit.ok() && cluster.target() <= audit.ok() + audit.uncertain());
    assertEquals(List.of(), Audits.unexpected(audit.findings()));
    assertEquals(7, result.intervals().stream().map(IntervalDocument::index).distinct().count());
  }

  private static long dropped(RunDocument result) {
    return result.intervals().stream()
        .mapToLong(one ->
            one.stats().droppedBy().getOrDefault(DropReason.AWAY, 0L)
                + one.stats().droppedBy().getOrDefault(DropReason.STOPPED, 0L))
        .sum();
  }
}
