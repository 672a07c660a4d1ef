package dev.broadside.system.mini;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.LoadChanges;
import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.OpenedThreads;
import dev.broadside.core.load.LoadControl;
import dev.broadside.core.report.Mark;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.verdict.AuditDocument.Verdict;
import dev.broadside.core.wire.Message;
import dev.broadside.server.feed.JobView;
import dev.broadside.server.jobs.RunControl.Answer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The load of two agents, 20 arrivals a second together for 7 s, is changed while it goes on.
final class ControlTest {
  private static final String JOB = "job";

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

  private double change(LoadControl set) {
    return change(JOB, set);
  }

  private double change(String job, LoadControl set) {
    Answer answer = cluster.control(job, set);
    return assertInstanceOf(Answer.Changed.class, answer, answer::toString).mark().atMillis() / 1e3;
  }

  private long begun(double fromSeconds, double untilSeconds) {
    return cluster.begunNanos().stream()
        .filter(at -> at >= fromSeconds * 1e9 && at < untilSeconds * 1e9)
        .count();
  }

  private RunDocument end() {
    cluster.advanceTo(JOB, "completed");
    cluster.advance(Duration.ofSeconds(1));
    RunDocument result = cluster.result(JOB);
    assertEquals(Verdict.BALANCED, result.audit().verdict(), result.audit().sentence());
    assertEquals(cluster.begunNanos().size(), result.audit().ok());
    assertEquals(cluster.target(), result.audit().ok());
    return result;
  }

  private static List<Mark> changes(RunDocument result) {
    return result.marks().stream().filter(mark -> mark.kind() == Mark.Kind.CONTROL).toList();
  }

  /// In no second of the run more is begun than a rate allows.
  private void assertNeverAbove(double fromSeconds, double untilSeconds, double perSecond) {
    for (double at = fromSeconds; at + 1 <= untilSeconds; at += 0.01) {
      long begun = begun(at, at + 1);
      assertTrue(begun <= Math.ceil(perSecond * 1.02), begun + " from " + at);
    }
  }

  @Test
  void whoeverIsToldOfAChangeSeesIt() {
    cluster.advanceInto(JOB, Duration.ofMillis(1_500));

    JobView seen = cluster.controlled(JOB, LoadChanges.rate(100));

    assertEquals(Optional.of(100.0), seen.course().control().flatMap(one -> one.set().rate()));
  }

  @Test
  void ratesAreExactAroundAChangeOnAllAgentsAtOneInstant() {
    cluster.advanceInto(JOB, Duration.ofMillis(1_500));
    double up = change(LoadChanges.rate(100));
    cluster.advanceInto(JOB, Duration.ofMillis(4_000));
    double down = change(LoadChanges.rate(10));

    RunDocument result = end();

    assertEquals(2.5, up, 0.05);
    assertEquals(Math.ceil(20 * up), begun(0, up));
    assertEquals(100 * (down - up), begun(up, down), 1);
    assertEquals(10 * (7 - down), begun(down, 7), 1);
    assertNeverAbove(0, up, 20);
    assertNeverAbove(up - 1, down + 1, 100);
    assertNeverAbove(down, 7, 10);
    assertEquals(
        List.of("tester: rate 100 per second", "tester: rate 10 per second"),
        changes(result).stream().map(Mark::line).toList());
    assertEquals(List.of(up, down), changes(result).stream().map(m -> m.atMillis() / 1e3).toList());
    assertEquals(1, first.workers().size());
    assertEquals(1, second.workers().size());
  }

  @Test
  void aPauseIsNotCaughtUpWithAndDropsNothing() {
    cluster.advanceInto(JOB, Duration.ofMillis(1_000));
    double paused = change(LoadChanges.paused(true));
    cluster.advanceInto(JOB, Duration.ofMillis(3_500));
    double resumed = change(LoadChanges.paused(false));

    RunDocument result = end();

    assertEquals(0, begun(paused, resumed));
    assertEquals(20 * (7 - resumed), begun(resumed, 7), 1);
    assertNeverAbove(resumed, 7, 20);
    assertEquals(0, result.summary().dropped());
    assertEquals(List.of("paused", "resumed"), changes(result).stream().map(Mark::text).toList());
  }

  @Test
  void aChangeOutlivesServerAgentAndWorker() throws InterruptedException {
    cluster.advanceInto(JOB, Duration.ofMillis(500));
    double at = change(LoadChanges.rate(50));
    cluster.kill();
    cluster.advance(Duration.ofMillis(300));
    cluster.boot();
    cluster.advanceInto(JOB, Duration.ofMillis(2_500));
    second.workers().getLast().kill();
    cluster.advanceInto(JOB, Duration.ofMillis(3_500));
    first.kill(0);
    cluster.advance(Duration.ofMillis(300));
    first.restart();

    cluster.advanceTo(JOB, "completed");
    RunDocument result = cluster.result(JOB);

    assertEquals(20 * at, begun(0, at), 1);
    assertTrue(begun(2, 4.5) > 100, "but for the time in which a worker was away");
    assertNeverAbove(at, 7, 50);
    assertEquals(50, begun(5.5, 6.5), 1);
    assertEquals(1, changes(result).size());
  }

