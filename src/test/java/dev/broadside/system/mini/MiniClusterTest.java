package dev.broadside.system.mini;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.verdict.AuditDocument.Verdict;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.Message.ShareOrder;
import dev.broadside.server.collect.Recordings.Recording;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Little stories of a whole cluster, each in virtual time.
final class MiniClusterTest {
  private static final String JOB = "job";

  /// 20 a second for 7 seconds.
  private static final long ALL = 140;

  private static final List<String> LIFE_OF_THE_FIRST =
      List.of("Prepare", "Run", "Verify", "Release");
  private static final List<String> LIFE_OF_THE_OTHERS =
      List.of("Prepare", "Open", "Run", "Release");

  @TempDir private Path folder;
  private MiniCluster cluster;
  private Host first;
  private Host second;

  @BeforeEach
  void start() {
    cluster = new MiniCluster(folder);
    first = cluster.host("agent-1");
    second = cluster.host("agent-2");
    cluster.submit(JOB, 2);
  }

  @AfterEach
  void stop() throws InterruptedException {
    cluster.close();
  }

  @Test
  void jobRunsFromItsSubmissionToABalancedResult() {
    cluster.advanceTo(JOB, "completed");
    cluster.advance(Duration.ofSeconds(1));

    RunDocument result = assertExact();
    assertEquals(0, result.audit().duplicates());
    assertEquals("", cluster.job(JOB).reason());
    assertEquals(20.0, result.summary().throughput());
    assertEquals(3.0, result.summary().latencyMillis().orElseThrow().max(), 0.01);
    assertEquals(LIFE_OF_THE_FIRST, first.workers().getFirst().goals());
    assertEquals(LIFE_OF_THE_OTHERS, second.workers().getFirst().goals());
  }

  @Test
  void jobOfWhichNothingEndedWellHasFailedAndItsReasonSaysWhere() {
    cluster.refuse();
    cluster.advanceTo(JOB, "failed");
    cluster.advance(Duration.ofSeconds(1));

    RunDocument result = cluster.result(JOB);
    assertEquals(Verdict.BALANCED, result.audit().verdict(), result.audit().sentence());
    assertEquals("failed", result.job().state());
    assertEquals(
        "nothing ended well in the measured phases: 100 transactions failed, most often in op:"
            + " Unknown column 'b'",
        result.job().reason());
    assertEquals(result.job().reason(), cluster.job(JOB).reason());
    assertTrue(
        result.marks().stream()
            .anyMatch(mark -> mark.text().startsWith("nothing has ended well since 0:00;")),
        result.marks()::toString);
  }

  @Test
  void flightRecordingsComeWhenTheJobIsOverAndSurviveALinkThatIsCut() throws IOException {
    cluster.submit("profiled", 2, Map.of("profile", "true"));
    assertEquals(List.of(), cluster.recordings(JOB));
    cluster.advanceInto("profiled", Duration.ofSeconds(1));
    List<Recording> before = cluster.recordings("profiled");
    assertEquals("it comes when the job has ended", before.getLast().missing().orElseThrow());
    second.cable().manglingToServer(MiniClusterTest::butRecordings);

    cluster.advanceTo("profiled", "completed");
    cluster.advance(Duration.ofSeconds(1));

    List<Recording> after = cluster.recordings("profiled");
    assertEquals(VirtualWorker.RECORDING_BYTES, after.getFirst().bytes());
    assertEquals(Optional.empty(), after.getFirst().missing());
    assertEquals(
        "none has come: its worker was killed, or its agent is away",
        after.getLast().missing().orElseThrow());

    second.cable().manglingToServer(List::of);
    second.cable().pull();
    cluster.advance(Duration.ofSeconds(1));
    second.cable().putBack();
    cluster.advance(Duration.ofSeconds(20));
    for (String agent : List.of("agent-1", "agent-2")) {
      assertEquals(
          VirtualWorker.RECORDING_BYTES, cluster.recording("profiled", agent).length, agent);
    }
    assertEquals(0, cluster.recordingsOnDisk());
  }

