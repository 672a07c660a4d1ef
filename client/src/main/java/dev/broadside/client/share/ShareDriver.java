package dev.broadside.client.share;

import dev.broadside.client.monitor.Monitors;
import dev.broadside.client.pack.PackCache;
import dev.broadside.client.process.Worker;
import dev.broadside.core.job.AgentLoss;
import dev.broadside.core.job.Plan;
import dev.broadside.core.job.ShareStep;
import dev.broadside.core.job.StepProgress;
import dev.broadside.core.load.Bounds;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.run.ShareEffect;
import dev.broadside.core.run.ShareInput;
import dev.broadside.core.run.ShareMachine;
import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.wire.ShareStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/// Drives one share of one job: gives its [ShareMachine] what happens, and does what the machine
/// says.
///
/// Times on the controller's clock become times on this host's clock on their way in, and the other
/// way round on their way out. All methods are called on the loop of its [ShareTools]; events of
/// other threads are handed to it.
public final class ShareDriver implements WorkerRun.Listener {
  private final Plan plan;
  private final ShareTools tools;
  private final ShareMachine machine;
  private Optional<Path> pack = Optional.empty();
  private Optional<WorkerRun> run = Optional.empty();

  /// Earlier workers of this share, each until the controller has its records.
  private final List<WorkerRun> former = new ArrayList<>();

  private Time.Timer wake = () -> {};
  private Runnable atEnd = () -> {};
  private boolean connected;

  /// A new share, whose first step is to fetch the pack.
  ///
  /// @param generation of the order that brought the plan
  /// @param connected whether the controller is in reach
  public ShareDriver(Plan plan, long generation, ShareTools tools, boolean connected) {
    this.plan = plan;
    this.tools = tools;
    this.connected = connected;
    this.machine = new ShareMachine(plan, generation);
  }

  /// A share whose load is taken up again.
  ///
  /// @param goal with times on the controller's clock
  ShareDriver(ShareGoal.Resume goal, long generation, ShareTools tools, boolean connected) {
    this.plan = goal.plan();
    this.tools = tools;
    this.connected = connected;
    ShareGoal.Resume here = (ShareGoal.Resume) tools.clock().onHost(goal);
    this.machine = new ShareMachine(here, generation, ShareMachine.Moment.of(tools.time()));
  }

  public void begin() {
    input(new ShareInput.Begin());
  }

  /// The pack that it runs.
  String pack() {
    return plan.spec().pack();
  }

  /// How long its load goes on while the controller is away.
  Duration lease() {
    return AgentLoss.of(plan.spec()).lease();
  }

  /// The progress of its present step before or after the load.
  public Optional<StepProgress> step() {
    return machine.step();
  }

  /// The controller wants something of this share.
  public void order(Message.ShareOrder order) {
    input(new ShareInput.Ordered(tools.clock().onHost(order)));
  }

  /// The run's clock is slewed.
  void slew(long nanos) {
    run.ifPresent(known -> known.slew(nanos));
  }

  /// The controller has stored records, which need not be kept any more.
  void acknowledged(Message.Ack ack) {
    runs().forEach(known -> known.acknowledged(ack));
    List.copyOf(former)
        .forEach(known ->
            known.records().ifAllDelivered(() -> tools.loop().execute(() -> spent(known))));
    input(new ShareInput.Acknowledged());
  }

  /// Nothing of a former worker is needed any more.
  private void spent(WorkerRun known) {
    if (former.remove(known)) {
      known.discard(_ -> {});
    }
  }

  /// The workers of this share, the present one last.
  private List<WorkerRun> runs() {
    return Stream.concat(former.stream(), run.stream()).toList();
  }

  /// After a reconnect: records are sent, and the share's state is reported again.
  void connected() {
    connected = true;
    input(new ShareInput.Connected());
    runs().forEach(known -> known.records().connected());
  }

  /// The controller is away; the load goes on.
  void disconnected() {
    connected = false;
    runs().forEach(known -> known.records().disconnected());
  }

  /// The load is to end without an order.
  ///
  /// @param why in words that follow "when"
  void leaseOver(String why) {
    input(new ShareInput.LeaseOver(why));
  }

  /// The agent is stopped, and exits in good order.
  ///
  /// @param then runs once, when the controller has everything or was waited for long enough; what
  ///   the controller does not have is on disk then
  void leave(Runnable then) {
    atEnd = then;
    input(new ShareInput.AgentStops());
  }

  /// The agent exits at once: kills the worker and closes its records.
  ///
  /// @param then runs once, when they are safe
  public void shutDown(Runnable then) {
    atEnd = then;
    input(new ShareInput.ShutDown());
  }

  private void later(ShareInput input) {
    tools.loop().execute(() -> input(input));
  }

  private void input(ShareInput input) {
    machine.on(input, ShareMachine.Moment.of(tools.time())).forEach(this::perform);
    wake.cancel();
    OptionalLong at = machine.wakeNanos();
    wake =
        at.isPresent()
            ? tools.time().runAt(at.getAsLong(), () -> tools.loop().execute(this::woken))
            : () -> {};
  }

