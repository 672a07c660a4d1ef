package dev.broadside.core.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.job.AgentDemand;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.Plan;
import dev.broadside.core.job.ShareSlice;
import dev.broadside.core.job.ShareStep;
import dev.broadside.core.job.StepProgress;
import dev.broadside.core.pace.Portion;
import dev.broadside.core.time.ManualTime;
import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Message.ShareOrder;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.wire.ShareStatus;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.Totals;
import dev.broadside.core.work.Verification;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/// A share between a controller and a worker that are played, in manual time. What controller and
/// share tell each other is lost, repeated and overtaken by chance; the worker hangs, breaks and
/// dies by chance; and so do whoever drives the share, and the one who wants the job.
///
/// It says what went wrong while it goes on: what must never happen is checked where it would.
final class SimulatedShare {
  private static final Duration REPEAT = Duration.ofSeconds(5);
  private static final int LONGEST_LINE = 160;
  private static final Duration LOAD = Duration.ofSeconds(30);

  /// What is known of the target while it is loaded, and when it is prepared.
  private static final Facts PARTIAL = Facts.NONE.with("rows", "some");

  private static final Facts PREPARED = PARTIAL.with("database.dialect", "h2");

  private final ManualTime time = new ManualTime(Instant.parse("2026-03-01T12:00:00Z"));
  private final SplittableRandom random;
  private final Plan plan;
  private final ShareMachine machine;
  private final Duration latestReturn = Duration.ofSeconds(10);
  private final List<String> story = new ArrayList<>();
  private final List<ShareGoal> orders = new ArrayList<>();
  private final Set<ShareStatus> told = new HashSet<>();
  private Time.Timer wake = () -> {};
  private Optional<ShareStep> trouble = Optional.empty();
  private boolean alive;
  private boolean hangs;
  private boolean loaded;
  private boolean loading;

  /// The worker's own records say that its load came to its end.
  private boolean whole;

  private int lives;
  private long life = -1;
  private long startNanos;
  private long newestDeathNanos;
  private long busyUntilNanos;
  private int closings;
  private int newestRank = -1;
  private boolean forgotten;
  private boolean shutDown;
  private boolean mayLeave;

  // The controller.
  private ShareGoal wanted;
  private long generation = 1;
  private long heard;
  private boolean released;

  SimulatedShare(long seed) {
    random = new SplittableRandom(seed);
    plan = share(random.nextInt(2));
    boolean again = random.nextInt(4) == 0;
    long before = time.epochNanos() - random.nextLong(2 * LOAD.toNanos());
    Plan later = plan.after(new Plan.Former(Plan.Former.STRIDE, 5));
    ShareGoal.Resume resume = new ShareGoal.Resume(later, PREPARED, before);
    wanted = again ? resume : new ShareGoal.Prepare(plan);
    machine =
        again
            ? new ShareMachine(resume, generation, ShareMachine.Moment.of(time))
            : new ShareMachine(plan, generation);
    if (random.nextInt(3) == 0) {
      trouble = Optional.of(ShareStep.values()[random.nextInt(ShareStep.values().length)]);
    }
  }

  /// One of the two shares of a job.
  private static Plan share(int index) {
    JobSpec spec =
        SpecBuilder.of("noop")
            .agents(AgentDemand.any(2))
            .phases(SpecBuilder.measure(LOAD, SpecBuilder.closed(1)))
            .build();
    ShareSlice slice = ShareSlice.of(new Portion(index, 2), 2);
    return new Plan("run", "agent", 1, spec, List.of("op"), slice);
  }

  /// Lives through all of it.
  void run() {
    input(new ShareInput.Begin());
    if (!plan.slice().first()) {
      preparedElsewhere();
    }
    if (random.nextInt(3) == 0) {
      later(someTime(), () -> want(new ShareGoal.Stop()));
    }
    switch (random.nextInt(8)) {
      case 0 -> later(someTime(), () -> input(new ShareInput.AgentStops()));
      case 1 -> later(someTime(), this::shutDown);
      case 2 -> later(someTime(), () -> input(new ShareInput.LeaseOver("the server was away")));
      default -> {}
    }
    controller();
    time.advance(Duration.ofHours(2));
    assertTrue(forgotten || (shutDown && mayLeave), "it never came to its end");
    assertTrue(!alive, "its worker outlived it");
  }

