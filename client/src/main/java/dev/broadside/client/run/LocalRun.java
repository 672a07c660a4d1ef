package dev.broadside.client.run;

import dev.broadside.client.engine.WorkerArguments;
import dev.broadside.client.link.ClockOffset;
import dev.broadside.client.pack.PackCache;
import dev.broadside.client.process.WorkerProcess;
import dev.broadside.client.share.LineLimiter;
import dev.broadside.client.share.ServerClock;
import dev.broadside.client.share.ShareDriver;
import dev.broadside.client.share.ShareHome;
import dev.broadside.client.share.ShareRecords;
import dev.broadside.client.share.ShareTools;
import dev.broadside.client.share.WorkerRun;
import dev.broadside.client.spool.LocalDisk;
import dev.broadside.core.input.JobDocument;
import dev.broadside.core.job.Plan;
import dev.broadside.core.job.ShareSlice;
import dev.broadside.core.job.ShareStep;
import dev.broadside.core.job.StepProgress;
import dev.broadside.core.pace.Portion;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Spans;
import dev.broadside.core.recorder.CounterFile;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.RunAggregate;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.RunDocument.AgentDocument;
import dev.broadside.core.report.RunDocument.JobSummary;
import dev.broadside.core.report.RunDocument.PhaseDocument;
import dev.broadside.core.report.RunDocument.Status;
import dev.broadside.core.report.RunHead;
import dev.broadside.core.time.Time;
import dev.broadside.core.verdict.AuditDocument;
import dev.broadside.core.verdict.GeneratorVerdict;
import dev.broadside.core.wire.Codec;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.ProtocolException;
import dev.broadside.core.wire.SealedRecord;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.wire.ShareStatus;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.Verification;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import java.util.function.Function;

/// `broadside run`: one share that is the whole job. It is driven as an agent drives it; this class
/// takes the server's part.
///
/// ```java
/// LocalRun run = new LocalRun(order, listener, new SystemTime());
/// LocalRun.Result result = run.execute();   // waits; another thread may call run.stop()
/// ```
///
/// Used once. [#execute()] does everything on its own thread, and calls the listener there;
/// [#stop()] may be called by any thread.
public final class LocalRun {
  /// The agent's name in records and results.
  public static final String AGENT = "local";

  private static final Duration UNTIL_START = Duration.ofMillis(50);

  /// How often the progress of a step is reported.
  private static final Duration LOOK = Duration.ofSeconds(1);

  /// Drift is looked for at one look of this many.
  private static final int LOOKS_AT_DRIFT = 10;

  private static final String COUNTERS = "broadside-run-";

  private final LocalOrder order;
  private final Listener listener;
  private final Time time;
  private final BlockingQueue<Runnable> loop = new LinkedBlockingQueue<>();
  private final LineLimiter lines;
  private final Findings findings;
  private final RunAggregate aggregate;
  private final ShareDriver share;
  private Optional<Path> counters = Optional.empty();
  private Optional<List<Problem>> problems = Optional.empty();
  private ShareStep going = ShareStep.FORK;
  private long goingNanos;
  private long generation = 1;
  private boolean finished;
  private boolean over;
  private int stops;
  private int looks;
  private long incarnation;

  /// Takes the progress of the run. Its methods are quick.
  public interface Listener {
    /// A new step begins, named in a few words.
    void step(String words);

    /// How far a step before or after the load is.
    ///
    /// @param age how long the step has been going on
    void progress(StepProgress at, Duration age);

    /// The load begins. Not called if it never does.
    void begins(RunHead head);

    /// An interval has ended. Called for each in order; the result does not have them.
    void interval(IntervalDocument interval);

    /// The worker wrote a line; bounded, without control characters.
    void line(String line);
  }

  /// The result of a run.
  public sealed interface Result {
    /// Nothing was run: the input is wrong, or the target cannot be reached.
    record Refused(List<Problem> problems) implements Result {
      public Refused {
        problems = List.copyOf(problems);
      }
    }

    /// It ran, perhaps not to its end: `job.state` is `completed`, `cancelled` or `failed`.
    ///
    /// @param document without its intervals, which the listener was given
    record Ran(RunDocument document) implements Result {}
  }

