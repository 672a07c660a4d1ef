package dev.broadside.client.share;

import dev.broadside.client.engine.StepWatch;
import dev.broadside.client.pack.PackCache;
import dev.broadside.client.process.StartFailure;
import dev.broadside.client.process.WorkerExit;
import dev.broadside.core.job.Bounds;
import dev.broadside.core.job.Plan;
import dev.broadside.core.job.Step;
import dev.broadside.core.job.StepProgress;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.wire.ShareStatus;
import dev.broadside.core.work.Verification;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;

/// One share of one job on this agent, from its first order to its release.
///
/// ```
///   Fetching --> Forking --> Working --> Leaving -----------> Gone
///      |           |          |  |                            ^
///      |           |          |  +-> Departing (agent ends)   |
///      |           |          |        v                      |
///      |           |          +----> Ended (records wait) ----+
///      +-----------+---------------> Workerless --------------+
/// ```
///
/// It reaches for what the server wants last ([#order]): hands the goals to the worker one by one,
/// and relays what the worker says with all clock readings on the server's clock. It holds the
/// worker to its grace, and when the worker dies, tells its last words and closes its records from
/// the counters that it left. All methods are called on the agent's own thread.
public final class ShareSupervisor {
  /// Beyond the grace, for the worker to seal and say that it has finished.
  private static final Duration MARGIN = Duration.ofSeconds(3);

  /// What a worker has beyond the limit of a step, which it keeps itself as long as it is alive.
  private static final Duration STEP_MARGIN = Duration.ofSeconds(10);

  /// How long the server may take to acknowledge the last records of an agent that is stopped. They
  /// lie on disk, and the next agent of the folder sends what is left.
  static final Duration DELIVERY = Duration.ofSeconds(10);

  /// How long a worker may take to exit after its release.
  private static final Duration EXIT = Duration.ofSeconds(5);

  /// A start that lies further back than this is an error of a clock, or an order that nobody waits
  /// for any more.
  private static final Duration TOO_LATE = Duration.ofMinutes(1);

  private static final String AGENT_STOPPED = "the agent was stopped";

  private final Plan plan;
  private final ShareTools tools;
  private final StepWatch fetching;
  private final StepWatch working;
  private State state = new Fetching();
  private ShareStatus status = new ShareStatus.Forking();
  private long generation;
  private long workerGeneration;
  private Time.Timer deadline = () -> {};
  private OptionalLong startNanos = OptionalLong.empty();
  private String killedBecause = "";
  private Runnable atEnd = () -> {};
  private boolean connected;
  private boolean verifying;
  private boolean agentStops;
  private boolean disowned;

  private sealed interface State {}

  private record Fetching() implements State {}

  /// @param held goals that came before there was a worker
  private record Forking(List<ShareGoal> held) implements State {}

  private record Working(WorkerRun run) implements State {}

  /// Its worker was told to exit, after its release.
  private record Leaving(WorkerRun run) implements State {}

  /// Its worker was told to exit, since the agent ends.
  private record Departing(WorkerRun run) implements State {}

  private record Ended(WorkerRun run) implements State {}

  /// It ended before there was a worker.
  private record Workerless() implements State {}

  private record Gone() implements State {}

  ShareSupervisor(Plan plan, long generation, ShareTools tools, boolean connected) {
    this.plan = plan;
    this.generation = generation;
    this.tools = tools;
    this.connected = connected;
    this.fetching = watch(Duration.ZERO, this::fetchOverdue);
    this.working = watch(STEP_MARGIN, this::stepOverdue);
  }

  private StepWatch watch(Duration margin, Consumer<StepProgress> overdue) {
    return new StepWatch(
        tools.time(),
        plan.spec().limits(),
        margin,
        late -> tools.loop().execute(() -> overdue.accept(late)));
  }

  /// Begins: the pack first.
  ///
  /// @param packsInUse the packs of all shares of this agent
  void begin(Set<String> packsInUse) {
    report();
    if (plan.slice().watches()) {
      fork(Path.of(""));
      return;
    }
    StepProgress begin = StepProgress.begin(Step.FETCH);
    fetching.begin(begin);
    tell(begin);
    tools
        .packs()
        .fetch(
            pack(),
            packsInUse,
            (size, whole) -> tools.loop().execute(() -> fetchedSoFar(size, whole)),
            result -> tools.loop().execute(() -> fetched(result)));
  }