  /// The first share may be ready while this one has not told yet that its part is loaded.
  private void preparedElsewhere() {
    Duration loading = Duration.ofMillis(random.nextInt(1, 20_000));
    Duration more = Duration.ofMillis(random.nextInt(1, random.nextBoolean() ? 1_000 : 20_000));
    later(loading, () -> want(new ShareGoal.Load(PARTIAL)));
    later(loading.plus(more), () -> want(new ShareGoal.Open(PREPARED)));
  }

  private void shutDown() {
    shutDown = true;
    mayLeave = false;
    input(new ShareInput.ShutDown());
  }

  List<String> story() {
    return story;
  }

  private Duration someTime() {
    return Duration.ofMillis(random.nextInt(1, 90_000));
  }

  private void later(Duration delay, Runnable task) {
    time.runIn(delay, task);
  }

  /// Within a second, so that what comes later may come first.
  private void soon(Runnable task) {
    later(Duration.ofMillis(random.nextInt(1, 1_000)), task);
  }

  // What the share does.

  private void input(ShareInput input) {
    tell(Duration.ofNanos(time.nanos()) + " " + input);
    for (ShareEffect effect : machine.on(input, ShareMachine.Moment.of(time))) {
      tell("    " + effect);
      perform(effect);
    }
    wake.cancel();
    wake = () -> {};
    machine
        .wakeNanos()
        .ifPresent(at -> wake = time.runAt(at, () -> input(new ShareInput.Woken("words", 0))));
  }

  private void tell(String line) {
    story.add(line.substring(0, Math.min(line.length(), LONGEST_LINE)));
  }

  private void perform(ShareEffect effect) {
    switch (effect) {
      case ShareEffect.Report(long atGeneration, ShareStatus status) ->
          report(atGeneration, status);
      case ShareEffect.Tell _, ShareEffect.Log _ -> {}
      case ShareEffect.Fetch _ -> fetch();
      case ShareEffect.Launch(Plan next) -> launch(next);
      case ShareEffect.Order(ShareGoal goal) -> order(goal);
      case ShareEffect.Kill _ -> die(137);
      case ShareEffect.CloseRecords _ -> {
        assertEquals(1, ++closings, "its records are closed once");
        assertTrue(!alive, "the records of a worker that lives are not closed");
        inOrder(new ShareInput.RecordsClosed(loaded ? 7 : -1, 3, whole, ""));
      }
      case ShareEffect.AskDelivered _ -> inOrder(new ShareInput.Delivered());
      case ShareEffect.Discard _ -> inOrder(new ShareInput.Discarded(0));
      case ShareEffect.KeepRecords _, ShareEffect.MayExit _ -> mayLeave = true;
      case ShareEffect.Forget _ -> {
        assertTrue(!forgotten, "it is forgotten once");
        assertTrue(!alive, "a share with a worker is not forgotten");
        forgotten = true;
      }
    }
  }

  /// Nothing overtakes on a disk, nor on a worker's pipe.
  private void inOrder(ShareInput input) {
    later(Duration.ofMillis(1), () -> input(input));
  }

  private void fetch() {
    if (!is(ShareStep.FETCH)) {
      soon(() -> input(new ShareInput.Fetched()));
    } else if (random.nextBoolean()) {
      soon(() -> input(new ShareInput.NotStarted(new ShareStatus.Rejected(List.of()))));
    }
  }

  private boolean is(ShareStep step) {
    return trouble.filter(step::equals).isPresent();
  }

  // The worker.

  private void launch(Plan next) {
    assertTrue(!alive, "a share never has two workers");
    assertTrue(next.former().life() > life, "no two workers have one life");
    assertTrue(life < 0 || next.again(), "it goes on, and does not begin anew");
    assertTrue(next.former().arrivals() >= 3L * lives, "what was begun is not begun again");
    life = next.former().life();
    lives++;
    closings = 0;
    whole = false;
    orders.clear();
    hangs = false;
    if (is(ShareStep.FORK) && random.nextBoolean()) {
      soon(() -> input(new ShareInput.NotStarted(new ShareStatus.Broken("no memory", "", -1))));
    } else {
      // One that takes very long is given up before.
      int most = is(ShareStep.FORK) ? 100_000 : 1_000;
      later(
          Duration.ofMillis(random.nextInt(1, most)),
          () -> {
            alive = true;
            busyUntilNanos = time.nanos();
            input(new ShareInput.Launched(next.withIncarnation(lives)));
          });
    }
  }