  public LocalRun(LocalOrder order, Listener listener, Time time) {
    this.order = order;
    this.listener = listener;
    this.time = time;
    this.lines = new LineLimiter(time);
    this.findings = new Findings(order);
    this.aggregate =
        new RunAggregate(
            order.spec().axis(),
            order.jobClass().operations(),
            Set.of(AGENT),
            Set.of(),
            JobDocument.criteria(order.spec()),
            listener::interval);
    ShareTools tools =
        new ShareTools(
            time,
            loop::add,
            new ServerClock(time, new ClockOffset()),
            (_, _, then) -> then.accept(new PackCache.Result.Ready(order.pack())),
            this::launch,
            message -> loop.add(() -> heard(message)),
            _ -> {});
    this.share = new ShareDriver(planOf(order), generation, tools, true);
  }

  static Plan planOf(LocalOrder order) {
    return new Plan(
        order.runId(),
        AGENT,
        1,
        order.spec(),
        order.jobClass().operations(),
        ShareSlice.of(new Portion(0, 1), order.spec().openedThreads()));
  }

  /// Runs the whole job and waits for its result.
  ///
  /// @throws IOException if a file that the run left cannot be deleted
  public Result execute() throws IOException, InterruptedException {
    listener.step("starting the worker");
    share.begin();
    look();
    try {
      while (!over) {
        loop.take().run();
      }
    } finally {
      share.shutDown(() -> {});
      if (counters.isPresent()) {
        Files.deleteIfExists(counters.get());
      }
    }
    lines.pending().forEach(listener::line);
    return result();
  }

  private Result result() {
    if (problems.isPresent()) {
      return new Result.Refused(problems.get());
    }
    aggregate.closeAll();
    return new Result.Ran(findings.document(aggregate));
  }

  private void launch(Plan asked, Path pack, WorkerRun.Listener worker) {
    Plan plan = asked.withIncarnation(++incarnation);
    try {
      Path file = freshCounters();
      counters = Optional.of(file);
      WorkerProcess.Launch launch =
          new WorkerProcess.Launch(order.flags(), new WorkerArguments(pack, order.drivers(), file));
      var _ =
          new WorkerRun(
              plan,
              new Records(aggregate, loop::add),
              new ShareHome(new LocalDisk(), plan.incarnation(), CounterFile.directory(), file),
              this::line,
              _ -> {},
              new WorkerRun.Forking(
                  order.forker(),
                  launch,
                  written -> lines.line(written).forEach(this::line),
                  _ -> {},
                  time),
              worker);
    } catch (IOException e) {
      worker.failed("no worker can be started: " + e.getMessage());
    }
  }

  private void line(String line) {
    loop.add(() -> listener.line(line));
  }

