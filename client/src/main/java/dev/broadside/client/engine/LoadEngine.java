package dev.broadside.client.engine;

import dev.broadside.client.arrivals.Pause;
import dev.broadside.client.monitor.Monitors;
import dev.broadside.client.pack.PackException;
import dev.broadside.client.pack.PackLoader;
import dev.broadside.client.watch.FigureSource;
import dev.broadside.client.watch.GeneratorWatch;
import dev.broadside.client.watch.HostFigures;
import dev.broadside.client.watch.Processors;
import dev.broadside.core.input.JobDocument;
import dev.broadside.core.job.MonitorSource;
import dev.broadside.core.job.Plan;
import dev.broadside.core.job.Reset;
import dev.broadside.core.job.ShareStep;
import dev.broadside.core.job.StepProgress;
import dev.broadside.core.load.Counted;
import dev.broadside.core.load.LoadChange;
import dev.broadside.core.load.ThreadKind;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Suggestions;
import dev.broadside.core.recorder.CounterFile;
import dev.broadside.core.recorder.Recorder;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.time.Time;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.Finding;
import dev.broadside.core.work.JobClass;
import dev.broadside.core.work.JobContext;
import dev.broadside.core.work.JobDescription;
import dev.broadside.core.work.JobShare;
import dev.broadside.core.work.Rehearsal;
import dev.broadside.core.work.Rehearsal.LoadStatement;
import dev.broadside.core.work.ThreadContext;
import dev.broadside.core.work.Verification;
import dev.broadside.core.work.Verification.Check;
import dev.broadside.core.work.VerifyContext;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;

/// One share of one job, from the loaded pack to the verified target. Its phases are its methods,
/// in this order:
///
/// ```
/// load -> check -> trial -> prepare -> rehearse | load -> open -> run | abandon -> verify -> cleanUp
/// ```
///
/// They are called by one thread, and none waits for job code forever: [LimitedSteps] runs what
/// comes before and after the load. [#stop()] may be called by any thread, at any time, any number
/// of times.
public final class LoadEngine {
  private static final long LOOK_FOR_FIRST_START_NANOS = 1_000_000;
  private static final long MOST_WAIT_FOR_FIRST_START_NANOS = 200_000_000;
  private static final long LEAST_PATIENCE_WITH_CLOSING_NANOS = 1_000_000_000;

  private final Plan plan;
  private final JobClass job;
  private final JobDescription description;
  private final JobValues values;
  private final LimitedSteps steps;
  private final Contexts contexts;
  private final LoadObserver observer;
  private final IntConsumer place;
  private final Time time;
  private final Monitors.Grant grant = Monitors.Grant.ofThisProcess();
  private volatile boolean stopping;
  private volatile Optional<OpenShare> share = Optional.empty();
  private volatile Optional<WatchSealer> watching = Optional.empty();
  private Facts facts = Facts.NONE;
  private List<LoadStatement> rehearsed = List.of();

  /// What exists while a share's threads are open.
  private record OpenShare(
      JobShare job, LoadThreads threads, Recorder recorder, Monitors monitors, Pause sealerPause) {
    public void stop() {
      threads.stop();
      sealerPause.wake();
    }
  }

  private LoadEngine(
      Plan plan,
      JobClass job,
      JobDescription description,
      JobValues values,
      IntConsumer place,
      LimitedSteps steps,
      LoadObserver observer,
      Time time) {
    this.plan = plan;
    this.job = job;
    this.description = description;
    this.values = values;
    this.place = place;
    this.time = time;
    this.steps = steps;
    this.observer = observer;
    this.contexts = new Contexts(plan, values, steps.reports(), () -> stopping, observer);
  }