  private static List<Message> butRecordings(Message message) {
    return message instanceof Message.RecordingPiece ? List.of() : List.of(message);
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 3_000, 25_000})
  void linkThatIsCutInTheRunAndHealedCostsNothing(int millisAway) {
    cluster.advanceInto(JOB, Duration.ofMillis(1_500));
    second.cable().manglingToAgent(MiniClusterTest::butAcknowledgements);
    cluster.advanceInto(JOB, Duration.ofMillis(4_500));
    second.cable().pull();
    second.cable().manglingToAgent(List::of);
    cluster.advance(Duration.ofMillis(millisAway));
    second.cable().putBack();

    cluster.advanceTo(JOB, "completed");

    // Stored before the cut, and sent again because the agent could not know: seconds 2, 3 and 4.
    assertEquals(3, assertExact().audit().duplicates());
    assertEquals(1, second.workers().size());
  }

  private static List<Message> butAcknowledgements(Message message) {
    return message instanceof Message.Ack ? List.of() : List.of(message);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2_000, 20_000})
  void serverThatIsRestartedInTheRunHasTheSameResult(int millisAway) {
    cluster.advanceInto(JOB, Duration.ofMillis(3_500));
    cluster.kill();
    cluster.advance(Duration.ofMillis(millisAway));
    cluster.boot();

    cluster.advanceTo(JOB, "completed");

    assertExact();
    assertEquals(1, first.workers().size());
    assertEquals(1, second.workers().size());
  }

  @Test
  void agentThatNeverComesBackIsNamedInAnIncompleteResult() {
    cluster.advanceInto(JOB, Duration.ofMillis(3_500));
    second.cable().pull();

    cluster.advanceTo(JOB, "completed");

    RunDocument result = cluster.result(JOB);
    assertEquals("agent-2 was lost", cluster.job(JOB).reason());
    assertEquals(Verdict.INCOMPLETE, result.audit().verdict());
    assertTrue(
        result.audit().findings().stream().anyMatch(finding -> finding.contains("agent-2")),
        result.audit().findings()::toString);
    assertEquals(List.of(), result.intervals().getFirst().missing());
    assertEquals(List.of("agent-2"), result.intervals().getLast().missing());
    assertEquals(ALL / 2 + 3 * 10, result.audit().ok());
    assertEquals(ALL, cluster.target());
  }

  @Test
  void lostAgentThatComesBackAfterAllCompletesTheResult() {
    cluster.advanceInto(JOB, Duration.ofMillis(3_500));
    second.cable().pull();
    cluster.advanceTo(JOB, "completed");
    second.cable().putBack();
    cluster.advance(Duration.ofSeconds(10));

    assertExact();
    assertEquals("Release", second.workers().getFirst().goals().getLast());
  }

  @Test
  void jobThatIsCancelledInTheRunKeepsWhatItHasDone() {
    cluster.advanceInto(JOB, Duration.ofMillis(4_500));
    cluster.cancel(JOB);
    cluster.cancel(JOB);

    cluster.advanceTo(JOB, "cancelled");

    RunDocument result = cluster.result(JOB);
    assertEquals(Verdict.BALANCED, result.audit().verdict());
    assertEquals(List.of(), result.audit().findings());
    assertEquals(5, result.intervals().size());
    assertTrue(cluster.target() >= 90 && cluster.target() < 95, () -> "" + cluster.target());
    assertEquals(cluster.target(), result.audit().ok());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void repeatedAndReorderedOrdersAreHarmless(long seed) {
    first.cable().manglingToAgent(stutter(seed));
    second.cable().manglingToAgent(stutter(seed + 100));
    second.cable().manglingToServer(message -> List.of(message, message));

    cluster.advanceTo(JOB, "completed");
    cluster.advance(Duration.ofSeconds(1));

    assertExact();
    assertEquals(LIFE_OF_THE_FIRST, first.workers().getFirst().goals());
    assertEquals(LIFE_OF_THE_OTHERS, second.workers().getFirst().goals());
    assertEquals(1, first.workers().size());
    assertEquals(1, second.workers().size());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void repeatedAndReorderedStopsAreHarmless(long seed) {
    first.cable().manglingToAgent(stutter(seed));
    second.cable().manglingToAgent(stutter(seed + 100));
    cluster.advanceInto(JOB, Duration.ofMillis(4_500));
    cluster.cancel(JOB);

    cluster.advanceTo(JOB, "cancelled");

    assertEquals(Verdict.BALANCED, cluster.result(JOB).audit().verdict());
    assertEquals(cluster.target(), cluster.result(JOB).audit().ok());
    List<String> goals = second.workers().getFirst().goals();
    assertEquals(1, Collections.frequency(goals, "Stop"), goals::toString);
  }

  /// Lets each order be heard twice, and all earlier ones again behind it, in any order.
  private static Function<Message, List<Message>> stutter(long seed) {
    Random random = new Random(seed);
    List<Message> earlier = new ArrayList<>();
    return message -> {
      if (!(message instanceof ShareOrder)) {
        return List.of(message);
      }
      List<Message> out = new ArrayList<>(earlier);
      out.add(message);
      out.add(message);
      earlier.add(message);
      // The first one cannot be overtaken: nothing else begins a share.
      Collections.shuffle(out.subList(Math.min(1, out.size()), out.size()), random);
      return out;
    };
  }

  /// Whatever happened on the way: every iteration is in the result, and once.
  private RunDocument assertExact() {
    RunDocument result = cluster.result(JOB);
    assertEquals(Verdict.BALANCED, result.audit().verdict(), result.audit().sentence());
    assertEquals(List.of(), result.audit().findings());
    assertEquals(ALL, result.audit().ok());
    assertEquals(ALL, cluster.target());
    assertEquals(100, result.summary().transactions());
    assertEquals(14, result.audit().records());
    assertEquals(7, result.intervals().size());
    for (IntervalDocument interval : result.intervals()) {
      assertEquals(20, interval.stats().transactions());
      assertEquals(List.of(), interval.missing());
    }
    return result;
  }
}