  /// A new name. The files of runs that were killed are deleted.
  private static Path freshCounters() throws IOException {
    Path directory = CounterFile.directory();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, COUNTERS + "*-*")) {
      for (Path file : files) {
        String pid =
            file.getFileName().toString().substring(COUNTERS.length()).replaceAll("-.*", "");
        if (pid.matches("\\d{1,18}")
            && Files.isWritable(file)
            && ProcessHandle.of(Long.parseLong(pid)).isEmpty()) {
          Files.deleteIfExists(file);
        }
      }
    }
    return directory.resolve(COUNTERS + ProcessHandle.current().pid() + "-" + UUID.randomUUID());
  }

  private void look() {
    share.step().ifPresent(this::progress);
    boolean going = !findings.cancelled() && !finished;
    if (going) {
      aggregate.broken().ifPresent(how -> cancel("stopped by a threshold: " + how));
    }
    if (++looks % LOOKS_AT_DRIFT == 0 && going) {
      lookAtDrift(JobDocument.STOP_ON_DRIFT.in(order.spec()));
    }
    time.runIn(LOOK, () -> loop.add(this::look));
  }

  /// Stops the run if it drifts. Finding drift takes time, so it is skipped if the user did not ask
  /// to stop on it.
  private void lookAtDrift(List<String> stopOn) {
    if (!stopOn.isEmpty()) {
      aggregate
          .drift(List.of())
          .flatMap(drift -> drift.worse(stopOn))
          .ifPresent(how -> cancel("stopped by drift: " + how));
    }
  }

  private void progress(StepProgress at) {
    if (at.step() != going) {
      going = at.step();
      goingNanos = time.nanos();
    }
    // The pack is here.
    if (going != ShareStep.FETCH) {
      listener.progress(at, Duration.ofNanos(time.nanos() - goingNanos));
    }
  }

  /// Takes a message of the share.
  private void heard(Message message) {
    switch (message) {
      case Message.ShareReport report -> heard(report.status());
      case Message.Progress progress -> progress(progress.at());
      default -> throw new IllegalStateException("a share says nothing else");
    }
  }

  private void heard(ShareStatus status) {
    switch (status) {
      case ShareStatus.Forking _,
          ShareStatus.Preparing _,
          ShareStatus.Loading _,
          ShareStatus.Opening _ -> {}
      case ShareStatus.Forked(Map<String, String> environment) ->
          findings.environment = environment;
      case ShareStatus.Prepared(Facts facts) -> findings.facts = facts;
      case ShareStatus.Ready _ -> start();
      case ShareStatus.Running(long firstEpochNanos) ->
          findings.firstStartEpochNanos = Optional.of(firstEpochNanos);
      case ShareStatus.Finished(long lastSeq) -> finished(lastSeq);
      case ShareStatus.Verified(Verification verification) -> {
        findings.verification = verification;
        want(new ShareGoal.Release());
      }
      case ShareStatus.Rejected(List<Problem> rejected) -> {
        problems = Optional.of(rejected);
        want(new ShareGoal.Release());
      }
      case ShareStatus.Broken(String reason, var _, var _, var _) -> {
        findings.failed(reason);
        findings.ended(time.now());
        want(new ShareGoal.Release());
      }
      case ShareStatus.Released(), ShareStatus.Unclaimed _ -> over = true;
    }
  }

  private void want(ShareGoal goal) {
    share.order(new Message.ShareOrder(order.runId(), ++generation, goal));
  }

  private void start() {
    if (!findings.cancelled()) {
      long startEpochNanos = time.epochNanos() + UNTIL_START.toNanos();
      findings.startEpochNanos = Optional.of(startEpochNanos);
      listener.step("running");
      want(new ShareGoal.Run(startEpochNanos));
      listener.begins(findings.head());
    }
  }

  private void finished(long lastSeq) {
    if (lastSeq < 0) {
      want(new ShareGoal.Release());
    } else if (!finished) {
      finished = true;
      findings.ended(time.now());
      want(
          new ShareGoal.Verify(
              aggregate.totals().transactions(),
              aggregate.totals().operations(),
              aggregate.totals().figures(),
              aggregate.complete()));
    }
  }

  /// Ends the run early: the first call lets threads finish within the grace time and still gives a
  /// result of all that was done; the second one kills the worker, and the result says what is
  /// uncertain.
  public synchronized void stop() {
    loop.add(++stops > 1 ? () -> share.shutDown(() -> {}) : () -> cancel("stopped by the user"));
  }

  private void cancel(String reason) {
    findings.cancel(reason);
    listener.step("stopping");
    want(new ShareGoal.Stop());
  }

  /// The records of the run, which are added up as they come and not kept. All methods but [#offer]
  /// are called on the run's own thread.
  private static final class Records implements ShareRecords {
    private final RunAggregate aggregate;
    private final Executor loop;
    private final Codec codec = new Codec();
    private Optional<SealedRecord> newest = Optional.empty();

    Records(RunAggregate aggregate, Executor loop) {
      this.aggregate = aggregate;
      this.loop = loop;
    }

    @Override
    public void offer(List<SealedRecord> records) {
      loop.execute(() -> records.forEach(this::add));
    }

    private void add(SealedRecord sealed) {
      newest = Optional.of(sealed);
      try {
        aggregate.add(codec.open(sealed));
      } catch (ProtocolException e) {
        aggregate.conflict("a record of the worker is damaged: " + e.getMessage());
      }
    }

    @Override
    public void conclude(
        Function<Optional<SealedRecord>, Optional<SealedRecord>> closing, Consumer<Long> then) {
      closing.apply(newest).ifPresent(this::add);
      then.accept(newest.map(record -> record.key().seq()).orElse(-1L));
    }

    @Override
    public void connected() {}

    @Override
    public void disconnected() {}

    @Override
    public void acknowledged(Message.Ack ack) {}

    @Override
    public void ifAllStored(Runnable then) {
      then.run();
    }

    @Override
    public void ifAllDelivered(Runnable then) {
      then.run();
    }

    @Override
    public void discard(Consumer<Optional<Left>> then) {
      then.accept(Optional.empty());
    }

    @Override
    public void close(Runnable then) {
      then.run();
    }
  }

  /// What is known of the run besides its records. For one thread.
  private static final class Findings {
    private final LocalOrder order;
    private Map<String, String> environment = Map.of();
    private Facts facts = Facts.NONE;
    private Verification verification = Verification.NONE;
    private Optional<Long> startEpochNanos = Optional.empty();
    private Optional<Long> firstStartEpochNanos = Optional.empty();
    private Optional<Instant> endedAt = Optional.empty();
    private Optional<String> failure = Optional.empty();
    private Optional<String> cancelled = Optional.empty();

    Findings(LocalOrder order) {
      this.order = order;
    }

    /// The first end stands.
    void ended(Instant at) {
      endedAt = Optional.of(endedAt.orElse(at));
    }

    /// The first reason stands.
    void failed(String reason) {
      failure = Optional.of(failure.orElse(reason));
    }

    /// The first reason stands.
    void cancel(String reason) {
      cancelled = Optional.of(cancelled.orElse(reason));
    }

    boolean cancelled() {
      return cancelled.isPresent();
    }

    /// The part of the result that is known when the load begins.
    RunHead head() {
      return new RunHead(
          job("running", ""), order.spec().shownParameters(), PhaseDocument.of(order.spec()));
    }

    /// The result, without its intervals.
    RunDocument document(RunAggregate aggregate) {
      aggregate.noSuccess().filter(_ -> startEpochNanos.isPresent()).ifPresent(this::failed);
      JobSummary job = job().because(aggregate.silence());
      List<PhaseDocument> phases = aggregate.phases(PhaseDocument.of(order.spec()));
      AuditDocument audit = aggregate.audit(verification);
      GeneratorVerdict generator = aggregate.generator(true);
      List<AgentDocument> agents = List.of(agent(aggregate));
      Map<String, String> parameters = order.spec().shownParameters();
      return new RunDocument(
          job,
          parameters,
          phases,
          aggregate.summary(),
          aggregate.operationSummaries(),
          List.of(),
          agents,
          generator,
          aggregate.host(Set.of(AGENT)),
          audit,
          aggregate.totals().errors(),
          provenance(),
          aggregate.distribution(),
          startEpochNanos.map(_ -> aggregate.delivery()),
          Optional.empty(),
          aggregate.figures(),
          aggregate.drift(List.of()),
          aggregate.marks(phases),
          aggregate.thresholds(job, audit),
          aggregate.diagnoses(parameters, agents, generator, audit),
          aggregate.observed());
    }

    private JobSummary job() {
      // A failure while a run is being stopped does not change why it stopped.
      String state = cancelled() ? "cancelled" : failure.isPresent() ? "failed" : "completed";
      return job(state, cancelled.or(() -> failure).or(verification::obstacle).orElse(""));
    }

    private JobSummary job(String state, String reason) {
      return JobSummary.of(
          order.runId(),
          order.spec(),
          order.jobClass().title(),
          Status.of(state, reason, startEpochNanos.map(Findings::instant), endedAt));
    }

    private static Instant instant(long epochNanos) {
      return Instant.ofEpochSecond(0, epochNanos);
    }

    private AgentDocument agent(RunAggregate aggregate) {
      double firstStartMillis =
          firstStartEpochNanos
              .flatMap(first -> startEpochNanos.map(start -> (first - start) / 1e6))
              .orElse(0.0);
      return new AgentDocument(
          AGENT,
          order.spec().totalThreads(),
          0,
          0,
          firstStartMillis,
          aggregate.summaryOf(AGENT),
          aggregate.hostOf(AGENT),
          environment);
    }

    private Map<String, String> provenance() {
      Map<String, String> all = new LinkedHashMap<>(order.provenance());
      all.put("seed", Long.toString(order.spec().seed()));
      all.put("interval", Spans.format(order.spec().interval()));
      all.putAll(facts.texts());
      all.putAll(JobDocument.origin(order.spec()));
      return all;
    }
  }
}
