package dev.broadside.system.mini;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.job.AgentLoss;
import dev.broadside.core.report.Mark;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.verdict.AuditDocument.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The threads of a lost agent of three are at work on the others, and are given back; and at no
/// instant are more of them at work than planned, whoever is out of reach meanwhile. An iteration
/// takes longer than a change is told ahead.
final class RebalancedThreadsTest {
  private static final String JOB = "job";
  private static final int THREADS = 4;
  private static final int ALL = 3 * THREADS;
  private static final Duration RUN = Duration.ofSeconds(260);

  /// Lease, heartbeats that may be missed, grace, and until a change holds.
  private static final int TAKEN_OVER = 60 + 10 + 10 + 3;

  @TempDir private Path folder;
  private MiniCluster cluster;
  private List<Host> hosts;

  @BeforeEach
  void start() {
    cluster = new MiniCluster(folder);
    hosts = IntStream.rangeClosed(1, 3).mapToObj(i -> cluster.host("agent-" + i)).toList();
    cluster.submit(
        JOB,
        MiniCluster.spec(3, SpecBuilder.measure(RUN, SpecBuilder.closed(THREADS)))
            .with(AgentLoss.DECLARED.name(), AgentLoss.REBALANCE.word()));
  }

  @AfterEach
  void stop() throws InterruptedException {
    cluster.close();
  }

  @Test
  void agentThatIsKilledIsReplacedByTheOthersUntilItIsBack() {
    cluster.advanceInto(JOB, Duration.ofSeconds(10));
    hosts.getLast().kill(0);
    cluster.advance(Duration.ofSeconds(120));
    hosts.getLast().restart();

    RunDocument result = end();

    assertEquals(6, cluster.job(JOB).planned().openedPerAgent());
    assertAtWork(ALL, 3, 10);
    assertAtWork(ALL - THREADS, 12, 70);
    assertAtWork(ALL, 10 + TAKEN_OVER, 130);
    assertAtWork(ALL, 130 + 20, 255);
    assertTrue(begunAfter(hosts.getLast(), 150) > 200, "it has its own threads back");
    assertEquals(Verdict.BALANCED, result.audit().verdict(), result.audit().sentence());
    assertEquals(
        List.of(
            "agent-3 is lost: 2 agents with the whole load",
            "agent-3 is back: 2 agents, each with its own part only",
            "agent-3 is back: 3 agents with the whole load"),
        result.marks().stream()
            .filter(mark -> mark.kind() == Mark.Kind.CONTROL)
            .map(mark -> mark.who() + ": " + mark.text())
            .toList());
  }

  @Test
  void agentThatCannotBeReachedEndsItsLoadBeforeOthersTakeItOver() {
    cluster.advanceInto(JOB, Duration.ofSeconds(10));
    hosts.getFirst().cable().pull();
    cluster.advance(Duration.ofSeconds(120));
    hosts.getFirst().cable().putBack();

    RunDocument result = end();

    assertAtWork(ALL, 3, 65);
    assertAtWork(ALL, 10 + TAKEN_OVER, 130);
    assertAtWork(ALL, 130 + 25, 255);
    assertTrue(begunAfter(hosts.getFirst(), 160) > 200, "it has its own threads back");
    assertEquals(Verdict.BALANCED, result.audit().verdict(), result.audit().sentence());
  }

  @Test
  void ofTwoLostAgentsAsManyThreadsAreTakenOverAsTheLastOneHasInReserve() {
    cluster.advanceInto(JOB, Duration.ofSeconds(10));
    hosts.getFirst().kill(0);
    hosts.getLast().kill(0);
    cluster.advance(Duration.ofSeconds(110));
    hosts.getFirst().restart();
    hosts.getLast().restart();

    assertNoConflict(end());
    assertAtWork(6, 10 + TAKEN_OVER, 120);
    assertAtWork(ALL, 120 + 30, 255);
  }

  /// `-Drebalanced=N` plays as many seeds.
  private static LongStream seeds() {
    return LongStream.rangeClosed(1, Integer.getInteger("rebalanced", 6));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void whateverHappensNoInstantHasMoreThreadsAtWorkThanPlanned(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    cluster.advanceInto(JOB, Duration.ofSeconds(1));
    for (int i = 0; i < 4; i++) {
      cluster.advance(Duration.ofSeconds(random.nextInt(20)));
      cluster.trouble(random, 100);
    }

    assertNoConflict(end());
  }

  private RunDocument end() {
    cluster.advanceToEnd(JOB);
    cluster.advance(Duration.ofSeconds(2));
    cluster
        .goingOn(JOB)
        .forEach((at, threads) -> assertTrue(threads <= ALL, threads + " at " + at / 1e9 + " s"));
    return cluster.result(JOB);
  }

  private static void assertNoConflict(RunDocument result) {
    assertNotEquals(Verdict.CONFLICT, result.audit().verdict(), () -> result.audit().toString());
  }

  /// From the common start, between two of its seconds.
  private void assertAtWork(int threads, int from, int until) {
    NavigableMap<Long, Integer> atWork = cluster.goingOn(JOB);
    assertEquals(
        List.of(threads),
        atWork.subMap(from * 1_000_000_000L, until * 1_000_000_000L).values().stream()
            .distinct()
            .toList(),
        () -> "" + atWork);
  }

  private static long begunAfter(Host host, int second) {
    return host.workers().getLast().begunNanos().stream().filter(at -> at > second * 1e9).count();
  }
}
