package dev.broadside.client.process;

import dev.broadside.client.engine.LoadEngine;
import dev.broadside.client.engine.LoadEngine.Unended;
import dev.broadside.client.engine.LoadObserver;
import dev.broadside.client.engine.RefusedShare;
import dev.broadside.client.engine.StepOverdue;
import dev.broadside.client.engine.TargetProblems;
import dev.broadside.client.engine.WorkerArguments;
import dev.broadside.core.address.Resolver;
import dev.broadside.core.input.TargetGuard;
import dev.broadside.core.job.Plan;
import dev.broadside.core.load.Bounds;
import dev.broadside.core.load.Counted;
import dev.broadside.core.load.LoadChange;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.run.LastWords;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.time.SlewedTime;
import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Codec;
import dev.broadside.core.wire.Link;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.wire.ShareStatus;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.Finding;
import dev.broadside.core.work.Verification;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Passes an agent's orders for one share to the engine, and the engine's answers back.
///
/// Orders are carried out one after the other by the thread that calls [#run()]; only stops and
/// changes of the load are passed on at once. An answer names the newest generation received so
/// far.
final class ShareWorker implements Link.Listener {
  /// Why a worker ends.
  enum End {
    RELEASED,
    AGENT_GONE,
    WRONG_FIRST_WORDS
  }

  /// A worker does not look at its agent's disk.
  private static final long FREE_BYTES_UNKNOWN = -1;

  private static final Duration LOOK_FOR_HANGS = Duration.ofMillis(250);

  private final WorkerArguments paths;
  private final SlewedTime time;
  private final Link link;
  private final RecordOutlet records;
  private final LoadObserver observer;

  /// What the agent wants; empty when it is gone.
  private final BlockingQueue<Optional<Message>> orders = new LinkedBlockingQueue<>();

  private volatile long generation = Long.MIN_VALUE;
  private volatile Optional<LoadEngine> engine = Optional.empty();
  private volatile Optional<Plan> plan = Optional.empty();
  private volatile boolean stopping;
  private volatile List<LoadChange> changes = List.of();
  private boolean loadOrdered;
  private long lastSeq = -1;

  ShareWorker(WorkerArguments paths, LoadObserver observer, Time time, Link link) {
    this.paths = paths;
    this.observer = observer;
    this.time = new SlewedTime(time);
    this.link = link;
    this.records = new RecordOutlet(link);
  }

  @Override
  public void received(Message message) {
    if (message instanceof Message.Slew(long nanos)) {
      time.slewBy(nanos);
    }
    if (message instanceof Message.TestOrder) {
      orders.add(Optional.of(message));
    }
    if (message instanceof Message.ShareOrder(String _, long newer, ShareGoal goal)
        && newer > generation) {
      generation = newer;
      if (goal instanceof ShareGoal.Stop || goal instanceof ShareGoal.Release) {
        stop();
      }
      if (goal instanceof ShareGoal.Run(long _, List<LoadChange> made) && loadOrdered) {
        changes = made;
        engine.ifPresent(loaded -> loaded.change(made));
      } else {
        loadOrdered |= goal instanceof ShareGoal.Run || goal instanceof ShareGoal.Resume;
        orders.add(Optional.of(message));
      }
    }
  }

  @Override
  public void closed(String reason) {
    records.agentGone();
    stop();
    orders.add(Optional.empty());
  }

  private void stop() {
    stopping = true;
    engine.ifPresent(LoadEngine::stop);
  }

  /// How long the agent lets threads finish; known once there is a plan.
  Duration grace() {
    return plan.map(known -> known.spec().grace()).orElse(Duration.ZERO);
  }

  /// Carries out orders until there are no more.
  End run() throws InterruptedException {
    while (true) {
      Optional<Message> next = orders.take();
      if (next.isEmpty()) {
        return End.AGENT_GONE;
      }
      if (next.get() instanceof Message.TestOrder(Plan tested)) {
        link.send(
            new Message.TestReport(tested.runId(), test(tested, paths, time), FREE_BYTES_UNKNOWN));
      }
      if (next.get() instanceof Message.ShareOrder(String _, long _, ShareGoal goal)) {
        if (goal instanceof ShareGoal.Release) {
          report(new ShareStatus.Released());
          return End.RELEASED;
        }
        boolean begins = goal instanceof ShareGoal.Prepare || goal instanceof ShareGoal.Resume;
        if (plan.isEmpty() && !begins) {
          return End.WRONG_FIRST_WORDS;
        }
        carryOut(goal);
      }
    }
  }

  private void carryOut(ShareGoal goal) throws InterruptedException {
    try {
      report(answer(goal));
    } catch (RefusedShare e) {
      report(new ShareStatus.Rejected(e.problems()));
    } catch (StepOverdue e) {
      e.printStackTrace();
      report(new ShareStatus.Broken("" + e.getMessage(), "", lastSeq));
    } catch (InterruptedException e) {
      throw e;
    } catch (Throwable e) {
      e.printStackTrace();
      report(new ShareStatus.Broken(TargetProblems.describe(e), "", lastSeq));
    }
  }