  private void order(ShareGoal goal) {
    assertTrue(
        orders.stream().allMatch(before -> rank(before) < rank(goal)),
        () -> goal + " is ordered after " + orders);
    boolean begins = goal instanceof ShareGoal.Prepare || goal instanceof ShareGoal.Resume;
    assertEquals(orders.isEmpty(), begins, "the plan comes first");
    orders.add(goal);
    int worker = lives;
    // One after the other.
    busyUntilNanos = Math.max(busyUntilNanos, time.nanos()) + random.nextLong(1_000_000_000);
    time.runAt(
        busyUntilNanos,
        () -> {
          if (worker == lives) {
            carryOut(goal);
          }
        });
  }

  private static int rank(ShareGoal goal) {
    return switch (goal) {
      case ShareGoal.Prepare _ -> 0;
      case ShareGoal.Load _ -> 1;
      case ShareGoal.Open _ -> 2;
      case ShareGoal.Run _, ShareGoal.Resume _ -> 3;
      case ShareGoal.Stop _ -> 4;
      case ShareGoal.Verify _ -> 5;
      case ShareGoal.Release _ -> 6;
    };
  }

  private void carryOut(ShareGoal goal) {
    if (!alive || hangs) {
      return;
    }
    switch (goal) {
      case ShareGoal.Prepare _ -> {
        says(new ShareStatus.Forked(Map.of()));
        if (plan.slice().first()) {
          step(ShareStep.TRIAL, new ShareStatus.Preparing());
          if (random.nextBoolean() && alive && !hangs) {
            says(new ShareStatus.Loading(PARTIAL));
          }
          step(ShareStep.PREPARE, new ShareStatus.Prepared(PREPARED));
          open();
        }
      }
      case ShareGoal.Load(Facts known) -> step(ShareStep.PREPARE, new ShareStatus.Prepared(known));
      case ShareGoal.Open _ -> open();
      case ShareGoal.Run(long start, var _) -> loadAt(start);
      case ShareGoal.Resume(var _, Facts known, long start) -> {
        assertEquals(PREPARED, known, "the next worker knows what the target was prepared with");
        says(new ShareStatus.Forked(Map.of()));
        says(new ShareStatus.Opening());
        if (is(ShareStep.OPEN)) {
          step(ShareStep.OPEN, new ShareStatus.Ready(0, 0));
        } else {
          loadAt(start);
        }
      }
      case ShareGoal.Stop _ -> says(new ShareStatus.Finished(loaded ? 7 : -1));
      case ShareGoal.Verify _ -> {
        step(ShareStep.VERIFY, new ShareStatus.Verified(Verification.NONE));
      }
      case ShareGoal.Release _ -> exit(0);
    }
  }

  private void open() {
    if (!stopped()) {
      says(new ShareStatus.Opening());
      step(ShareStep.OPEN, new ShareStatus.Ready(0, 0));
    }
  }

  private boolean stopped() {
    return orders.stream().anyMatch(goal -> rank(goal) > rank(new ShareGoal.Run(0)));
  }

  /// What it is in trouble with never comes.
  private void step(ShareStep step, ShareStatus then) {
    if (alive && !hangs) {
      inOrder(new ShareInput.Progressed(StepProgress.begin(step)));
      if (!is(step)) {
        says(then);
      } else if (random.nextBoolean()) {
        hangs = true;
      } else if (random.nextBoolean()) {
        says(new ShareStatus.Broken("it broke", "", -1));
        hangs = true;
      } else {
        die(1);
      }
    }
  }

  private void loadAt(long startEpochNanos) {
    startNanos = time.nanos() + startEpochNanos - time.epochNanos();
    int worker = lives;
    time.runAt(Math.max(time.nanos(), startNanos), () -> load(worker));
  }

  private void load(int worker) {
    if (worker == lives && alive && !hangs && !stopped()) {
      loaded = true;
      loading = true;
      says(new ShareStatus.Running(time.epochNanos()));
      Duration more = is(ShareStep.CLEAN_UP) ? Duration.ofHours(1) : Duration.ZERO;
      long endNanos = Math.max(time.nanos(), startNanos + LOAD.plus(more).toNanos());
      time.runAt(endNanos, () -> loaded(worker));
      if (random.nextInt(3) == 0) {
        later(Duration.ofMillis(random.nextInt(1, 20_000)), () -> dieInTheLoad(worker));
      }
    }
  }

