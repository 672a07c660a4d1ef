package dev.broadside.client.process;

import dev.broadside.client.monitor.Monitors;
import dev.broadside.client.watch.FigureSource;
import dev.broadside.client.watch.HostFigures;
import dev.broadside.client.watch.HostWatch;
import dev.broadside.core.job.Plan;
import dev.broadside.core.load.RunAxis;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.stat.ErrorSample;
import dev.broadside.core.stat.FigureRow;
import dev.broadside.core.stat.GeneratorSample;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.stat.Told;
import dev.broadside.core.time.SlewedTime;
import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Codec;
import dev.broadside.core.wire.Link;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.wire.ShareStatus;
import dev.broadside.core.work.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;

/// Stands in for a worker if an agent only watches its host: a thread of the agent's own that makes
/// nothing but a record of the host's figures for each interval of the run. It needs no pack, no
/// target and no process, and goes through the life of any other share.
public final class HostWorker implements Worker.Within {
  private final SlewedTime time;
  private final CompletableFuture<Integer> end = new CompletableFuture<>();
  private final BlockingQueue<ShareGoal> goals = new LinkedBlockingQueue<>();
  private final Codec codec = new Codec();
  private final boolean commands;
  private final Thread thread;
  private final Listener agent;
  private volatile long generation;
  private volatile boolean stopping;
  private Optional<Plan> plan = Optional.empty();
  private long seq;

  /// Makes workers of this kind.
  ///
  /// @param commands whether monitors may run commands here
  public static Forker forker(Time time, boolean commands) {
    return (name, _, listener, _) -> {
      HostWorker worker = new HostWorker(name, listener, commands, time);
      worker.thread.start();
      return worker;
    };
  }

  private HostWorker(String name, Function<Link, Listener> listener, boolean commands, Time time) {
    this.commands = commands;
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
        stopping = true;
        thread.interrupt();
      }
      goals.add(goal);
    }
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
      report(new ShareStatus.Broken("the host cannot be watched: " + e, "", seq - 1));
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
        watch(given, startEpochNanos);
        yield new ShareStatus.Finished(seq - 1);
      }
      case ShareGoal.Run(long startEpochNanos, var _) -> {
        watch(plan.orElseThrow(), startEpochNanos);
        yield new ShareStatus.Finished(seq - 1);
      }
      case ShareGoal.Stop _, ShareGoal.Verify _ -> new ShareStatus.Finished(seq - 1);
      case ShareGoal.Release _ -> new ShareStatus.Released();
    };
  }

  private void report(ShareStatus status) {
    plan.ifPresent(
        known -> agent.received(new Message.ShareReport(known.runId(), generation, status)));
  }

  /// Cuts the run into the same intervals as the load's workers do, until the planned end or a
  /// stop. The time before it joined is a gap.
  private void watch(Plan run, long startEpochNanos) {
    RunAxis axis = run.spec().axis();
    long originNanos = time.nanos() + (startEpochNanos - time.epochNanos());
    try (HostWatch processors = HostWatch.start(time);
        Monitors monitors = monitors(run)) {
      List<FigureSource> sources =
          List.of(HostFigures.start(run.agent(), time), monitors.start(axis, originNanos));
      sleepUntil(originNanos);
      processors.get();
      sources.forEach(FigureSource::read);
      report(new ShareStatus.Running(time.epochNanos()));
      int interval = 0;
      while (axis.endNanos(interval) < time.nanos() - originNanos) {
        interval++;
      }
      for (boolean last = false; !last; interval++) {
        sleepUntil(originNanos + axis.endNanos(interval));
        last = stopping || interval >= axis.intervals() - 1;
        seal(run, interval, originNanos, processors, sources, last);
      }
    }
  }

  private void sleepUntil(long nanos) {
    try {
      if (!stopping) {
        time.sleepUntil(nanos);
      }
    } catch (InterruptedException _) {
      // A stop: the loop sees it.
    }
  }

  private void seal(
      Plan run,
      int interval,
      long originNanos,
      HostWatch processors,
      List<FigureSource> sources,
      boolean last) {
    RunAxis axis = run.spec().axis();
    long start = axis.startNanos(interval);
    long length = axis.endNanos(interval) - start;
    FigureRow row =
        new FigureRow(
            seq == 0 ? all(sources, FigureSource::figures) : List.of(),
            all(sources, last ? FigureSource::readLast : FigureSource::read),
            List.of());
    IntervalRecord record =
        new IntervalRecord(
            new RecordKey(run.runId(), run.agent(), run.incarnation(), RecordKey.WATCH, seq),
            new IntervalRecord.Interval(
                interval,
                start,
                last ? Math.clamp(time.nanos() - originNanos - start, 1, length) : length,
                axis.phaseOf(interval),
                0),
            Tally.NONE,
            IntervalRecord.Total.NONE,
            new Told(errors(sources, start), List.of()),
            GeneratorSample.UNKNOWN.with(processors.get().host()),
            last,
            row);
    seq++;
    agent.received(new Message.Records(List.of(codec.seal(record))));
  }

  /// Why figures are unknown.
  private static List<ErrorSample> errors(List<FigureSource> sources, long nanos) {
    List<ErrorSample> errors = new ArrayList<>();
    for (Failure one : all(sources, FigureSource::failures)) {
      ErrorSample.of(one, PlainText.line(one.message()), nanos / 1_000_000)
          .addTo(errors, Told.MAX_ERRORS);
    }
    return errors;
  }

  private static <T> List<T> all(List<FigureSource> sources, Function<FigureSource, List<T>> of) {
    return sources.stream().flatMap(source -> of.apply(source).stream()).toList();
  }

  /// What users want this agent to read. A stop that comes meanwhile leaves nothing to be read.
  private Monitors monitors(Plan run) {
    List<Monitors.Wanted> wanted =
        Monitors.readBy(run.agent(), false, run.spec()).stream()
            .map(one -> Monitors.wanted(one, run.spec(), commands, time, _ -> Optional.empty()))
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
    stopping = true;
    goals.add(new ShareGoal.Release());
    thread.interrupt();
  }

  @Override
  public void close() {}
}