  private ShareStatus answer(ShareGoal goal) throws Exception {
    return switch (goal) {
      case ShareGoal.Prepare(Plan given) -> begin(given);
      case ShareGoal.Load(var facts) -> {
        engine().load(facts);
        yield new ShareStatus.Prepared(facts);
      }
      case ShareGoal.Open(var facts) -> open(facts);
      case ShareGoal.Run(long startEpochNanos, List<LoadChange> made) -> {
        engine().change(made);
        yield run(startEpochNanos);
      }
      case ShareGoal.Resume(Plan given, Facts facts, long startEpochNanos) -> {
        report(load(given));
        open(facts);
        yield run(startEpochNanos);
      }
      case ShareGoal.Stop _ -> {
        if (engine.isPresent()) {
          engine.get().abandon();
        }
        yield new ShareStatus.Finished(lastSeq);
      }
      case ShareGoal.Verify verify -> {
        Verification verification = engine().cleanUp(engine().verify(verify));
        yield new ShareStatus.Verified(verification);
      }
      case ShareGoal.Release() -> new ShareStatus.Released();
    };
  }

  private ShareStatus run(long startEpochNanos) throws Exception {
    // Changes that came while the threads were being opened.
    engine().change(changes);
    Thread watch = Thread.ofPlatform().daemon().name("hang-watch").start(this::watchForHangs);
    try {
      lastSeq =
          engine().run(startEpochNanos, records, first -> report(new ShareStatus.Running(first)));
      return new ShareStatus.Finished(lastSeq);
    } finally {
      watch.interrupt();
    }
  }

  /// Waits until the load should have ended, and reports threads that have not, while the agent
  /// still waits: it kills this process when the grace has passed.
  private void watchForHangs() {
    Plan known = plan.orElseThrow();
    Duration patience = known.spec().grace().multipliedBy(3).dividedBy(4);
    try {
      List<LoadEngine.Unended> threads = List.of();
      while (threads.isEmpty()) {
        Thread.sleep(LOOK_FOR_HANGS);
        threads = engine().unended(patience);
      }
      HangReport.of(threads, known.slice().threads()).lines().forEach(System.err::println);
    } catch (InterruptedException _) {
      // The load has ended.
    }
  }

  private ShareStatus load(Plan given) throws Exception {
    plan = Optional.of(given);
    LoadEngine loaded =
        LoadEngine.load(
            given, paths, at -> link.send(Message.Progress.of(given.runId(), at)), observer, time);
    engine = Optional.of(loaded);
    if (stopping) {
      loaded.stop();
    }
    loaded.check();
    return new ShareStatus.Forked(WorkerEnvironment.describe(given));
  }

  private ShareStatus begin(Plan given) throws Exception {
    ShareStatus forked = load(given);
    if (!given.slice().first() || stopping) {
      return forked;
    }
    report(forked);
    return prepare();
  }

  /// Prepares the target and then opens the threads, as the first share does without another order.
  private ShareStatus prepare() throws Exception {
    report(new ShareStatus.Preparing());
    engine().reset();
    engine().trial();
    Facts facts = engine().prepare(known -> report(new ShareStatus.Loading(known)));
    Facts rehearsed = engine().rehearse(facts);
    ShareStatus prepared = new ShareStatus.Prepared(rehearsed);
    if (stopping) {
      return prepared;
    }
    report(prepared);
    return open(rehearsed);
  }

  private ShareStatus open(Facts facts) throws Exception {
    report(new ShareStatus.Opening());
    engine().open(facts, paths.counters());
    return new ShareStatus.Ready(0, 0);
  }

  /// Tests a job, and reports the findings; never fails itself.
  private static List<Finding> test(Plan plan, WorkerArguments paths, Time time) {
    return findings(plan, paths, time).stream()
        .limit(Message.TestReport.MOST)
        .map(one ->
            new Finding(
                harmless(one.check()), one.level(), harmless(one.figures()), harmless(one.mend())))
        .toList();
  }

  private static List<Finding> findings(Plan plan, WorkerArguments paths, Time time) {
    // The JDBC driver connects to the addresses that were checked here: this JVM keeps them for
    // half a
    // minute.
    Optional<Problem> keptAway = TargetGuard.keptAway(plan.spec(), Resolver.ofThisHost());
    if (keptAway.isPresent()) {
      return List.of(Finding.of(keptAway.get()));
    }
    try {
      LoadEngine engine = LoadEngine.load(plan, paths, _ -> {}, LoadObserver.NONE, time);
      engine.check();
      List<Finding> found = engine.test();
      return found.isEmpty() ? List.of(Finding.ok("trial", "nothing against it")) : found;
    } catch (RefusedShare e) {
      return e.problems().stream().map(Finding::of).toList();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return List.of();
    } catch (Throwable e) {
      return List.of(
          Finding.fail("job class", TargetProblems.describe(e), "mend it, and install it anew"));
    }
  }