  private void fetchedSoFar(long size, long whole) {
    StepProgress at = new StepProgress(Step.FETCH, "", size, whole);
    if (state instanceof Fetching) {
      fetching.further(at);
      tell(at);
    }
  }

  private void fetchOverdue(StepProgress late) {
    if (state instanceof Fetching) {
      endWithout(overdue(late, ""));
    }
  }

  private ShareStatus.Broken overdue(StepProgress late, String words) {
    return broken(late.overdue(plan.spec().limits().of(late.step())), words, -1);
  }

  private void tell(StepProgress at) {
    tools.server().accept(Message.Progress.of(plan.runId(), at));
  }

  /// The pack that it runs.
  String pack() {
    return plan.spec().pack();
  }

  private void fetched(PackCache.Result result) {
    if (!(state instanceof Fetching)) {
      return;
    }
    fetching.end();
    switch (result) {
      case PackCache.Result.Ready(Path file) -> fork(file);
      case PackCache.Result.Refused(Problem problem) ->
          endWithout(new ShareStatus.Rejected(List.of(problem)));
      case PackCache.Result.Failed(String reason) -> endWithout(broken(reason, "", -1));
    }
  }

  private void fork(Path pack) {
    state = new Forking(new ArrayList<>());
    begins(Step.FORK, 0);
    tools
        .launcher()
        .launch(
            plan,
            pack,
            new WorkerRun.Listener() {
              @Override
              public void launched(WorkerRun run) {
                tools.loop().execute(() -> forked(run));
              }

              @Override
              public void failed(String reason) {
                tools.loop().execute(() -> endWithout(broken(reason, "", -1)));
              }

              @Override
              public void said(Message message) {
                tools.loop().execute(() -> heard(message));
              }

              @Override
              public void exited(WorkerRun run, int exit) {
                tools.loop().execute(() -> ended(run, exit));
              }
            });
  }

  /// The worker is to do a step, or is to be there.
  private void begins(Step step, long total) {
    StepProgress at = new StepProgress(step, "", 0, total);
    working.begin(at);
    tell(at);
  }

  /// The worker came no further and has not said so itself.
  private void stepOverdue(StepProgress late) {
    switch (state) {
      case Forking _ -> endWithout(overdue(late, ""));
      case Working(WorkerRun run) when !failed() -> {
        boolean after = late.step() == Step.VERIFY || late.step() == Step.CLEAN_UP;
        status = after ? unverified(late) : overdue(late, run.worker().lastWords());
        report();
        kill("came no further");
      }
      case Fetching _, Working _, Leaving _, Departing _, Ended _, Workerless _, Gone _ -> {}
    }
  }

  private ShareStatus unverified(StepProgress late) {
    String why = late.overdue(plan.spec().limits().of(late.step()));
    return new ShareStatus.Verified(Verification.impossible(why));
  }

  /// The server has stored records, which need not be kept any more.
  void acknowledged(Message.Ack ack) {
    run()
        .ifPresent(run -> {
          run.acknowledged(ack);
          if (agentStops && over()) {
            departWhenDelivered(run);
          }
        });
  }

  /// There is a connection: the newest status is told again, and records may flow.
  void connected() {
    connected = true;
    report();
    fetching.present().or(working::present).ifPresent(this::tell);
    run().ifPresent(run -> run.relay().connected());
  }

  /// The server is away; the load goes on.
  void disconnected() {
    connected = false;
    run().ifPresent(run -> run.relay().disconnected());
  }

  /// The worker and its records, as long as there is something of them.
  private Optional<WorkerRun> run() {
    return switch (state) {
      case Working(WorkerRun run) -> Optional.of(run);
      case Leaving(WorkerRun run) -> Optional.of(run);
      case Departing(WorkerRun run) -> Optional.of(run);
      case Ended(WorkerRun run) -> Optional.of(run);
      case Fetching _, Forking _, Workerless _, Gone _ -> Optional.empty();
    };
  }

  private void forked(WorkerRun run) {
    if (!(state instanceof Forking forking)) {
      run.worker().kill();
      return;
    }
    state = new Working(run);
    if (connected) {
      run.relay().connected();
    }
    tell(new ShareGoal.Fork(run.plan()));
    forking.held().forEach(this::pursue);
  }

