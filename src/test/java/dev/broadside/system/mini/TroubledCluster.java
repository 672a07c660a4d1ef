package dev.broadside.system.mini;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.LoadChanges;
import dev.broadside.core.job.LoadControl;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.Mark;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.verdict.AuditDocument;
import dev.broadside.core.verdict.AuditDocument.Verdict;
import dev.broadside.core.wire.Message;
import dev.broadside.server.jobs.RunControl;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;

/// A job of two agents through the troubles of one seed: links that are cut, pulled, deaf to one
/// side, that repeat and swap; servers, agents and workers that are killed; wall clocks that jump;
/// somebody who changes the load. Server and agents are real, down to their stores and spools, and
/// their time is not.
///
/// The same seed is the same story.
final class TroubledCluster implements AutoCloseable {
  private static final String JOB = "job";
  private static final int AGENTS = 2;

  /// 20 a second for 7 seconds.
  private static final long ALL = 140;

  /// From the submission on; the job's run is over after about 10 s.
  private static final int TROUBLED_MILLIS = 14_000;

  private static final int MOST_TROUBLES = 6;

  private final SplittableRandom random;
  private final MiniCluster cluster;
  private final List<Host> hosts = new ArrayList<>();
  private final List<String> story = new ArrayList<>();
  private boolean serverUp = true;
  private boolean killed;
  private boolean changed;

  /// What can happen.
  private enum Trouble {
    CUT,
    PULL,
    DEAF,
    MUTE,
    STUTTER,
    SWAP,
    CLOCK,
    SERVER,
    WORKER,
    AGENT,
    CHANGE
  }

  TroubledCluster(Path folder, long seed) {
    random = new SplittableRandom(seed);
    cluster = new MiniCluster(folder);
    for (int i = 1; i <= AGENTS; i++) {
      hosts.add(cluster.host("agent-" + i));
    }
  }

  /// What happened, in order.
  List<String> story() {
    return story;
  }

  /// Lives through all of it, and checks what came of it.
  void run() {
    cluster.submit(JOB, AGENTS);
    int troubles = 1 + random.nextInt(MOST_TROUBLES);
    for (int i = 0; i < troubles; i++) {
      cluster.advance(millis(TROUBLED_MILLIS / troubles));
      happens(Trouble.values()[random.nextInt(Trouble.values().length)]);
    }
    cluster.advance(millis(5_000));
    heal();
    cluster.advanceToEnd(JOB);
    cluster.advance(Duration.ofSeconds(15));
    check();
  }

  private Duration millis(int most) {
    return Duration.ofMillis(random.nextInt(most));
  }

  private void happens(Trouble trouble) {
    Host host = hosts.get(random.nextInt(AGENTS));
    story.add(cluster.time() + " " + trouble + " " + host);
    switch (trouble) {
      case CUT -> host.cable().cut();
      case PULL -> {
        host.cable().pull();
        cluster.advance(millis(12_000));
        host.cable().putBack();
      }
      case DEAF -> host.cable().manglingToAgent(_ -> List.of());
      case MUTE -> host.cable().manglingToServer(_ -> List.of());
      case STUTTER -> {
        host.cable().manglingToAgent(this::oneToThree);
        host.cable().manglingToServer(this::oneToThree);
      }
      case SWAP -> {
        host.cable().manglingToAgent(swapping());
        host.cable().manglingToServer(swapping());
      }
      case CLOCK -> host.stepClock(Duration.ofSeconds(random.nextInt(-7_200, 7_200)));
      case SERVER -> restartServer();
      case WORKER -> killWorker(host);
      case AGENT -> killAgent(host);
      case CHANGE -> change();
    }
  }

  private void change() {
    LoadControl set =
        switch (random.nextInt(3)) {
          case 0 -> LoadChanges.paused(random.nextBoolean());
          default -> LoadChanges.rate(1 + random.nextInt(80));
        };
    if (serverUp && cluster.control(JOB, set) instanceof RunControl.Answer.Changed(Mark mark)) {
      changed = true;
      story.add(mark.atMillis() + " ms into the run: " + mark.line());
    }
  }

  private List<Message> oneToThree(Message message) {
    return Collections.nCopies(1 + random.nextInt(3), message);
  }

  /// Now and then holds a message back behind the next one.
  private Function<Message, List<Message>> swapping() {
    List<Message> held = new ArrayList<>();
    return message -> {
      if (held.isEmpty() && random.nextInt(4) == 0) {
        held.add(message);
        return List.of();
      }
      List<Message> out = new ArrayList<>(List.of(message));
      out.addAll(held);
      held.clear();
      return out;
    };
  }

  private void restartServer() {
    cluster.kill();
    serverUp = false;
    cluster.advance(millis(10_000));
    if (random.nextBoolean()) {
      bootServer();
    }
  }

  private void bootServer() {
    if (!serverUp) {
      cluster.boot();
      serverUp = true;
    }
  }

  private void killWorker(Host host) {
    killed |= host.killWorker();
  }

  private void killAgent(Host host) {
    killed = true;
    host.kill(random.nextInt(20));
    cluster.advance(millis(6_000));
    host.restart();
  }

  private void heal() {
    bootServer();
    hosts.forEach(host -> {
      host.cable().manglingToAgent(List::of);
      host.cable().manglingToServer(List::of);
      host.cable().cut();
    });
  }

  private void check() {
    String state = cluster.job(JOB).state();
    story.add(cluster.time() + " " + state + ": " + cluster.job(JOB).reason());
    if (!cluster.job(JOB).startedAt().isPresent()) {
      assertEquals(0, cluster.target(), "a job that did not start did nothing");
      return;
    }
    RunDocument result = cluster.result(JOB);
    AuditDocument audit = result.audit();
    story.add(audit.sentence() + ", target " + cluster.target() + " " + audit.findings());
    assertNotEquals(Verdict.CONFLICT, audit.verdict(), "nothing contradicts anything");
    assertTrue(audit.ok() <= cluster.target(), "nothing is counted that was not done");
    assertEquals(
        audit.ok(),
        result.intervals().stream()
            .map(IntervalDocument::stats)
            .mapToLong(s -> s.transactions())
            .sum(),
        "the intervals hold what the audit counts");
    if (audit.verdict() == Verdict.BALANCED) {
      assertEquals(audit.begun(), audit.ok() + audit.failed() + audit.uncertain());
      assertTrue(
          cluster.target() <= audit.ok() + audit.uncertain(),
          "nothing is done that is not counted");
    }
    if (!killed) {
      assertEquals("completed", state);
      assertEquals(Verdict.BALANCED, audit.verdict(), "what nobody killed is whole");
      assertEquals(changed ? cluster.begunNanos().size() : ALL, audit.ok());
      assertEquals(audit.ok(), cluster.target());
    }
  }

  @Override
  public void close() throws InterruptedException {
    bootServer();
    cluster.close();
  }
}
