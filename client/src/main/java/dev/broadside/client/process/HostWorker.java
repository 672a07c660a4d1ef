package dev.broadside.client.process;

import dev.broadside.client.engine.WatchSealer;
import dev.broadside.client.monitor.Monitors;
import dev.broadside.core.job.Plan;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.time.SlewedTime;
import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Codec;
import dev.broadside.core.wire.Link;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.wire.ShareStatus;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;

/// Stands in for a worker if an agent only watches its host: a thread of the agent's own that makes
/// nothing but a record of the host's figures for each interval of the run. It needs no pack, no
/// target and no process, and goes through the life of any other share. An agent that reads a
/// database besides has a real worker, since that needs a job class and a driver.
public final class HostWorker implements Worker.Within {
  private final SlewedTime time;
  private final CompletableFuture<Integer> end = new CompletableFuture<>();
  private final BlockingQueue<ShareGoal> goals = new LinkedBlockingQueue<>();
  private final Codec codec = new Codec();
  private final Monitors.Grant grant;
  private final Thread thread;
  private final Listener agent;
  private volatile long generation;
  private volatile boolean stopping;
  private Optional<Plan> plan = Optional.empty();
  private volatile Optional<WatchSealer> sealer = Optional.empty();
  private long lastSeq = -1;

  /// Makes workers of this kind.
  ///
  /// @param grant what monitors may do here
  public static Forker forker(Time time, Monitors.Grant grant) {
    return (name, _, listener, _) -> {
      HostWorker worker = new HostWorker(name, listener, grant, time);
      worker.thread.start();
      return worker;
    };
  }

  private HostWorker(
      String name, Function<Link, Listener> listener, Monitors.Grant grant, Time time) {
    this.grant = grant;
    this.time = new SlewedTime(time);
    this.agent = listener.apply(this);
    this.thread = Thread.ofPlatform().daemon().name(name).unstarted(this::serve);
  }

  @Override
  public void send(Message message) {
    if (message instanceof Message.Slew(long nanos)) {
      time.slewBy(nanos);
    }
    if (message instanceof Message.ShareOrder(String _, long newer, ShareGoal goal)) {
      generation = newer;
      if (goal instanceof ShareGoal.Stop || goal instanceof ShareGoal.Release) {
        stop();
      }
      goals.add(goal);
    }
  }

  private void stop() {
    stopping = true;
    sealer.ifPresentOrElse(WatchSealer::stop, thread::interrupt);
  }

  private void serve() {
    int status = 0;
    try {
      boolean released = false;
      while (!released) {
        ShareGoal goal = next();
        report(answer(goal));
        released = goal instanceof ShareGoal.Release;
      }
    } catch (RuntimeException e) {
      report(new ShareStatus.Broken("the host cannot be watched: " + e, "", lastSeq));
      status = 1;
    }
    agent.closed(WorkerFrames.PEER_CLOSED);
    end.complete(status);
  }

  /// Waits for the next goal. A stop interrupts the wait, and then adds its goal.
  private ShareGoal next() {
    while (true) {
      try {
        return goals.take();
      } catch (InterruptedException _) {
        // The thread that interrupts adds a goal.
      }
    }
  }

  private ShareStatus answer(ShareGoal goal) {
    return switch (goal) {
      case ShareGoal.Prepare(Plan given) -> {
        plan = Optional.of(given);
        yield new ShareStatus.Forked(WorkerEnvironment.ofHost());
      }
      case ShareGoal.Load _, ShareGoal.Open _ -> new ShareStatus.Ready(0, 0);
      case ShareGoal.Resume(Plan given, var _, long startEpochNanos) -> {
        plan = Optional.of(given);
        yield watch(given, startEpochNanos);
      }
      case ShareGoal.Run(long startEpochNanos, var _) -> watch(plan.orElseThrow(), startEpochNanos);
      case ShareGoal.Stop _, ShareGoal.Verify _ -> new ShareStatus.Finished(lastSeq);
      case ShareGoal.Release _ -> new ShareStatus.Released();
    };
  }

  private void report(ShareStatus status) {
    plan.ifPresent(
        known -> agent.received(new Message.ShareReport(known.runId(), generation, status)));
  }

  private ShareStatus watch(Plan run, long startEpochNanos) {
    try (Monitors monitors = monitors(run)) {
      WatchSealer made = new WatchSealer(run, monitors, this::seal, time);
      sealer = Optional.of(made);
      if (stopping) {
        made.stop();
      }
      made.run(startEpochNanos, begun -> report(new ShareStatus.Running(begun)));
    }
    return new ShareStatus.Finished(lastSeq);
  }

  private void seal(IntervalRecord record) {
    lastSeq = record.key().seq();
    agent.received(new Message.Records(List.of(codec.seal(record))));
  }

  /// What users want this agent to read. A stop that comes meanwhile leaves nothing to be read.
  private Monitors monitors(Plan run) {
    List<Monitors.Wanted> wanted =
        Monitors.readBy(run.agent(), false, run.spec()).stream()
            .map(one -> Monitors.wanted(one, run.spec(), grant, time, _ -> Optional.empty()))
            .toList();
    try {
      return Monitors.open(wanted, time);
    } catch (InterruptedException _) {
      return Monitors.none(time);
    }
  }

  @Override
  public CompletableFuture<Integer> end() {
    return end;
  }

  @Override
  public void kill() {
    stop();
    goals.add(new ShareGoal.Release());
  }

  @Override
  public void close() {}
}