  private void loaded(int worker) {
    if (worker == lives && alive && !hangs && !stopped()) {
      loading = false;
      whole = true;
      if (random.nextInt(8) == 0) {
        die(137);
        return;
      }
      says(new ShareStatus.Finished(7));
      if (random.nextInt(4) == 0) {
        later(Duration.ofMillis(random.nextInt(1, 5_000)), () -> dieBehindTheLoad(worker));
      }
    }
  }

  private void dieBehindTheLoad(int worker) {
    if (worker == lives && !stopped()) {
      die(137);
    }
  }

  /// A death that nobody wanted: the load is to be back soon.
  private void dieInTheLoad(int worker) {
    if (worker == lives && alive && loading && !stopped()) {
      newestDeathNanos = time.nanos();
      die(137);
      later(latestReturn, this::backByNow);
    }
  }

  private void backByNow() {
    boolean hindered = is(ShareStep.FORK) || is(ShareStep.OPEN);
    boolean died = time.nanos() - newestDeathNanos < latestReturn.toNanos();
    boolean ended = time.nanos() - startNanos >= LOAD.toNanos() || newestRank > 7 || shutDown;
    boolean excused = hindered || died || ended || stopped() || mayLeave;
    assertTrue(loading || excused, "its load is not back");
  }

  private void says(ShareStatus status) {
    inOrder(new ShareInput.Reported(status));
  }

  private void die(int status) {
    if (alive) {
      exit(status);
    }
  }

  private void exit(int status) {
    alive = false;
    loading = false;
    inOrder(new ShareInput.Exited(status, false, "last words"));
  }

  // The controller, and what lies between.

  private void report(long atGeneration, ShareStatus status) {
    int rank = rank(status);
    assertTrue(rank >= newestRank || told.contains(status), () -> "it goes back to " + status);
    assertTrue(!forgotten || rank >= newestRank, "it comes back");
    assertTrue(
        !whole || is(ShareStep.VERIFY) || !lostForGood(status),
        () -> "its load was whole, and now it is " + status);
    newestRank = Math.max(rank, newestRank);
    told.add(status);
    for (int copies = random.nextInt(3); copies > 0; copies--) {
      soon(() -> hears(atGeneration, status));
    }
  }

  private static boolean lostForGood(ShareStatus status) {
    return status instanceof ShareStatus.Broken broken && !broken.resumable();
  }

  private static int rank(ShareStatus status) {
    return switch (status) {
      case ShareStatus.Forking _ -> 0;
      case ShareStatus.Forked _ -> 1;
      case ShareStatus.Preparing _ -> 2;
      case ShareStatus.Loading _ -> 3;
      case ShareStatus.Prepared _ -> 4;
      case ShareStatus.Opening _ -> 5;
      case ShareStatus.Ready _ -> 6;
      case ShareStatus.Running _ -> 7;
      case ShareStatus.Finished _ -> 8;
      // Where nobody has it taken up again it may come to its end all the same.
      case ShareStatus.Broken broken when broken.resumable() -> 8;
      case ShareStatus.Verified _, ShareStatus.Rejected _, ShareStatus.Broken _ -> 9;
      case ShareStatus.Released _, ShareStatus.Unclaimed _ -> 10;
    };
  }

  private void controller() {
    if (!released) {
      if (heard < generation || random.nextInt(20) == 0) {
        say();
      }
      if (random.nextInt(10) == 0) {
        input(new ShareInput.Connected());
      }
      later(REPEAT, this::controller);
    }
  }

  private void say() {
    ShareInput order = new ShareInput.Ordered(new ShareOrder("run", generation, wanted));
    for (int copies = random.nextInt(3); copies > 0; copies--) {
      soon(() -> input(order));
    }
  }

  private void want(ShareGoal goal) {
    if (rank(goal) > rank(wanted)) {
      wanted = goal;
      generation++;
      say();
    }
  }

  private void hears(long atGeneration, ShareStatus status) {
    heard = Math.max(heard, atGeneration);
    switch (status) {
      case ShareStatus.Ready _ ->
          want(new ShareGoal.Run(time.epochNanos() + Duration.ofSeconds(2).toNanos()));
      case ShareStatus.Finished(long lastSeq) when lastSeq >= 0 && plan.slice().first() ->
          want(new ShareGoal.Verify(Totals.NONE, List.of(), List.of(), true));
      case ShareStatus.Finished _,
          ShareStatus.Verified _,
          ShareStatus.Rejected _,
          ShareStatus.Broken _ ->
          want(new ShareGoal.Release());
      case ShareStatus.Gone _ -> released = true;
      case ShareStatus.Underway _ -> {}
    }
  }
}
