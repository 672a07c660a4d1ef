package dev.broadside.client.run;

import dev.broadside.client.engine.StepWatch;
import dev.broadside.client.process.ClosingRecord;
import dev.broadside.client.process.StartFailure;
import dev.broadside.client.process.WorkerProcess;
import dev.broadside.core.job.Plan;
import dev.broadside.core.job.ShareSlice;
import dev.broadside.core.job.Step;
import dev.broadside.core.job.StepProgress;
import dev.broadside.core.pace.Share;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.RunAggregate;
import dev.broadside.core.stat.CounterFile;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Codec;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.ProtocolException;
import dev.broadside.core.wire.SealedRecord;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.wire.ShareStatus;
import dev.broadside.core.work.Verification;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;

/// Leads the one share of a local run from goal to goal, and gathers what becomes its result. For
/// one thread.
final class LocalShare {
  private static final Duration UNTIL_START = Duration.ofMillis(50);

  private final LocalOrder order;
  private final Plan plan;
  private final WorkerProcess worker;
  private final Path counters;
  private final LocalRun.Listener listener;
  private final Time time;
  private final StepWatch watch;
  private final Consumer<Duration> plannedEnd;
  private final Codec codec = new Codec();
  private final LocalFindings findings;
  private final RunAggregate aggregate;
  private Optional<IntervalRecord> lastRecord = Optional.empty();
  private Optional<List<Problem>> problems = Optional.empty();
  private long generation;
  private Step going = Step.FORK;
  private long goingNanos;
  private long originNanos;
  private boolean begun;
  private boolean running;
  private boolean finished;
  private boolean over;

  /// @param watch sees to it that the worker comes further
  /// @param plannedEnd is told, when the load is about to start, how far away its planned end is
  LocalShare(
      LocalOrder order,
      WorkerProcess worker,
      Path counters,
      LocalRun.Listener listener,
      Time time,
      StepWatch watch,
      Consumer<Duration> plannedEnd) {
    this.order = order;
    this.worker = worker;
    this.counters = counters;
    this.listener = listener;
    this.time = time;
    this.watch = watch;
    this.plannedEnd = plannedEnd;
    this.plan = planOf(order);
    this.findings = new LocalFindings(order);
    this.aggregate =
        new RunAggregate(
            order.spec().axis(),
            order.jobClass().operations(),
            Set.of(LocalRun.AGENT),
            listener::interval);
  }

  private static Plan planOf(LocalOrder order) {
    return new Plan(
        order.runId(),
        LocalRun.AGENT,
        1,
        order.spec(),
        0,
        order.jobClass().operations(),
        ShareSlice.of(new Share(0, 1), order.spec().totalThreads()));
  }

  void begin() {
    begins(Step.FORK, 0);
    want(new ShareGoal.Fork(plan));
  }

  private void begins(Step step, long total) {
    watch.begin(new StepProgress(step, "", 0, total));
    going = step;
    goingNanos = time.nanos();
  }

  void progressed(StepProgress at) {
    watch.further(at);
    if (at.step() != going) {
      going = at.step();
      goingNanos = time.nanos();
    }
    tell(at);
  }

  private void tell(StepProgress at) {
    listener.progress(at, Duration.ofNanos(time.nanos() - goingNanos));
  }

  /// Tells for how long a step goes on.
  void look() {
    watch.present().ifPresent(this::tell);
  }

  /// The worker came no further and has not said so itself.
  void stepOverdue(StepProgress late) {
    if (over) {
      return;
    }
    String why = late.overdue(order.spec().limits().of(late.step()));
    if (finished) {
      findings.verified(Verification.impossible(why));
    } else {
      findings.failed(why);
    }
    over = true;
    worker.kill();
  }

  private void want(ShareGoal goal) {
    worker.link().send(new Message.ShareOrder(order.runId(), ++generation, goal));
  }

  boolean over() {
    return over;
  }

  LocalResult result() {
    if (problems.isPresent()) {
      return new LocalResult.Refused(problems.get());
    }
    aggregate.closeAll();
    return new LocalResult.Ran(findings.document(aggregate));
  }

