package dev.broadside.system.mini;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.LoadChanges;
import dev.broadside.core.load.LoadControl;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.Mark;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.verdict.AuditDocument;
import dev.broadside.core.verdict.AuditDocument.Verdict;
import dev.broadside.core.wire.Message;
import dev.broadside.server.feed.JobView;
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
/// In one seed of [#SHARED] agents have up to three jobs at once, which begin and end while others
/// go on, and some of which are cancelled.
///
/// The same seed is the same story.
final class TroubledCluster implements AutoCloseable {
  private static final int SHARED = 4;
  private static final int MOST_JOBS = 3;
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
  private final List<Life> jobs = new ArrayList<>();
  private final int wanted;
  private boolean serverUp = true;

  /// What was done to one job.
  private static final class Life {
    private final String id;
    private boolean killed;
    private boolean changed;
    private boolean cancelled;

    Life(String id) {
      this.id = id;
    }
  }

  /// What can happen.
  private enum Trouble {
    CUT,
    PULL,
    LOSE,
    DEAF,
    MUTE,
    STUTTER,
    SWAP,
    CLOCK,
    SERVER,
    WORKER,
    AGENT,
    CHANGE,
    CANCEL,
    FORCE
  }

  TroubledCluster(Path folder, long seed) {
    random = new SplittableRandom(seed);
    wanted = seed % SHARED == 0 ? 2 + random.nextInt(MOST_JOBS - 1) : 1;
    cluster = new MiniCluster(folder);
    for (int i = 1; i <= AGENTS; i++) {
      hosts.add(cluster.host("agent-" + i, wanted));
    }
  }

  /// What happened, in order.
  List<String> story() {
    return story;
  }

  /// Lives through all of it, and checks what came of it.
  void run() {
    submit(AGENTS);
    int troubles = 1 + random.nextInt(MOST_TROUBLES);
    for (int i = 0; i < troubles; i++) {
      cluster.advance(millis(TROUBLED_MILLIS / troubles));
      submitAnother();
      happens(trouble());
    }
    cluster.advance(millis(5_000));
    heal();
    while (jobs.size() < wanted) {
      submitAnother();
    }
    jobs.forEach(job -> cluster.advanceToEnd(job.id));
    cluster.advance(Duration.ofSeconds(15));
    jobs.forEach(this::check);
    for (Host host : hosts) {
      assertFalse(host.cable().liveTwice(), "an agent has one connection at a time");
    }
  }

  private void submit(int agents) {
    Life job = new Life("job" + jobs.size());
    jobs.add(job);
    cluster.submit(job.id, agents);
    story.add(cluster.time() + " " + job.id + " is submitted for " + agents);
  }

  private void submitAnother() {
    if (jobs.size() < wanted && serverUp) {
      submit(1 + random.nextInt(AGENTS));
      cluster.advance(millis(2_000));
    }
  }

  /// A job alone is not cancelled: it shows that it comes to its planned end.
  private Trouble trouble() {
    int kinds = Trouble.values().length;
    return Trouble.values()[random.nextInt(wanted > 1 ? kinds : Trouble.CANCEL.ordinal())];
  }

  private Life anyJob() {
    return jobs.get(jobs.size() == 1 ? 0 : random.nextInt(jobs.size()));
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
      case LOSE -> {
        host.cable().lose();
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
      case CHANGE -> change(anyJob());
      case CANCEL -> cancel(anyJob(), false);
      case FORCE -> cancel(anyJob(), true);
    }
  }

  private void cancel(Life job, boolean byForce) {
    if (!serverUp) {
      return;
    }
    story.add(cluster.time() + " " + job.id + " is cancelled" + (byForce ? " by force" : ""));
    job.cancelled = true;
    if (byForce) {
      job.killed = true;
      cluster.kill(job.id);
    } else {
      cluster.cancel(job.id);
    }
  }

  private void change(Life job) {
    LoadControl set =
        switch (random.nextInt(3)) {
          case 0 -> LoadChanges.paused(random.nextBoolean());
          default -> LoadChanges.rate(1 + random.nextInt(80));
        };
    if (serverUp && cluster.control(job.id, set) instanceof RunControl.Answer.Changed(Mark mark)) {
      job.changed = true;
      story.add(job.id + " " + mark.atMillis() + " ms into the run: " + mark.line());
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
    List<String> alive = host.loaded();
    if (!alive.isEmpty()) {
      String job = alive.get(alive.size() == 1 ? 0 : random.nextInt(alive.size()));
      host.killWorker(job);
      jobs.stream().filter(one -> one.id.equals(job)).forEach(one -> one.killed = true);
    }
  }

  private void killAgent(Host host) {
    jobs.forEach(job -> job.killed = true);
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

  private void check(Life job) {
    JobView view = cluster.job(job.id);
    long target = cluster.target(job.id);
    story.add(cluster.time() + " " + job.id + " " + view.state() + ": " + view.reason());
    if (view.startedAt().isEmpty()) {
      assertEquals(0, target, "a job that did not start did nothing");
      return;
    }
    RunDocument result = cluster.result(job.id);
    AuditDocument audit = result.audit();
    story.add(audit.sentence() + ", target " + target + " " + audit.findings());
    assertNotEquals(Verdict.CONFLICT, audit.verdict(), "nothing contradicts anything");
    assertTrue(audit.ok() <= target, "nothing is counted that was not done");
    assertEquals(
        audit.ok(),
        result.intervals().stream()
            .map(IntervalDocument::stats)
            .mapToLong(s -> s.transactions())
            .sum(),
        "the intervals hold what the audit counts");
    if (audit.verdict() == Verdict.BALANCED) {
      assertEquals(audit.begun(), audit.ok() + audit.failed() + audit.uncertain());
      assertTrue(target <= audit.ok() + audit.uncertain(), "nothing is done that is not counted");
    }
    if (!job.killed) {
      assertTrue(
          view.state().equals("completed") || (job.cancelled && view.state().equals("cancelled")),
          view::state);
      assertEquals(Verdict.BALANCED, audit.verdict(), "what nobody killed is whole");
      boolean whole = !job.changed && view.state().equals("completed");
      assertEquals(whole ? ALL : cluster.begunNanos(job.id).size(), audit.ok());
      assertEquals(audit.ok(), target);
    }
  }

  @Override
  public void close() throws InterruptedException {
    bootServer();
    cluster.close();
  }
}