  /// Loads the pack's code and reads the parameters. The calling thread sees the pack's classes
  /// from then on.
  ///
  /// @param progress takes the progress of steps before and after the load
  /// @throws RefusedShare if the pack or a parameter is wrong, or this system does not bind threads
  public static LoadEngine load(
      Plan plan,
      WorkerArguments paths,
      Consumer<StepProgress> progress,
      LoadObserver observer,
      Time time)
      throws RefusedShare {
    try {
      PackLoader pack =
          PackLoader.open(paths.pack(), plan.spec().pack(), PackLoader.jarsIn(paths.drivers()));
      Thread.currentThread().setContextClassLoader(pack.classLoader());
      JobClass job = pack.jobClass(plan.spec().jobClass());
      JobDescription described = BrokenJobClass.ask(job, "describe", job::describe);
      JobValues values = JobValues.read(described.parameters(), plan.spec());
      JobDescription description =
          BrokenJobClass.ask(
              job, "figures", () -> described.withFigures(job.figures(values.whole())));
      IntConsumer place = places(plan.spec().threadKind());
      LimitedSteps steps = new LimitedSteps(plan.spec().settings(), progress, time);
      return new LoadEngine(plan, job, description, values, place, steps, observer, time);
    } catch (PackException | IOException | BrokenJobClass e) {
      String where = "pack " + plan.spec().pack().substring(0, 12);
      throw new RefusedShare(
          PackException.problem(
              where,
              TargetProblems.describe(e),
              "install a pack that is whole and has this job class"));
    }
  }

  /// Where load threads may run: on any processor, or bound to one each. A load thread gives its
  /// number within the job before it does anything else, so that agents that share a host take
  /// turns.
  private static IntConsumer places(ThreadKind kind) throws RefusedShare {
    return switch (kind) {
      case PLATFORM, VIRTUAL -> _ -> {};
      case PINNED ->
          Processors.ofThisProcess()
              .<IntConsumer>map(processors -> processors::bind)
              .orElseThrow(() ->
                  new RefusedShare(
                      Problem.wrong(
                          "thread kind",
                          "only Linux binds a thread to a processor",
                          "give platform or virtual, or agents on Linux")));
    };
  }

  private <T> T step(ShareStep step, String method, Callable<T> call) throws Exception {
    return steps.run(step, 0, () -> BrokenJobClass.call(job, method, call));
  }

  /// Has the job class check the values against each other.
  public void check() throws RefusedShare, BrokenJobClass {
    refuseIfAny(BrokenJobClass.ask(job, "check", () -> values.check(job)));
    if (!plan.slice().watches()) {
      // An agent that only watches still tells of its host, and among the failures of a monitor.
      refuseIfAny(Monitors.problems(further(), plan.spec(), grant.commands()));
    }
    refuseIfAny(ResetCommand.problems(plan.spec(), grant.commands()));
    if (observer.transaction().isPresent()) {
      String wanted = observer.transaction().get();
      List<String> known =
          BrokenJobClass.ask(job, "transactions", () -> job.transactions(values.whole()));
      refuseIfAny(known.contains(wanted) ? List.of() : List.of(unknown(wanted, known)));
    }
  }

  private static Problem unknown(String transaction, List<String> known) {
    return Problem.wrong(
        "transaction " + Suggestions.quote(transaction),
        known.isEmpty()
            ? "the transactions of this job class have no names"
            : "this job class has no transaction of that name",
        known.isEmpty() ? "leave the name out" : Suggestions.mend(transaction, known));
  }

  /// Has the job class try the target.
  public void trial() throws Exception {
    try {
      refuseIfAny(step(ShareStep.TRIAL, "trial", () -> job.trial(contexts.job())));
    } catch (Exception e) {
      throw refusalWhereTargets("the target", e);
    }
  }