  /// The server wants something of this share. Repetitions are answered with the present status,
  /// and orders older than the newest one heard are ignored.
  void order(long orderGeneration, ShareGoal goal) {
    if (orderGeneration > generation) {
      generation = orderGeneration;
      pursue(goal);
    } else if (orderGeneration == generation) {
      report();
    }
  }

  private void pursue(ShareGoal goal) {
    switch (goal) {
      // The worker that there is serves: a share never has two.
      case ShareGoal.Fork _ -> report();
      case ShareGoal.Prepare _ -> tell(goal, Step.TRIAL, 0);
      case ShareGoal.Open _ -> tell(goal, Step.OPEN, plan.slice().threads());
      case ShareGoal.Verify _ -> {
        verifying = true;
        tell(goal, Step.VERIFY, 0);
      }
      case ShareGoal.Run(long start) -> run(start);
      case ShareGoal.Stop(boolean unknownRun) -> {
        disowned = unknownRun;
        stop("the job was stopped");
        if (disowned && over()) {
          setAside();
        }
      }
      case ShareGoal.Release _ -> release();
    }
  }

  /// Has the worker do a step.
  private void tell(ShareGoal goal, Step step, long total) {
    if (state instanceof Working && !failed()) {
      begins(step, total);
    }
    tell(goal);
  }

  private void tell(ShareGoal goal) {
    switch (state) {
      case Fetching _ -> report();
      case Forking(List<ShareGoal> held) -> held.add(goal);
      case Working(WorkerRun run) ->
          run.worker().link().send(new Message.ShareOrder(plan.runId(), ++workerGeneration, goal));
      case Leaving _, Departing _, Ended _, Workerless _, Gone _ -> report();
    }
  }

  private void run(long serverStartEpochNanos) {
    long start = tools.clock().toHost(serverStartEpochNanos);
    long untilStart = start - tools.time().epochNanos();
    if (startNanos.isEmpty() && untilStart < -TOO_LATE.toNanos()) {
      missedStart(Duration.ofNanos(-untilStart));
      return;
    }
    startNanos = OptionalLong.of(tools.time().nanos() + untilStart);
    tell(new ShareGoal.Run(start));
    Duration planned = Duration.ofNanos(untilStart + plan.spec().axis().endNanos());
    killAfter(planned.plus(plan.spec().grace()), "did not end after the job's planned end");
  }

  private void missedStart(Duration ago) {
    if (state instanceof Working && !over()) {
      status =
          broken(
              "the load was to start "
                  + ago.toSeconds()
                  + " s ago by this host's clock, so it does not start;"
                  + " check the clocks of agent and server, and start the job again",
              "",
              -1);
    }
    report();
  }

  private void stop(String why) {
    switch (state) {
      case Fetching _ -> endWithout(new ShareStatus.Finished(-1));
      case Forking(List<ShareGoal> held) -> held.add(new ShareGoal.Stop());
      case Working _ when over() -> report();
      case Working _ -> {
        working.end();
        tell(new ShareGoal.Stop());
        killAfter(plan.spec().grace(), "did not end when " + why);
      }
      case Leaving _, Departing _, Ended _, Workerless _, Gone _ -> report();
    }
  }

  /// Whether there is no load any more, nor ever will be.
  private boolean over() {
    return failed()
        || status instanceof ShareStatus.Finished
        || status instanceof ShareStatus.Verified;
  }

  private boolean failed() {
    return status instanceof ShareStatus.Rejected || status instanceof ShareStatus.Broken;
  }

  /// The server has been away for so long that nobody answers for the load any more.
  void leaseExpired() {
    stop("the server had been away for too long");
  }

  /// The agent is stopped, and ends in good order: the load ends within the job's grace, and what
  /// was counted goes to the server.
  ///
  /// @param then runs once, when the server has all of it or was waited for long enough; what it
  ///   has not lies on disk then
  void leave(Runnable then) {
    atEnd = then;
    agentStops = true;
    switch (state) {
      case Fetching _ -> endWithout(stopped(-1));
      case Forking(List<ShareGoal> held) -> held.add(new ShareGoal.Stop());
      case Working(WorkerRun run) when over() -> leaveAfterLoad(run);
      case Working(WorkerRun run) -> {
        run.log().accept("the agent was stopped, so its load ends within the grace of the job");
        stop(AGENT_STOPPED);
      }
      case Ended(WorkerRun run) -> deliver(run);
      case Leaving _, Departing _ -> {}
      case Workerless _, Gone _ -> end();
    }
  }

