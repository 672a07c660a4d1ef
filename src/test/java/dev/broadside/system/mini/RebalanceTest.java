package dev.broadside.system.mini;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.job.AgentLoss;
import dev.broadside.core.job.Settings;
import dev.broadside.core.load.Phase;
import dev.broadside.core.report.Mark;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.verdict.AuditDocument.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What a lost agent of three would begin the others begin, and give it back; and in no second is
/// more begun than planned, whoever is out of reach meanwhile.
final class RebalanceTest {
  private static final String JOB = "job";
  private static final int RATE = 30;
  private static final Duration RUN = Duration.ofSeconds(260);

  @TempDir private Path folder;
  private MiniCluster cluster;
  private List<Host> hosts;

  @BeforeEach
  void start() {
    cluster = new MiniCluster(folder);
    hosts = IntStream.rangeClosed(1, 3).mapToObj(i -> cluster.host("agent-" + i)).toList();
    Phase measured = SpecBuilder.measure(RUN, SpecBuilder.open(2, RATE));
    Map<String, String> policy = Map.of(AgentLoss.DECLARED.name(), AgentLoss.REBALANCE.word());
    cluster.submit(JOB, MiniCluster.spec(3, measured).withSettings(new Settings(policy)));
  }

  @AfterEach
  void stop() throws InterruptedException {
    cluster.close();
  }

  @Test
  void agentThatIsKilledIsReplacedByTheOthersUntilItIsBack() {
    cluster.advanceInto(JOB, Duration.ofSeconds(10));
    hosts.getLast().kill(0);
    cluster.advance(Duration.ofSeconds(110));
    hosts.getLast().restart();

    RunDocument result = end();

    List<Integer> begun = cluster.begunBySecond();
    assertEquals(RATE * 2 / 3, begun.get(40), "its load is missing as long as it may go on");
    assertEquals(RATE, begun.get(100), begun::toString);
    assertEquals(RATE, begun.get(200), begun::toString);
    assertTrue(
        hosts.getLast().workers().getLast().begunNanos().stream().anyMatch(at -> at > 200e9));
    assertEquals(Verdict.BALANCED, result.audit().verdict(), result.audit().sentence());
    List<String> marks =
        result.marks().stream()
            .filter(mark -> mark.kind() == Mark.Kind.CONTROL)
            .map(mark -> mark.who() + ": " + mark.text())
            .toList();
    assertEquals(
        List.of(
            "agent-3 is lost: 2 agents with the whole load",
            "agent-3 is back: 2 agents, each with its own part only",
            "agent-3 is back: 3 agents with the whole load"),
        marks);
  }

  @Test
  void agentThatCannotBeReachedEndsItsLoadBeforeOthersTakeItOver() {
    cluster.advanceInto(JOB, Duration.ofSeconds(10));
    hosts.getFirst().cable().pull();
    cluster.advance(Duration.ofSeconds(100));
    hosts.getFirst().cable().putBack();

    RunDocument result = end();

    List<Integer> begun = cluster.begunBySecond();
    assertEquals(RATE, begun.get(60), "it goes on without its server");
    assertEquals(RATE, begun.get(100), begun::toString);
    assertEquals(RATE, begun.get(200), begun::toString);
    assertEquals(Verdict.BALANCED, result.audit().verdict(), result.audit().sentence());
    List<VirtualWorker> workers = hosts.getFirst().workers();
    assertEquals(2, workers.size(), "another one has taken its part up again");
    assertTrue(
        workers.getLast().begunNanos().stream().filter(at -> at > 200e9).count() > 500,
        "it has its own part back");
    assertTrue(workers.getLast().goals().contains("Verify"), workers.getLast().goals()::toString);
  }

  /// It cannot be told to end, so it goes on as long as without a server.
  @Test
  void agentThatIsRevokedEndsItsLoadBeforeOthersTakeItOver() {
    cluster.advanceInto(JOB, Duration.ofSeconds(10));
    hosts.getFirst().cable().pull();
    cluster.revoke("agent-1");

    end();

    List<Integer> begun = cluster.begunBySecond();
    assertEquals(RATE, begun.get(60), "it goes on without its server");
    assertEquals(RATE, begun.get(100), begun::toString);
  }

  /// `-Drebalanced=N` plays as many seeds.
  private static LongStream seeds() {
    return LongStream.rangeClosed(1, Integer.getInteger("rebalanced", 6));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void whateverHappensNoSecondHasMoreThanPlanned(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    cluster.advanceInto(JOB, Duration.ofSeconds(1));
    for (int i = 0; i < 4; i++) {
      cluster.advance(Duration.ofSeconds(random.nextInt(20)));
      cluster.trouble(random, 90);
    }

    assertNotEquals(Verdict.CONFLICT, end().audit().verdict());
  }

  private RunDocument end() {
    cluster.advanceToEnd(JOB);
    cluster.advance(Duration.ofSeconds(2));
    List<Integer> begun = cluster.begunBySecond();
    for (int second = 0; second < begun.size(); second++) {
      assertTrue(begun.get(second) <= RATE, "second " + second + " of " + begun);
    }
    return cluster.result(JOB);
  }
}