  /// Has the job class try the target, in the way of the first agent or of another one, and gives
  /// all findings.
  public List<Finding> test() throws Exception {
    List<Finding> found = Collections.synchronizedList(new ArrayList<>());
    JobContext context = contexts.test(found::add);
    try {
      List<Problem> problems =
          plan.slice().first()
              ? step(ShareStep.TRIAL, "trial", () -> job.trial(context))
              : step(ShareStep.TRIAL, "reach", () -> job.reach(context));
      problems.forEach(problem -> found.add(Finding.of(problem)));
      if (problems.isEmpty() && plan.slice().first() && rehearses()) {
        rehearseAsIs(found);
      }
    } catch (Exception e) {
      throw refusalWhereTargets("the target", e);
    }
    return List.copyOf(found);
  }

  private static void refuseIfAny(List<Problem> problems) throws RefusedShare {
    if (!problems.isEmpty()) {
      throw new RefusedShare(problems);
    }
  }

  private static Exception refusalWhereTargets(String where, Exception failure) {
    return TargetProblems.isTargets(failure)
        ? new RefusedShare(TargetProblems.of(where, failure))
        : failure;
  }

  private boolean rehearses() {
    return JobDocument.REHEARSAL.in(plan.spec()) && !observer.once() && !loadsOnly();
  }

  /// Whether the job ends when its tables are loaded and checked.
  private boolean loadsOnly() {
    return JobDocument.LOAD_ONLY.in(plan.spec());
  }

  /// Rehearses if that needs no preparation.
  private void rehearseAsIs(List<Finding> found) throws Exception {
    JobContext context = contexts.test(found::add);
    Optional<Facts> known = step(ShareStep.REHEARSE, "prepared", () -> job.prepared(context));
    if (known.isPresent()) {
      ThreadContext thread = contexts.rehearsal(known.get(), found::add);
      step(ShareStep.REHEARSE, "rehearse", () -> job.rehearse(thread))
          .problems()
          .forEach(one ->
              found.add(Finding.fail("rehearsal", one.where() + ": " + one.what(), one.mend())));
    }
  }

  /// Has the job class do each kind of its work once and take it back, unless the user has switched
  /// that off.
  ///
  /// @param prepared the facts that the preparation gave
  /// @return these facts, with what the rehearsal has changed
  /// @throws RefusedShare if something fails that would also fail in the load
  public Facts rehearse(Facts prepared) throws Exception {
    if (stopping || !rehearses()) {
      return prepared;
    }
    ThreadContext context = contexts.rehearsal(prepared, _ -> {});
    try {
      Rehearsal rehearsal = step(ShareStep.REHEARSE, "rehearse", () -> job.rehearse(context));
      refuseIfAny(rehearsal.problems());
      rehearsed = rehearsal.statements();
      return rehearsal.facts();
    } catch (Exception e) {
      throw refusalWhereTargets("the rehearsal", e);
    }
  }

  /// Has the data dropped or brought back before anything looks at them, if the user asked for it.
  public void reset() throws Exception {
    Optional<Reset> asked = JobDocument.RESET.given(plan.spec()).filter(_ -> !stopping);
    if (asked.isPresent()) {
      try {
        step(ShareStep.PREPARE, "cleanUp", () -> reset(asked.get()));
      } catch (Exception e) {
        throw refusalWhereTargets("the reset", e);
      }
    }
  }

  private boolean reset(Reset how) throws Exception {
    switch (how) {
      case Reset.Reload _ -> job.cleanUp(contexts.dropping());
      case Reset.Command command -> ResetCommand.run(command, () -> stopping, steps.reports());
    }
    return true;
  }

  /// Has the job class write its data as files.
  ///
  /// @param form `csv` or `sql`
  /// @throws RefusedShare if it has none
  public void export(Path folder, String form) throws Exception {
    steps.reports().begin(ShareStep.PREPARE, 0);
    boolean written =
        BrokenJobClass.call(job, "export", () -> job.export(contexts.job(), folder, form));
    refuseIfAny(
        written
            ? List.of()
            : List.of(
                Problem.wrong(
                    "--to " + form,
                    "this job class loads no rows that files could hold",
                    "load it into a database, without --to")));
  }