  private void woken() {
    input(new ShareInput.Woken(lastWords(), run.map(WorkerRun::sealed).orElse(0)));
  }

  private String lastWords() {
    return run.map(known -> words(known.worker().lastWords())).orElse("");
  }

  private static String words(String lastWords) {
    int most = 4 * Bounds.MAX_TEXT;
    return PlainText.lines(lastWords.substring(Math.max(0, lastWords.length() - most)), most);
  }

  private void perform(ShareEffect effect) {
    switch (effect) {
      case ShareEffect.Report(long generation, ShareStatus status) ->
          tools.controller().accept(new Message.ShareReport(plan.runId(), generation, status));
      case ShareEffect.Tell(StepProgress at) ->
          tools.controller().accept(Message.Progress.of(plan.runId(), at));
      case ShareEffect.Log(String line) -> run.ifPresent(known -> known.log().accept(line));
      case ShareEffect.Fetch _ -> fetch();
      case ShareEffect.Launch(Plan next) -> tools.launcher().launch(next, pack.orElseThrow(), this);
      case ShareEffect.Order(ShareGoal goal) -> run.ifPresent(known -> known.order(goal));
      case ShareEffect.Kill _ -> run.ifPresent(known -> known.worker().kill());
      case ShareEffect.CloseRecords(OptionalLong livedNanos) ->
          run.ifPresent(known -> known.conclude(livedNanos, this::later));
      case ShareEffect.AskDelivered _ -> {
        Countdown all = countdown(() -> input(new ShareInput.Delivered()));
        runs().forEach(known -> known.records().ifAllDelivered(() -> one(all)));
      }
      case ShareEffect.Discard _ -> discard();
      case ShareEffect.KeepRecords _ -> {
        Countdown all = countdown(this::end);
        runs().forEach(known -> known.records().close(() -> one(all)));
      }
      case ShareEffect.MayExit _ -> end();
      case ShareEffect.Forget _ -> tools.forget().accept(plan.runId());
    }
  }

  /// Counts down once for each worker's records, and then runs the task on the loop.
  private Countdown countdown(Runnable then) {
    return new Countdown(runs().size(), () -> tools.loop().execute(then));
  }

  private void one(Countdown of) {
    tools.loop().execute(of::one);
  }

  private void discard() {
    AtomicLong kept = new AtomicLong();
    Countdown all = countdown(() -> input(new ShareInput.Discarded(kept.get())));
    List<WorkerRun> left = runs();
    run = Optional.empty();
    former.clear();
    left.forEach(known ->
        known.discard(records -> {
          kept.addAndGet(records);
          one(all);
        }));
  }

  /// The agent need not wait for this share any more before it exits.
  private void end() {
    Runnable once = atEnd;
    atEnd = () -> {};
    once.run();
  }

  private void fetch() {
    if (Monitors.codeless(plan)) {
      fetched(new PackCache.Result.Ready(Path.of("")));
    } else {
      tools.packs().fetch(pack(), this::fetching, this::fetched);
    }
  }

  private void fetching(long size, long whole) {
    later(new ShareInput.Progressed(new StepProgress(ShareStep.FETCH, "", size, whole)));
  }

  private void fetched(PackCache.Result result) {
    switch (result) {
      case PackCache.Result.Ready(Path file) ->
          tools
              .loop()
              .execute(() -> {
                pack = Optional.of(file);
                input(new ShareInput.Fetched());
              });
      case PackCache.Result.Refused(Problem problem) ->
          later(new ShareInput.NotStarted(new ShareStatus.Rejected(List.of(problem))));
      case PackCache.Result.Failed(String reason) -> failed(reason);
    }
  }

  @Override
  public void launched(WorkerRun made) {
    tools
        .loop()
        .execute(() -> {
          run.ifPresent(former::add);
          run = Optional.of(made);
          if (connected) {
            made.records().connected();
          }
          input(new ShareInput.Launched(made.plan()));
        });
  }

  @Override
  public void failed(String reason) {
    later(new ShareInput.NotStarted(clean(new ShareStatus.Broken(reason, "", -1))));
  }

  @Override
  public void said(Message message) {
    switch (message) {
      case Message.ShareReport report -> tools.loop().execute(() -> reported(report.status()));
      case Message.Progress progress -> later(new ShareInput.Progressed(progress.at()));
      default -> {}
    }
  }

  private void reported(ShareStatus status) {
    input(
        new ShareInput.Reported(
            status instanceof ShareStatus.Broken(String reason, String _, long lastSeq, boolean _)
                ? clean(new ShareStatus.Broken(reason, lastWords(), lastSeq))
                : tools.clock().onServer(status)));
  }

  private static ShareStatus.Broken clean(ShareStatus.Broken broken) {
    String reason = PlainText.lines(broken.reason(), Bounds.MAX_TEXT);
    return new ShareStatus.Broken(reason, broken.lastWords(), broken.lastSeq());
  }

  @Override
  public void exited(int exit, Worker worker) {
    later(new ShareInput.Exited(exit, worker.killedForMemory(), words(worker.lastWords())));
  }
}