  private static String harmless(String text) {
    return PlainText.line(text, Bounds.MAX_TEXT);
  }

  private LoadEngine engine() {
    return engine.orElseThrow(() -> new IllegalStateException("the share was refused"));
  }

  private void report(ShareStatus status) {
    plan.ifPresent(known -> link.send(new Message.ShareReport(known.runId(), generation, status)));
  }

  /// Seals records and hands them to the agent. If the agent does not read, it waits: intervals are
  /// sealed late then and lose resolution in time, but load threads go on, memory stays bounded,
  /// and no count is lost. The last one has left the worker before this returns: job code that
  /// closes and verifies may end the whole process. Once the agent is gone, nothing more is sealed:
  /// the counts and latencies stay in the counter file for the next agent.
  ///
  /// For one thread, except [#agentGone()].
  static final class RecordOutlet implements Consumer<IntervalRecord> {
    private static final long MOST_PENDING_BYTES = 16L << 20;
    private static final long STEP_NANOS = 5_000_000;

    private final Codec codec = new Codec();
    private final Link link;
    private volatile boolean gone;

    RecordOutlet(Link link) {
      this.link = link;
    }

    void agentGone() {
      gone = true;
    }

    @Override
    public void accept(IntervalRecord record) {
      if (gone) {
        throw new IllegalStateException("the agent that takes the records is gone");
      }
      link.send(new Message.Records(List.of(codec.seal(RecordSize.fitting(record)))));
      long most = record.last() ? 0 : MOST_PENDING_BYTES;
      while (link.pendingBytes() > most && !gone) {
        LockSupport.parkNanos(STEP_NANOS);
      }
    }
  }

  /// Reports load threads that do not end, before the worker is killed for it: each stack once,
  /// however many threads have it, and at the end one sentence for the reason, by [LastWords].
  ///
  /// @param lines bounded in number and length
  private record HangReport(List<String> lines) {
    private static final int MOST_STACKS = 3;
    private static final int MOST_FRAMES = 12;
    private static final int MOST_NAMES = 8;

    /// Threads that are at the same place.
    private record Place(String operation, List<StackTraceElement> stack) {}

    /// @param all how many load threads the worker has
    static HangReport of(List<Unended> threads, int all) {
      Map<Place, List<Unended>> places = new LinkedHashMap<>();
      for (Unended one : threads) {
        List<StackTraceElement> stack = Arrays.asList(one.thread().getStackTrace());
        places.computeIfAbsent(new Place(one.operation(), stack), _ -> new ArrayList<>()).add(one);
      }
      List<String> lines = new ArrayList<>();
      places.entrySet().stream()
          .sorted(Comparator.comparingInt(one -> -one.getValue().size()))
          .limit(MOST_STACKS)
          .forEach(one -> lines.addAll(stack(one.getKey(), one.getValue())));
      if (places.size() > MOST_STACKS) {
        lines.add("(" + (places.size() - MOST_STACKS) + " other places left out)");
      }
      lines.add(LastWords.HANGS.line(sentence(threads, all)));
      return new HangReport(List.copyOf(lines));
    }

    private static List<String> stack(Place place, List<Unended> threads) {
      List<String> lines = new ArrayList<>();
      String names =
          threads.stream()
              .limit(MOST_NAMES)
              .map(one -> one.thread().getName())
              .collect(Collectors.joining(", "));
      String more = threads.size() > MOST_NAMES ? " and " + (threads.size() - MOST_NAMES) : "";
      lines.add(
          names + more + ": " + doing(place.operation(), least(threads), threads.size() == 1));
      place.stack().stream().limit(MOST_FRAMES).map(frame -> "    at " + frame).forEach(lines::add);
      return lines;
    }

    private static String sentence(List<Unended> threads, int all) {
      List<Unended> most =
          threads.stream().collect(Collectors.groupingBy(Unended::operation)).values().stream()
              .max(Comparator.comparingInt(List::size))
              .orElseThrow();
      String operation = most.getFirst().operation();
      String count = most.size() + " of " + Counted.of(all, "load thread");
      return count
          + (most.size() == 1 ? " has been " : " have been ")
          + doing(operation, least(most), most.size() == 1)
          + (operation.isEmpty() ? place(most).map(frame -> ", at " + frame).orElse("") : "");
    }

    private static String doing(String operation, Duration age, boolean one) {
      String where =
          operation.isEmpty()
              ? one ? "in its iteration" : "in their iteration"
              : "in `" + operation + "`";
      return age.isZero() ? "between two iterations" : where + " for " + age.toSeconds() + " s";
    }

    /// How long all of them have been there at least.
    private static Duration least(List<Unended> threads) {
      return threads.stream().map(Unended::age).min(Comparator.naturalOrder()).orElseThrow();
    }

    /// The innermost frame that is not the JDK's.
    private static Optional<StackTraceElement> place(List<Unended> threads) {
      return Arrays.stream(threads.getFirst().thread().getStackTrace())
          .filter(frame -> frame.getModuleName() == null)
          .findFirst();
    }
  }
}