  /// Makes the target ready.
  ///
  /// @param loading is called when other agents may help, with the facts that they need
  public Facts prepare(Consumer<Facts> loading) throws Exception {
    Facts made = prepared("prepare", () -> job.prepare(contexts.prepare(loading)));
    Facts more =
        JobDocument.RESET
            .given(plan.spec())
            .map(reset -> made.with(Facts.DATA_RESET, reset.text()))
            .orElse(made);
    return loadsOnly() ? more.with(Facts.DATA_ONLY, "yes") : more;
  }

  /// Runs a step of the preparation. Its failures are the job class's, except those of a statement
  /// that the user wrote.
  private <T> T prepared(String method, Callable<T> call) throws Exception {
    try {
      return step(ShareStep.PREPARE, method, call);
    } catch (Exception e) {
      throw TargetProblems.isUsers(e) ? refusalWhereTargets("the preparation", e) : e;
    }
  }

  /// Helps the agent that prepares.
  public void load(Facts known) throws Exception {
    prepared(
        "load",
        () -> {
          job.load(contexts.share(known));
          return true;
        });
  }

  /// Opens what the threads share, and every thread. The threads then wait for the common start.
  ///
  /// @param counterFile the file for the threads' counters
  /// @throws Exception if one cannot be opened; none is left open
  public void open(Facts prepared, Path counterFile) throws Exception {
    facts = prepared;
    if (plan.slice().watches()) {
      return;
    }
    int threads = plan.slice().threads();
    steps.run(
        ShareStep.OPEN,
        threads,
        () -> {
          openAll(counterFile, done -> steps.reports().report("", done, threads));
          return true;
        });
    // Garbage of loading and opening must not be collected during the measurement.
    System.gc();
  }

  private void openAll(Path counterFile, LongConsumer opened) throws Exception {
    Recorder recorder = recorder(counterFile);
    JobShare shared = openShare();
    Monitors monitors = openMonitors();
    Pause sealerPause = new Pause(time);
    LoadThreads crew =
        new LoadThreads(
            plan,
            (phase, set) -> values.in(job, phase, set),
            recorder,
            (thread, random) -> {
              place.accept(plan.slice().firstThread() + thread);
              return observer.watched(
                  description,
                  BrokenJobClass.call(
                      job,
                      "openThread",
                      () -> shared.openThread(contexts.thread(facts, thread, random))));
            },
            observer.once(),
            time,
            () -> allEnded(sealerPause));
    Optional<Throwable> failure =
        crew.open(opened).or(() -> observer.once() ? unreadGauge(shared) : Optional.empty());
    share = Optional.of(new OpenShare(shared, crew, recorder, monitors, sealerPause));
    if (failure.isPresent()) {
      abandon();
      throw notOpened(failure.get());
    }
    if (stopping) {
      crew.stop();
    }
  }

  /// Why a gauge cannot be read: a run of one iteration has no rehearsal that would have found out.
  private Optional<Throwable> unreadGauge(JobShare shared) {
    for (int i = 0; i < description.figures().size(); i++) {
      try {
        if (description.figures().get(i).kind().gauge()) {
          shared.gauge(i);
        }
      } catch (Throwable e) {
        return Optional.of(e);
      }
    }
    return Optional.empty();
  }

  /// A run of one iteration does not wait for a planned end.
  private void allEnded(Pause sealerPause) {
    if (observer.once()) {
      stop();
    }
    sealerPause.wake();
  }

  private Recorder recorder(Path counterFile) throws IOException {
    return new Recorder(
        plan.spec().axis(),
        plan.spec().open(),
        CounterFile.create(
            counterFile,
            plan.slice().threads(),
            Recorder.stripes(Runtime.getRuntime().availableProcessors()),
            plan.operations().size(),
            description.figures()),
        time);
  }

  private JobShare openShare() throws Exception {
    if (loadsOnly()) {
      return _ -> _ -> {};
    }
    try {
      return BrokenJobClass.call(job, "open", () -> job.open(contexts.share(facts)));
    } catch (Exception e) {
      throw refusalWhereTargets("the target", e);
    }
  }