  @Test
  void whoHearsLateChangesWhenItHearsAndAMarkSaysHowLate() {
    cluster.advanceInto(JOB, Duration.ofMillis(1_500));
    second.cable().pull();
    double at = change(LoadChanges.rate(40));
    cluster.advance(Duration.ofMillis(2_500));
    second.cable().putBack();

    RunDocument result = end();

    assertEquals(30, begun(at + 0.1, at + 1.1), 1, "one of two agents has heard");
    assertEquals(40, begun(5.5, 6.5), 1);
    assertTrue(
        result.marks().stream()
            .anyMatch(mark ->
                mark.who().equals("agent-2") && mark.text().startsWith("changed its load ")),
        result.marks()::toString);
  }

  @Test
  void whoWasDeadWhenTheLoadChangedHadNoneToChangeLate() {
    cluster.advanceInto(JOB, Duration.ofMillis(1_500));
    second.kill(0);
    change(LoadChanges.rate(40));
    cluster.advance(Duration.ofMillis(2_500));
    second.restart();

    cluster.advanceTo(JOB, "completed");
    List<Mark> marks = cluster.result(JOB).marks();
    assertTrue(marks.stream().anyMatch(mark -> mark.who().equals("agent-2")), marks::toString);
    assertTrue(
        marks.stream().noneMatch(mark -> mark.text().startsWith("changed its load ")),
        marks::toString);
  }

  @Test
  void repeatedAndReorderedOrdersChangeOnce() {
    first.cable().manglingToAgent(message -> List.of(message, message));
    Message[] held = new Message[1];
    second
        .cable()
        .manglingToAgent(message -> {
          Message before = held[0];
          held[0] = message;
          return before == null ? List.of(message) : List.of(message, before);
        });
    cluster.advanceInto(JOB, Duration.ofMillis(1_000));
    change(LoadChanges.rate(50));
    double at = change(LoadChanges.rate(30));

    end();

    assertEquals(30, begun(at + 0.5, at + 1.5), 1);
    assertNeverAbove(at, 7, 30);
  }

  @Test
  void threadsInReserveAreAtWorkFromTheirChangeOn() {
    String id = "more";
    JobSpec spec =
        MiniCluster.spec(2, SpecBuilder.measure(Duration.ofSeconds(20), SpecBuilder.closed(2)))
            .with(OpenedThreads.DECLARED.name(), "5");
    cluster.advanceTo(JOB, "completed");
    cluster.submit(id, spec);
    cluster.advanceInto(id, Duration.ofSeconds(4));
    JobView seen = cluster.controlled(id, LoadChanges.threads(5));
    Answer tooMany = cluster.control(id, LoadChanges.threads(6));
    cluster.advanceInto(id, Duration.ofSeconds(10));
    double down = change(id, LoadChanges.threads(1));
    cluster.advanceTo(id, "completed");
    RunDocument result = cluster.result(id);

    assertEquals(2, seen.planned().threadsPerAgent());
    assertEquals(5, seen.planned().openedPerAgent());
    assertEquals(
        "/threads: each agent of the job has opened 5 threads; give 1 to 5; a job opens more where"
            + " it says so in maxThreads.",
        assertInstanceOf(Answer.Refused.class, tooMany).problem().sentence());
    NavigableMap<Long, Integer> goingOn = cluster.goingOn(id);
    double service = VirtualLoad.CLOSED_SERVICE.toNanos() / 1e9;
    assertEquals(4, most(goingOn, 0, 5));
    assertEquals(10, most(goingOn, 6, down - 0.1));
    assertEquals(2, most(goingOn, down + service, 20));
    assertEquals(Verdict.BALANCED, result.audit().verdict(), result.audit().sentence());
    assertEquals(4, result.job().threads());
  }

  private static int most(NavigableMap<Long, Integer> goingOn, double from, double until) {
    return goingOn.subMap((long) (from * 1e9), true, (long) (until * 1e9), false).values().stream()
        .mapToInt(count -> count)
        .max()
        .orElseThrow();
  }

  @Test
  void whatHasNoSenseIsRefusedWithTheReason() {
    cluster.advanceInto(JOB, Duration.ofMillis(1_000));

    assertTrue(refusal(LoadChanges.threads(3)).contains("has opened 2 threads"));
    assertTrue(refusal(LoadChanges.paused(false)).contains("is not paused"));
    LoadControl elsewhere =
        new LoadControl(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Map.of("mirror", "jdbc:mysql://db.example/x"));
    assertTrue(refusal(elsewhere).contains("stays where it is"));
    cluster.advanceInto(JOB, Duration.ofMillis(5_500));
    assertTrue(refusal(LoadChanges.rate(1)).contains("about to end"));
    end();
    assertTrue(refusal(LoadChanges.rate(1)).contains("its load does not go on"));
  }

  private String refusal(LoadControl set) {
    Answer answer = cluster.control(JOB, set);
    return assertInstanceOf(Answer.Refused.class, answer).problem().sentence();
  }
}
