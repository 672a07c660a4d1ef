package dev.broadside.system.mini;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.load.Phase;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.verdict.AuditDocument.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Hosts whose monotonic clocks drift apart, one as fast and one as slow as clocks do, in virtual
/// time: an interval of one is the same time as that of the other.
final class DriftingClocksTest {
  private static final String JOB = "job";
  private static final Duration LENGTH = Duration.ofMinutes(30);

  /// By which a boundary may be wrong.
  private static final Duration WRONG = Duration.ofMillis(10);

  @TempDir private Path folder;
  private MiniCluster cluster;
  private Host fast;
  private Host slow;

  @BeforeEach
  void start() {
    cluster = new MiniCluster(folder);
    fast = cluster.host("agent-1");
    slow = cluster.host("agent-2");
    Phase phase = SpecBuilder.measure(LENGTH, SpecBuilder.open(1, 1));
    cluster.submit(JOB, MiniCluster.spec(2, Duration.ofSeconds(10), phase));
    cluster.advanceInto(JOB, Duration.ofMinutes(1));
    // 0.9 s in half an hour, each.
    fast.drift(Duration.ofHours(1));
    slow.drift(Duration.ofHours(-1));
  }

  @AfterEach
  void stop() throws InterruptedException {
    cluster.close();
  }

  @Test
  void anIntervalEndsOnBothAtTheSameMoment() {
    assertEndsOnTime(LENGTH.dividedBy(2));
    assertEndsOnTime(LENGTH.minusMinutes(1));

    cluster.advanceTo(JOB, "completed");
    cluster.advance(Duration.ofSeconds(1));
    RunDocument result = cluster.result(JOB);
    assertEquals(Verdict.BALANCED, result.audit().verdict(), result.audit().sentence());
    assertEquals(LENGTH.toSeconds(), result.audit().begun(), result.audit().sentence());
  }

  @Test
  void aWorkerThatTakesThePlaceOfADeadOneGoesByTheServersClockToo() {
    cluster.advanceInto(JOB, LENGTH.dividedBy(2));
    slow.killWorker(JOB);
    assertEndsOnTime(LENGTH.minusMinutes(1));
  }

  private void assertEndsOnTime(Duration boundary) {
    cluster.advanceInto(JOB, boundary.minus(WRONG));
    List<Integer> before = sealed();
    cluster.advance(WRONG.multipliedBy(2));
    assertEquals(before.stream().map(records -> records + 1).toList(), sealed());
  }

  private List<Integer> sealed() {
    return List.of(fast.workers().getLast().sealed(), slow.workers().getLast().sealed());
  }
}