  private Exception notOpened(Throwable failure) {
    String where = "opening " + Counted.of(plan.slice().threads(), "thread");
    return failure instanceof Exception exception
        ? refusalWhereTargets(where, exception)
        : new IllegalStateException(where + ": " + TargetProblems.describe(failure), failure);
  }

  /// Lets the threads work from the common start to the end, and closes everything.
  ///
  /// @param startEpochNanos the common start on this host's wall clock
  /// @param records takes each interval's record
  /// @param begun takes when the first iteration began, on the same clock
  /// @return the sequence number of the last record
  public long run(long startEpochNanos, Consumer<IntervalRecord> records, LongConsumer begun)
      throws Exception {
    if (plan.slice().watches()) {
      return watch(startEpochNanos, records, begun);
    }
    OpenShare open = share.orElseThrow(() -> new IllegalStateException("no thread is open"));
    long originNanos = time.nanos() + (startEpochNanos - time.epochNanos());
    List<FigureSource> sources =
        List.of(
            new FigureSource.Connections(open.recorder().connections(), time),
            HostFigures.start(plan.agent(), time),
            new FigureSource.Jvm(),
            open.monitors().start(plan.spec().axis(), originNanos));
    try (GeneratorWatch watch =
            GeneratorWatch.start(open.threads().watch(), open.recorder(), time);
        FigureBook figures = new FigureBook(open.job(), open.recorder().figures(), sources, time)) {
      IntervalSealer sealer =
          new IntervalSealer(
              plan,
              open.recorder(),
              open.threads(),
              open.sealerPause(),
              watch,
              figures,
              records,
              time);
      FutureTask<Long> sealing = new FutureTask<>(sealer::run);
      open.threads().start(originNanos);
      Thread.ofPlatform().daemon().name("sealer").start(sealing);
      reportFirstStart(open, originNanos, begun);
      return sealed(sealing);
    } finally {
      close(open, open.threads().endNanos() + plan.spec().grace().toNanos());
      // A run that was stopped is verified as any other.
      stopping = false;
    }
  }

  /// Makes no load, and only reads.
  private long watch(long startEpochNanos, Consumer<IntervalRecord> records, LongConsumer begun)
      throws Exception {
    try (Monitors monitors = openMonitors()) {
      WatchSealer sealer = new WatchSealer(plan, monitors, records, time);
      watching = Optional.of(sealer);
      if (stopping) {
        sealer.stop();
      }
      return sealer.run(startEpochNanos, begun);
    }
  }

  /// Everything that this agent reads beside the load.
  private Monitors openMonitors() throws Exception {
    List<Monitors.Wanted> all = new ArrayList<>();
    if (plan.slice().first() && !observer.once() && !loadsOnly()) {
      BrokenJobClass.call(job, "monitor", () -> job.monitor(contexts.monitor(facts, rehearsed)))
          .map(own ->
              new Monitors.Wanted("monitor", own, e -> FigureBook.failure(e, own.getClass())))
          .ifPresent(all::add);
    }
    for (MonitorSource source : further()) {
      all.add(
          Monitors.wanted(
              source,
              plan.spec(),
              grant,
              time,
              extra ->
                  BrokenJobClass.call(
                      job, "monitor", () -> job.monitor(contexts.share(facts), extra))));
    }
    return Monitors.open(all, time);
  }

  /// The monitors that the user asks for, and this agent reads.
  private List<MonitorSource> further() {
    return observer.once()
        ? List.of()
        : Monitors.readBy(plan.agent(), plan.slice().first(), plan.spec());
  }

