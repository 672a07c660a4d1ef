package dev.broadside.client.run;

import dev.broadside.client.engine.StepWatch;
import dev.broadside.client.engine.WorkerArguments;
import dev.broadside.client.process.WorkerEnd;
import dev.broadside.client.process.WorkerFrames;
import dev.broadside.client.process.WorkerProcess;
import dev.broadside.client.share.LineLimiter;
import dev.broadside.core.job.StepProgress;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.RunHead;
import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Link;
import dev.broadside.core.wire.Message;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// `broadside run`: one share, the whole job, in a worker of its own, led through the same goals as
/// by a server.
///
/// ```java
/// LocalRun run = new LocalRun(order, listener, new SystemTime());
/// LocalResult result = run.execute();   // waits; meanwhile another thread may call run.stop()
/// ```
///
/// Used once. [#execute()] calls the listener on its own thread; [#stop()] may be called by any
/// thread.
public final class LocalRun {
  /// The agent's name in records and results.
  public static final String AGENT = "local";

  /// A little more than the worker has with itself.
  private static final Duration PATIENCE_WITH_EXIT = Duration.ofSeconds(10);

  /// Beyond the job's own grace time, for what comes after the last iteration.
  private static final Duration MORE_GRACE = Duration.ofSeconds(2);

  private final LocalOrder order;
  private final Listener listener;
  private final Time time;
  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private final LineLimiter lines;
  private final WorkerEnd end;
  private Optional<WorkerProcess> worker = Optional.empty();
  private int stops;

  /// Hears how the run goes on. Its methods are quick.
  public interface Listener {
    /// What is going on now, in a few words.
    void step(String words);

    /// How far a step before or after the load is.
    ///
    /// @param age how long the step has been going on
    void progress(StepProgress at, Duration age);

    /// The load begins. Not called where it never does.
    void begins(RunHead head);

    /// An interval is over. Called for each in order; nobody else keeps them.
    void interval(IntervalDocument interval);

    /// The worker wrote a line; bounded, without control characters.
    void line(String line);
  }

  /// What the worker has beyond the limit of a step, which it keeps itself as long as it is alive.
  private static final Duration STEP_MARGIN = Duration.ofSeconds(10);

  /// How often a step that goes on is told again.
  private static final Duration LOOK = Duration.ofSeconds(1);

  /// What happens to a run.
  private sealed interface Event {
    record Heard(Message message) implements Event {}

    record Line(String text) implements Event {}

    record WorkerEnded(int status) implements Event {}

    record StopAsked() implements Event {}

    record GraceOver() implements Event {}

    record Look() implements Event {}

    record StepOverdue(StepProgress late) implements Event {}
  }

  public LocalRun(LocalOrder order, Listener listener, Time time) {
    this.order = order;
    this.listener = listener;
    this.time = time;
    this.lines = new LineLimiter(time);
    this.end = new WorkerEnd(time);
  }

  /// Runs the whole job and waits for its result.
  ///
  /// @throws IOException where no worker can be started, or its counters cannot be kept
  public LocalResult execute() throws IOException, InterruptedException {
    Path counters = LocalCounters.fresh();
    WorkerProcess process = start(counters);
    try {
      LocalShare share =
          new LocalShare(order, process, counters, listener, time, watch(), this::giveGraceAfter);
      share.begin();
      lookLater();
      while (!share.over()) {
        handle(events.take(), share);
      }
      LocalResult result = share.result();
      awaitExit(process);
      lines.pending().forEach(listener::line);
      return result;
    } finally {
      process.kill();
      Files.deleteIfExists(counters);
    }
  }

  private synchronized WorkerProcess start(Path counters) throws IOException {
    listener.step("starting the worker");
    WorkerProcess process =
        WorkerProcess.start(
            "worker",
            new WorkerProcess.Launch(
                order.flags(), new WorkerArguments(order.pack(), order.drivers(), counters)),
            _ -> new Ear(),
            this::wrote);
    end.await(process.end(), status -> events.add(new Event.WorkerEnded(status)));
    worker = Optional.of(process);
    if (stops > 1) {
      process.kill();
    }
    return process;
  }

  private void wrote(String line) {
    lines.line(line).forEach(each -> events.add(new Event.Line(each)));
  }

  /// From when on the worker has its grace; it is killed after it.
  private void giveGraceAfter(Duration from) {
    Duration patience = from.plus(order.spec().grace()).plus(MORE_GRACE);
    time.runIn(patience, () -> events.add(new Event.GraceOver()));
  }

  private void lookLater() {
    time.runIn(LOOK, () -> events.add(new Event.Look()));
  }

  private StepWatch watch() {
    return new StepWatch(
        time, order.spec().limits(), STEP_MARGIN, late -> events.add(new Event.StepOverdue(late)));
  }

  private final class Ear implements Link.Listener {
    @Override
    public void received(Message message) {
      events.add(new Event.Heard(message));
    }

    @Override
    public void closed(String reason) {
      if (!reason.equals(WorkerFrames.PEER_CLOSED)) {
        events.add(new Event.Line("what the worker says cannot be read any more: " + reason));
      }
      end.outputEnded();
    }
  }

  private void handle(Event event, LocalShare share) {
    switch (event) {
      case Event.Heard(Message.ShareReport report) -> share.reported(report.status());
      case Event.Heard(Message.Records(var records)) -> records.forEach(share::recorded);
      case Event.Heard(Message.Progress progress) -> share.progressed(progress.at());
      case Event.Heard(Message _) -> listener.line("the worker said something unexpected");
      case Event.Line(String text) -> listener.line(text);
      case Event.WorkerEnded(int status) -> share.workerEnded(status);
      case Event.StopAsked() -> {
        share.stop();
        giveGraceAfter(Duration.ZERO);
      }
      case Event.GraceOver() -> share.graceOver();
      case Event.Look() -> {
        share.look();
        lookLater();
      }
      case Event.StepOverdue(StepProgress late) -> share.stepOverdue(late);
    }
  }

  /// Ends the run early: the first call lets threads finish within the grace time and still gives a
  /// result of all that was done; the second one kills the worker, and the result says what is
  /// uncertain.
  public synchronized void stop() {
    stops++;
    if (stops > 1) {
      worker.ifPresent(WorkerProcess::kill);
    }
    events.add(new Event.StopAsked());
  }

  private static void awaitExit(WorkerProcess process) throws InterruptedException {
    try {
      process.end().get(PATIENCE_WITH_EXIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException _) {
      // It is killed then; everything it had to say has been heard.
    }
  }
}