  void recorded(SealedRecord sealed) {
    try {
      IntervalRecord record = codec.open(sealed);
      lastRecord = Optional.of(record);
      aggregate.add(record);
    } catch (ProtocolException e) {
      aggregate.conflict("a record of the worker is damaged: " + e.getMessage());
    }
  }

  void reported(ShareStatus status) {
    switch (status) {
      case ShareStatus.Forking(), ShareStatus.Preparing(), ShareStatus.Opening() -> {}
      case ShareStatus.Forked(var environment) -> {
        begun = true;
        findings.environment(environment);
        next(Step.TRIAL, 0, new ShareGoal.Prepare());
      }
      case ShareStatus.Prepared(var facts) -> {
        findings.facts(facts);
        next(Step.OPEN, plan.slice().threads(), new ShareGoal.Open(facts));
      }
      case ShareStatus.Ready(long _, long _) -> run();
      case ShareStatus.Running(long firstEpochNanos) -> findings.firstStart(firstEpochNanos);
      case ShareStatus.Finished(long lastSeq) -> finished(lastSeq);
      case ShareStatus.Verified(var verification) -> {
        watch.end();
        findings.verified(verification);
        want(new ShareGoal.Release());
      }
      case ShareStatus.Rejected(var rejected) -> {
        watch.end();
        problems = Optional.of(rejected);
        want(new ShareGoal.Release());
      }
      case ShareStatus.Broken(String reason, String _, long _) -> broken(reason);
      case ShareStatus.Released() -> over = true;
      // Only a server does not know a run.
      case ShareStatus.SetAside _ -> {}
    }
  }

  /// The next goal on the way up, unless the run is being stopped.
  private void next(Step step, long total, ShareGoal goal) {
    if (!findings.cancelled()) {
      begins(step, total);
      want(goal);
    }
  }

  private void run() {
    if (findings.cancelled()) {
      return;
    }
    long startEpochNanos = time.epochNanos() + UNTIL_START.toNanos();
    originNanos = time.nanos() + UNTIL_START.toNanos();
    running = true;
    watch.end();
    findings.started(startEpochNanos);
    listener.step("running");
    want(new ShareGoal.Run(startEpochNanos));
    plannedEnd.accept(UNTIL_START.plusNanos(order.spec().axis().endNanos()));
    listener.begins(findings.head());
  }

  private void finished(long lastSeq) {
    if (finished) {
      return;
    }
    finished = true;
    watch.end();
    if (lastSeq < 0) {
      want(new ShareGoal.Release());
      return;
    }
    findings.ended(time.now());
    begins(Step.VERIFY, 0);
    want(
        new ShareGoal.Verify(
            aggregate.transactionTotals(), aggregate.operationTotals(), aggregate.complete()));
  }

  private void broken(String reason) {
    watch.end();
    findings.failed(reason);
    if (running && !finished) {
      // It may still have threads at work: only its death makes its counters final.
      worker.kill();
    } else {
      want(new ShareGoal.Release());
    }
  }

  void stop() {
    if (!findings.cancelled()) {
      if (!finished) {
        watch.end();
      }
      findings.cancel();
      listener.step("stopping");
      want(new ShareGoal.Stop());
    }
  }

  void graceOver() {
    if (!finished) {
      listener.line("the grace time is over: the worker is killed");
      findings.failed("the load did not end within the grace time and was killed");
      worker.kill();
    }
  }

  void workerEnded(int status) {
    if (over) {
      return;
    }
    over = true;
    findings.failed(
        begun
            ? "the worker ended with status " + status + " " + lastLine()
            : StartFailure.sentence("ended with status " + status, worker.lastWords()));
    if (running && !finished) {
      closeForDead();
    }
    findings.ended(time.now());
  }

  private String lastLine() {
    String words = worker.lastWords().strip();
    return words.substring(words.lastIndexOf('\n') + 1);
  }

  private void closeForDead() {
    try {
      if (Files.exists(counters)) {
        ClosingRecord.of(
                plan,
                lastRecord,
                CounterFile.readDead(counters),
                OptionalLong.of(time.nanos() - originNanos))
            .ifPresent(aggregate::add);
      }
    } catch (IOException e) {
      listener.line("the dead worker's counters cannot be read: " + e.getMessage());
    }
  }
}