  private void reportFirstStart(OpenShare open, long originNanos, LongConsumer begun)
      throws InterruptedException {
    OptionalLong first = open.recorder().firstBegunNanos();
    while (first.isEmpty()
        && open.threads().working() > 0
        && time.nanos() - originNanos < MOST_WAIT_FOR_FIRST_START_NANOS) {
      time.sleepUntil(time.nanos() + LOOK_FOR_FIRST_START_NANOS);
      first = open.recorder().firstBegunNanos();
    }
    begun.accept(time.epochNanos() + (first.orElse(originNanos) - time.nanos()));
  }

  private long sealed(FutureTask<Long> sealing) throws Exception {
    try {
      return sealing.get();
    } catch (ExecutionException e) {
      stop();
      throw new IllegalStateException("sealing the intervals failed: " + e.getCause(), e);
    }
  }

  /// A load thread that has not ended.
  ///
  /// @param operation in which it is; empty if it is in none
  /// @param age for how long it has been in that operation, or in its iteration; 0 if it is between
  ///   two iterations
  public record Unended(Thread thread, String operation, Duration age) {}

  /// The load threads that have not ended although the load ended some time ago, by plan or by a
  /// stop. Empty if there is no load. May be called by any thread.
  public List<Unended> unended(Duration patience) {
    return share
        .map(OpenShare::threads)
        .filter(threads -> threads.working() > 0 && threads.begun())
        .filter(threads -> time.nanos() - threads.endNanos() >= patience.toNanos())
        .map(LoadThreads::unended)
        .orElse(List.of());
  }

  /// Closes what was opened, without any work.
  public void abandon() throws InterruptedException {
    if (share.isPresent()) {
      share.get().threads().abandon();
      close(share.get(), time.nanos() + plan.spec().grace().toNanos());
    }
  }

  /// Closes the threads' parts and then what they share, and waits no longer than the grace time:
  /// the agent kills a worker that takes longer, and its complete result would be lost.
  private void close(OpenShare open, long graceEndNanos) throws InterruptedException {
    share = Optional.empty();
    open.monitors().close();
    long patience = Math.max(LEAST_PATIENCE_WITH_CLOSING_NANOS, graceEndNanos - time.nanos());
    Thread closer = Thread.ofPlatform().daemon().name("closer").start(() -> closeAll(open));
    if (!closer.join(Duration.ofNanos(patience))) {
      System.err.println("the job class did not close its share within the grace time");
    }
  }

  private void closeAll(OpenShare open) {
    try {
      open.threads().awaitClosed();
      open.job().close();
    } catch (Throwable e) {
      // The work is done and counted; the agent passes this line on.
      System.err.println(BrokenJobClass.of(job, "close", e).getMessage());
    }
  }

  /// Changes the load at the moments that the changes name. Does nothing before the threads are
  /// open. May be called by any thread.
  ///
  /// @param changes all changes so far, in order
  public void change(List<LoadChange> changes) {
    share.ifPresent(open -> open.threads().change(changes));
  }

  /// Lets each thread finish its iteration, and tells long steps of the job class to stop.
  public void stop() {
    stopping = true;
    share.ifPresent(OpenShare::stop);
    watching.ifPresent(WatchSealer::stop);
  }

  /// Has the job class check the target after the run.
  public Verification verify(ShareGoal.Verify goal) {
    try {
      VerifyContext context = contexts.verify(facts, goal);
      return step(ShareStep.VERIFY, "verify", () -> job.verify(context));
    } catch (Exception e) {
      return Verification.impossible(TargetProblems.describe(e));
    }
  }

  /// Has the job class remove what it made, if the user asked for it.
  ///
  /// @return the verification, with a note if that failed
  public Verification cleanUp(Verification verification) {
    try {
      step(
          ShareStep.CLEAN_UP,
          "cleanUp",
          () -> {
            job.cleanUp(contexts.job());
            return true;
          });
      return verification;
    } catch (Exception e) {
      List<Check> checks = new ArrayList<>(verification.checks());
      checks.add(new Check("clean-up could not be done", false, true, TargetProblems.describe(e)));
      return new Verification(verification.verdict(), checks);
    }
  }
}
