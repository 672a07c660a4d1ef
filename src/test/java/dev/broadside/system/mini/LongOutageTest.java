package dev.broadside.system.mini;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.job.AgentLoss;
import dev.broadside.core.job.Settings;
import dev.broadside.core.load.Phase;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.stat.DropReason;
import dev.broadside.core.verdict.AuditDocument.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Server and agents that are without each other for hours, in virtual time: two agents, at one
/// arrival in two seconds each, for three hours.
@Order(5)
final class LongOutageTest {
  private static final String JOB = "job";
  private static final Duration LENGTH = Duration.ofHours(3);
  private static final Duration INTERVAL = Duration.ofSeconds(10);
  private static final long ALL = LENGTH.toSeconds();

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

  @Test
  void twoHoursWithoutItsServerCostAnAgentThatWaitsNothing() {
    RunDocument result = cutOff(AgentLoss.WAIT, Duration.ofHours(2));

    assertWhole(result);
    assertEquals(1, second.workers().size());
  }

  /// It answers for its load for an hour.
  @Test
  void twoHoursWithoutItsServerCostAnyOtherAgentTheSecondHour() {
    RunDocument result = cutOff(AgentLoss.CONTINUE, Duration.ofHours(2));

    assertEquals(Verdict.BALANCED, result.audit().verdict(), result.audit().sentence());
    long away =
        result.intervals().stream()
            .mapToLong(one -> one.stats().droppedBy().getOrDefault(DropReason.AWAY, 0L))
            .sum();
    assertEquals(1_800, away, 10, "half of what was due in an hour");
    assertEquals(ALL, result.audit().begun() + away, result.audit().sentence());
    assertEquals(2, second.workers().size());
  }

  @Test
  void halfAnHourWithoutAServerCostsNothing() {
    submit(AgentLoss.CONTINUE);
    cluster.advanceInto(JOB, Duration.ofMinutes(10));
    cluster.kill();
    cluster.advance(Duration.ofMinutes(30));
    cluster.boot();

    assertWhole(end());
    assertEquals(1, first.workers().size());
    assertEquals(1, second.workers().size());
  }

  private RunDocument cutOff(AgentLoss policy, Duration howLong) {
    submit(policy);
    cluster.advanceInto(JOB, Duration.ofMinutes(10));
    second.cable().pull();
    cluster.advance(Duration.ofSeconds(11));
    assertTrue(cluster.job(JOB).reason().contains("agent-2 has been away"), this::reason);
    cluster.advance(howLong);
    second.cable().putBack();
    cluster.advance(Duration.ofSeconds(30));
    assertEquals("", reason());
    return end();
  }

  private String reason() {
    return cluster.job(JOB).reason();
  }

  private void submit(AgentLoss policy) {
    Phase phase = SpecBuilder.measure(LENGTH, SpecBuilder.open(1, 1));
    Settings settings = new Settings(Map.of(AgentLoss.DECLARED.name(), policy.word()));
    cluster.submit(JOB, MiniCluster.spec(2, INTERVAL, phase).withSettings(settings));
  }

  private RunDocument end() {
    cluster.advanceInto(JOB, LENGTH);
    cluster.advanceTo(JOB, "completed");
    cluster.advance(Duration.ofSeconds(1));
    return cluster.result(JOB);
  }

  private static void assertWhole(RunDocument result) {
    assertEquals(Verdict.BALANCED, result.audit().verdict(), result.audit().sentence());
    assertEquals(ALL, result.audit().begun(), result.audit().sentence());
    assertEquals(LENGTH.dividedBy(INTERVAL), result.intervals().size());
    assertTrue(result.intervals().stream().allMatch(one -> one.missing().isEmpty()));
  }
}
