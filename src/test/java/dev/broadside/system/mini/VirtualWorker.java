package dev.broadside.system.mini;

import dev.broadside.client.process.Worker;
import dev.broadside.client.process.WorkerProcess;
import dev.broadside.core.job.Plan;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.time.SlewedTime;
import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Codec;
import dev.broadside.core.wire.Link;
import dev.broadside.core.wire.MemoryLink;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.Message.ShareOrder;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.wire.ShareStatus;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.Totals;
import dev.broadside.core.work.Verification;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;

/// A worker without a process: carries out its agent's orders in manual time. Its job adds one to a
/// number that all workers share, and verifies that number at the end.
final class VirtualWorker implements Worker, Link.Listener {
  private final CompletableFuture<Integer> end = new CompletableFuture<>();
  private final List<ShareGoal> goals = new ArrayList<>();
  private final List<Long> begunNanos = new ArrayList<>();
  private final List<Long> doneNanos = new ArrayList<>();
  private final Codec codec = new Codec();

  /// Not a multiple of the size of a piece.
  static final int RECORDING_BYTES = 200_000;

  private final Path counterFile;
  private final Optional<Path> recording;
  private final SlewedTime time;
  private final VirtualTarget target;
  private final MemoryLink.Ends ends;
  private Optional<Plan> plan = Optional.empty();
  private Optional<VirtualLoad> load = Optional.empty();
  private boolean ordered;
  private boolean running;
  private boolean stopped;
  private boolean doomed;
  private long generation;

  VirtualWorker(
      Executor network,
      Time time,
      VirtualTarget target,
      WorkerProcess.Launch launch,
      Function<Link, Link.Listener> agent) {
    this.time = new SlewedTime(time);
    this.target = target;
    this.counterFile = launch.arguments().counters();
    this.recording =
        launch.flags().toCommandLine().stream()
            .filter(flag -> flag.startsWith("-XX:StartFlightRecording"))
            .map(flag -> Path.of(flag.substring(flag.lastIndexOf('=') + 1)))
            .findFirst();
    this.ends = MemoryLink.connect(network, agent, _ -> this);
  }

  @Override
  public void received(Message message) {
    boolean alive = !end.isDone();
    if (alive && message instanceof Message.Slew(long nanos)) {
      time.slewBy(nanos);
    }
    if (alive
        && message instanceof ShareOrder(String _, long newer, ShareGoal goal)
        && newer > generation) {
      generation = newer;
      goals.add(goal);
      carryOut(goal);
    }
  }

  private void carryOut(ShareGoal goal) {
    switch (goal) {
      case ShareGoal.Prepare(Plan given) -> {
        plan = Optional.of(given);
        report(new ShareStatus.Forked(Map.of("played", "true")));
        if (given.slice().first()) {
          report(new ShareStatus.Loading(Facts.NONE));
          report(new ShareStatus.Prepared(Facts.NONE.with("rows", 1)));
          ready();
        }
      }
      case ShareGoal.Load(Facts facts) -> report(new ShareStatus.Prepared(facts));
      case ShareGoal.Open _ -> ready();
      case ShareGoal.Run(long _, var changes) when ordered -> {
        load.ifPresent(one -> one.change(changes));
      }
      case ShareGoal.Run(long start, var changes) -> {
        ordered = true;
        load.orElseThrow().change(changes);
        // Read once, as a worker does: the wall clock may be set before the load begins.
        long origin = time.nanos() + start - time.epochNanos();
        time.runAt(origin, () -> run(origin));
      }
      case ShareGoal.Resume(Plan given, var _, long start) -> {
        ordered = true;
        plan = Optional.of(given);
        report(new ShareStatus.Forked(Map.of("played", "true")));
        load = Optional.of(open());
        run(time.nanos() + start - time.epochNanos());
      }
      case ShareGoal.Stop _ -> stop();
      case ShareGoal.Verify(Totals counted, var _, var _, boolean complete) ->
          report(new ShareStatus.Verified(compare(counted, complete)));
      case ShareGoal.Release() -> {
        report(new ShareStatus.Released());
        exit(0);
      }
    }
  }

  private void ready() {
    load = Optional.of(open());
    report(new ShareStatus.Ready(0, 0));
  }

  private VirtualLoad open() {
    try {
      return new VirtualLoad(
          plan.orElseThrow(),
          counterFile,
          time,
          target,
          begunNanos::add,
          doneNanos::add,
          this::seal,
          this::finished);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void run(long originNanos) {
    if (!stopped && !end.isDone()) {
      running = true;
      load.orElseThrow().start(originNanos);
      report(new ShareStatus.Running(time.epochNanos() + originNanos - time.nanos()));
    }
  }

  private void stop() {
    stopped = true;
    if (running && !load.orElseThrow().over()) {
      load.orElseThrow().stop();
    } else {
      finished();
    }
  }

  private void seal(IntervalRecord record) {
    ends.right().send(new Message.Records(List.of(codec.seal(record))));
  }

  /// It is killed when its last record is out, before it can say that it has finished.
  void dieBehindLastRecord() {
    doomed = true;
  }

  /// How many records of its load are out.
  int sealed() {
    return load.map(VirtualLoad::sealed).orElse(0);
  }

  private void finished() {
    if (doomed) {
      exit(137);
      return;
    }
    report(new ShareStatus.Finished(load.map(VirtualLoad::sealed).orElse(0) - 1L));
  }

  /// Of what is uncertain some has taken effect. Lost agents may have done more than is counted,
  /// and nobody can have counted more than was done.
  private Verification compare(Totals counted, boolean complete) {
    long done = target.of(plan.orElseThrow().runId()).get();
    long most = complete ? counted.ok() + counted.uncertain() : Long.MAX_VALUE;
    boolean holds = done >= counted.ok() && done <= most;
    String detail = "the target says " + done + ", the agents counted " + counted.ok();
    return Verification.of(
        List.of(new Verification.Check("the number is the count", holds, false, detail)));
  }

  private void report(ShareStatus status) {
    ends.right().send(new Message.ShareReport(plan.orElseThrow().runId(), generation, status));
  }

  /// As a JVM that records itself does at its end.
  private void dump(Path file) {
    try {
      byte[] bytes = new byte[RECORDING_BYTES];
      new Random(plan.orElseThrow().incarnation()).nextBytes(bytes);
      Files.write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void exit(int status) {
    recording.ifPresent(this::dump);
    load.ifPresent(VirtualLoad::close);
    load = Optional.empty();
    ends.right().close();
    end.complete(status);
  }

  /// When it began its iterations, from the common start.
  List<Long> begunNanos() {
    return begunNanos;
  }

  /// When they had ended, or were killed.
  List<Long> doneNanos() {
    return doneNanos;
  }

  /// Whose share it has; empty before it is told.
  Optional<String> job() {
    return plan.map(Plan::runId);
  }

  /// What it was told, in order.
  List<String> goals() {
    return goals.stream().map(goal -> goal.getClass().getSimpleName()).toList();
  }

  @Override
  public void closed(String reason) {}

  @Override
  public Link link() {
    return ends.left();
  }

  @Override
  public long pid() {
    // No process has this number, so nobody is killed by mistake.
    return Long.MAX_VALUE;
  }

  @Override
  public String lastWords() {
    return "";
  }

  @Override
  public CompletableFuture<Integer> end() {
    return end;
  }

  @Override
  public void kill() {
    if (!end.isDone()) {
      exit(137);
    }
  }
}