  /// The one that is to verify the target when all have finished will not be there; unless it is at
  /// it already.
  private void leaveAfterLoad(WorkerRun run) {
    if (verifying && status instanceof ShareStatus.Finished) {
      deadline.cancel();
      deadline =
          tools
              .time()
              .runIn(plan.spec().grace(), () -> tools.loop().execute(() -> stopAndDeliver(run)));
    } else {
      stopAndDeliver(run);
    }
  }

  private void stopAndDeliver(WorkerRun run) {
    if (plan.slice().first()
        && status instanceof ShareStatus.Finished(long lastSeq)
        && lastSeq >= 0) {
      status = stopped(lastSeq);
      report();
    }
    deliver(run);
  }

  private static ShareStatus.Broken stopped(long lastSeq) {
    return broken(AGENT_STOPPED, "", lastSeq);
  }

  /// Waits for the server to have everything, and a bounded time for that.
  private void deliver(WorkerRun run) {
    deadline.cancel();
    deadline = tools.time().runIn(DELIVERY, () -> tools.loop().execute(this::depart));
    departWhenDelivered(run);
  }

  private void departWhenDelivered(WorkerRun run) {
    run.relay().ifAllDelivered(() -> tools.loop().execute(this::depart));
  }

  private void depart() {
    switch (state) {
      case Working(WorkerRun run) -> {
        tell(new ShareGoal.Release());
        state = new Departing(run);
        killAfter(EXIT, "did not exit");
      }
      case Ended _ -> end();
      case Fetching _, Forking _, Leaving _, Departing _, Workerless _, Gone _ -> {}
    }
  }

  /// The agent ends at once: kills the worker and closes its records.
  ///
  /// @param then runs when they are safe on disk
  void shutDown(Runnable then) {
    atEnd = then;
    agentStops = false;
    switch (state) {
      case Working(WorkerRun run) -> {
        killedBecause = "lost its agent, which was stopped,";
        run.worker().kill();
      }
      case Leaving(WorkerRun run) -> run.worker().kill();
      case Departing(WorkerRun run) -> run.worker().kill();
      case Forking(List<ShareGoal> held) -> held.add(new ShareGoal.Release());
      // Behind the closing record, which may be on its way to the disk.
      case Ended(WorkerRun run) -> run.relay().close(() -> tools.loop().execute(this::end));
      case Fetching _, Workerless _, Gone _ -> end();
    }
  }

  /// What the agent's own end waits for has come to pass.
  private void end() {
    Runnable once = atEnd;
    atEnd = () -> {};
    once.run();
  }

  private void killAfter(Duration patience, String why) {
    deadline.cancel();
    deadline =
        tools.time().runIn(patience.plus(MARGIN), () -> tools.loop().execute(() -> kill(why)));
  }

  private void kill(String why) {
    killedBecause = why;
    switch (state) {
      case Working(WorkerRun run) -> run.worker().kill();
      case Leaving(WorkerRun run) -> run.worker().kill();
      case Departing(WorkerRun run) -> run.worker().kill();
      case Fetching _, Forking _, Ended _, Workerless _, Gone _ -> {}
    }
  }

  private void release() {
    switch (state) {
      case Fetching _, Workerless _ -> gone();
      case Forking(List<ShareGoal> held) -> held.add(new ShareGoal.Release());
      case Working(WorkerRun run) -> {
        tell(new ShareGoal.Release());
        state = new Leaving(run);
        killAfter(EXIT, "did not exit");
      }
      case Departing(WorkerRun run) -> state = new Leaving(run);
      case Ended(WorkerRun run) -> discard(run);
      case Leaving _, Gone _ -> report();
    }
  }

  private void heard(Message message) {
    switch (message) {
      // The first failure stands.
      case Message.ShareReport report when state instanceof Working working && !failed() ->
          heardStatus(working.run(), report.status());
      case Message.Progress progress -> {
        working.further(progress.at());
        tools.server().accept(progress);
      }
      default -> {}
    }
  }

  private void heardStatus(WorkerRun run, ShareStatus said) {
    if (said instanceof ShareStatus.Finished) {
      deadline.cancel();
    }
    if (endsStep(said)) {
      working.end();
    }
    status =
        switch (said) {
          case ShareStatus.Broken(String reason, String _, long lastSeq) ->
              broken(reason, run.worker().lastWords(), lastSeq);
          case ShareStatus.Finished(long lastSeq) when agentStops && !over() -> stopped(lastSeq);
          default -> tools.clock().onServer(said);
        };
    report();
    if (said instanceof ShareStatus.Broken && startNanos.isPresent() && !verifying) {
      // Its threads may still be at work; what they counted is closed from the counters.
      kill("broke");
    } else if (disowned && over()) {
      setAside();
    } else if (agentStops && over()) {
      deliver(run);
    }
  }

  private static boolean endsStep(ShareStatus said) {
    return switch (said) {
      case ShareStatus.Forking _,
          ShareStatus.Preparing _,
          ShareStatus.Opening _,
          ShareStatus.Running _ ->
          false;
      case ShareStatus.Forked _,
          ShareStatus.Prepared _,
          ShareStatus.Ready _,
          ShareStatus.Finished _,
          ShareStatus.Verified _,
          ShareStatus.Rejected _,
          ShareStatus.Broken _,
          ShareStatus.Released _,
          ShareStatus.SetAside _ ->
          true;
    };
  }

  private static ShareStatus.Broken broken(String reason, String words, long lastSeq) {
    int most = 4 * Bounds.MAX_TEXT;
    String end = words.substring(Math.max(0, words.length() - most));
    return new ShareStatus.Broken(
        PlainText.lines(reason, Bounds.MAX_TEXT), PlainText.lines(end, most), lastSeq);
  }

  /// The worker's process has ended, and its output is read to the end.
  private void ended(WorkerRun run, int exit) {
    deadline.cancel();
    working.end();
    switch (state) {
      case Working _ -> {
        state = new Ended(run);
        run.conclude(
            livedNanos(), lastSeq -> tools.loop().execute(() -> concluded(run, exit, lastSeq)));
      }
      case Departing _ -> {
        state = new Ended(run);
        run.conclude(livedNanos(), _ -> tools.loop().execute(this::departed));
      }
      case Leaving _ -> discard(run);
      case Fetching _, Forking _, Ended _, Workerless _, Gone _ -> {}
    }
  }

  /// How far the run's axis has come.
  private OptionalLong livedNanos() {
    return startNanos.isPresent()
        ? OptionalLong.of(tools.time().nanos() - startNanos.getAsLong())
        : OptionalLong.empty();
  }

  private void concluded(WorkerRun run, int exit, long lastSeq) {
    status =
        switch (status) {
          case ShareStatus.Rejected rejected -> rejected;
          case ShareStatus.Verified verified -> verified;
          case ShareStatus.Broken(String reason, String words, long _) ->
              broken(reason, words, lastSeq);
          case ShareStatus.Forking _ when killedBecause.isEmpty() ->
              broken(
                  StartFailure.sentence(WorkerExit.words(exit, ""), run.worker().lastWords()),
                  run.worker().lastWords(),
                  lastSeq);
          default ->
              broken(
                  "the worker " + WorkerExit.words(exit, killedBecause),
                  run.worker().lastWords(),
                  lastSeq);
        };
    report();
    if (disowned) {
      setAside();
    } else if (agentStops) {
      deliver(run);
    } else {
      end();
    }
  }

  /// The load is over, and the server does not know the run.
  private void setAside() {
    switch (state) {
      case Working _ -> depart();
      case Ended(WorkerRun run) -> discard(run);
      case Fetching _, Workerless _ -> gone();
      case Forking _, Leaving _, Departing _, Gone _ -> {}
    }
  }

  private void endWithout(ShareStatus last) {
    state = new Workerless();
    fetching.end();
    working.end();
    status = last;
    report();
    end();
  }

  private void departed() {
    if (disowned) {
      setAside();
    } else {
      end();
    }
  }

  private void discard(WorkerRun run) {
    Instant now = tools.time().now();
    run.discard(tools.quarantine(), now, kept -> tools.loop().execute(() -> discarded(kept, now)));
  }

  private void discarded(long kept, Instant since) {
    if (disowned && kept > 0) {
      goneAs(new ShareStatus.SetAside(kept, since.toEpochMilli()));
    } else {
      gone();
    }
  }

  private void gone() {
    goneAs(new ShareStatus.Released());
  }

  private void goneAs(ShareStatus last) {
    state = new Gone();
    status = last;
    report();
    tools.released().accept(plan.runId());
    end();
  }

  private void report() {
    tools.server().accept(new Message.ShareReport(plan.runId(), generation, status));
  }
}
