package dev.broadside.client.engine;

import dev.broadside.client.arrivals.Course;
import dev.broadside.client.arrivals.ReplayableRandom;
import dev.broadside.client.arrivals.Stages;
import dev.broadside.client.arrivals.Starts;
import dev.broadside.client.arrivals.ThreadClock;
import dev.broadside.client.watch.CrewWatch;
import dev.broadside.client.watch.ThreadAccount;
import dev.broadside.core.input.LoadFields;
import dev.broadside.core.job.Plan;
import dev.broadside.core.load.LoadChange;
import dev.broadside.core.load.ThreadKind;
import dev.broadside.core.pace.Portion;
import dev.broadside.core.recorder.Recorder;
import dev.broadside.core.recorder.ThreadRecorder;
import dev.broadside.core.stat.DropReason;
import dev.broadside.core.time.Time;
import dev.broadside.core.work.JobThread;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/// All load threads of a share. Each opens its part of the job, waits for the common start, works,
/// and closes its part, all on one thread, as the SPI promises.
final class LoadThreads implements IntervalSealer.Load {
  /// How many threads open at once: targets refuse or queue up more.
  private static final int OPENING_AT_ONCE = 16;

  private static final long LOOK_AT_OPENED_MILLIS = 250;

  /// Streams of random numbers for jitter lie beyond those of the job's threads.
  private static final long JITTER_STREAM = 1L << 32;

  private static final Optional<Throwable> NO_FAILURE = Optional.empty();

  /// A change takes effect this much later at the earliest, so that each thread knows of it by
  /// then.
  private static final long CHANGE_AHEAD_NANOS = 100_000_000;

  private final Plan plan;
  private final Stages.Values values;
  private final Recorder recorder;
  private final Opener opener;
  private final boolean once;
  private final Time time;
  private final Runnable allEnded;
  private final int threads;
  private final CrewWatch watch;

  private final Semaphore opening = new Semaphore(OPENING_AT_ONCE);
  private final CountDownLatch opened;
  private final CountDownLatch started = new CountDownLatch(1);
  private final CountDownLatch closed;
  private final AtomicInteger working;
  private final AtomicReference<Optional<Throwable>> firstFailure =
      new AtomicReference<>(NO_FAILURE);

  /// One per thread once the common start is known. Empty before that, and if the share is
  /// abandoned.
  private volatile List<ThreadClock> clocks = List.of();

  private volatile Course course;

  /// How many changes the course has.
  private int changes;

  private volatile boolean stopped;

  /// Whether all threads have done all their work before the planned end.
  private volatile boolean finished;

  /// How many threads have work left.
  private final AtomicInteger unfinished;

  /// How many threads may still record something.
  private final AtomicInteger recording;

  private volatile long originNanos;

  private volatile long fromNanos;

  private volatile long endNanos;

  /// The threads that are between their first iteration and their end.
  private final Map<Integer, Working> atWork = new ConcurrentHashMap<>();

  /// A thread at work, and what it records with.
  private record Working(Thread thread, LoadIteration iteration, ThreadRecorder recorder) {}

  /// Opens one thread's part of the job.
  interface Opener {
    /// @param thread its number within the share
    /// @param random the thread's own source
    JobThread open(int thread, ReplayableRandom random) throws Exception;
  }

  /// @param once whether each thread does one iteration only
  /// @param allEnded is run once, by a load thread, when no thread will record anything more
  LoadThreads(
      Plan plan,
      Stages.Values values,
      Recorder recorder,
      Opener opener,
      boolean once,
      Time time,
      Runnable allEnded) {
    this.plan = plan;
    this.values = values;
    this.changes = plan.changes().size();
    this.course = course(plan.changes());
    this.recorder = recorder;
    this.opener = opener;
    this.once = once;
    this.time = time;
    this.allEnded = allEnded;
    this.threads = plan.slice().threads();
    this.watch = new CrewWatch(threads, plan.spec().threadKind());
    this.opened = new CountDownLatch(threads);
    this.closed = new CountDownLatch(threads);
    this.working = new AtomicInteger(threads);
    this.recording = new AtomicInteger(threads);
    this.unfinished = new AtomicInteger(threads);
  }

  private Course course(List<LoadChange> made) {
    Portion share = plan.slice().portion();
    Stages stages = Stages.of(plan.spec().phases(), share, made, values);
    return Course.of(stages, plan.spec().seed());
  }

  /// Starts all threads and waits until each has opened its part.
  ///
  /// @param progress takes now and then how many have
  /// @return why the first one failed; the share is to be abandoned then
  Optional<Throwable> open(LongConsumer progress) throws InterruptedException {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    for (int i = 0; i < threads; i++) {
      int thread = i;
      Thread created = builder().name("load-" + jobWide(thread)).unstarted(() -> live(thread));
      created.setContextClassLoader(loader);
      start(created);
    }
    while (!opened.await(LOOK_AT_OPENED_MILLIS, TimeUnit.MILLISECONDS)) {
      progress.accept(threads - opened.getCount());
    }
    return firstFailure.get();
  }

  private void start(Thread created) {
    try {
      created.start();
    } catch (OutOfMemoryError e) {
      // This is how the system refuses more threads. Those that were started are let go.
      firstFailure.compareAndSet(NO_FAILURE, Optional.of(e));
      working.decrementAndGet();
      opened.countDown();
      closed.countDown();
    }
  }

  private Thread.Builder builder() {
    return plan.spec().threadKind() == ThreadKind.VIRTUAL
        ? Thread.ofVirtual()
        : Thread.ofPlatform().daemon();
  }

  private int jobWide(int thread) {
    return plan.slice().firstThread() + thread;
  }

  /// Lets the threads work from the common start, or from now on if they continue what an earlier
  /// worker began.
  ///
  /// @param commonStartNanos the common start, as a reading of the clock; may have passed
  synchronized void start(long commonStartNanos) {
    originNanos = commonStartNanos;
    boolean late = plan.again() && time.nanos() - originNanos > 0;
    fromNanos = late ? time.nanos() : originNanos;
    long plannedEndNanos = originNanos + course.stages().endNanos();
    endNanos = stopped ? time.nanos() : plannedEndNanos;
    recorder.start(originNanos, fromNanos);
    if (plan.again()) {
      long away = course.arrivals().skip(fromNanos - originNanos, plan.former().arrivals());
      if (away > 0) {
        recorder.thread(0).dropped(DropReason.AWAY, away);
      }
    }
    clocks =
        Stream.generate(
                () -> new ThreadClock(course, time, originNanos, fromNanos, plannedEndNanos))
            .limit(threads)
            .toList();
    if (stopped) {
      clocks.forEach(ThreadClock::stop);
    }
    started.countDown();
  }

  /// Changes the course at the moments that the changes name, or from now on if a change arrives
  /// too late. Changes that were made already are skipped, and a run that has ended is not changed.
  ///
  /// @param made all changes so far, in order
  synchronized void change(List<LoadChange> made) {
    while (changes < made.size() && !stopped) {
      Course then = course(made.subList(0, changes + 1));
      long fromNanos = made.get(changes).atNanos();
      if (!clocks.isEmpty()) {
        fromNanos = Math.max(fromNanos, time.nanos() + CHANGE_AHEAD_NANOS - originNanos);
      }
      if (fromNanos < course.stages().endNanos()) {
        course = course.until(fromNanos, then);
      }
      changes++;
    }
    clocks.forEach(clock -> clock.follow(course));
  }

  /// Lets each thread finish its iteration and no more; before the start, lets none begin.
  synchronized void stop() {
    long now = time.nanos();
    if (!stopped && !clocks.isEmpty() && now - endNanos < 0) {
      endNanos = now;
    }
    stopped = true;
    clocks.forEach(ThreadClock::stop);
  }

  /// Called by a thread that has done all its work: the last one ends the load.
  private synchronized void workDone() {
    long now = time.nanos();
    if (unfinished.decrementAndGet() == 0 && !stopped && now - endNanos < 0) {
      endNanos = now;
      finished = true;
    }
  }

  /// Lets the threads end without any work.
  void abandon() {
    started.countDown();
  }

  /// Measures how these threads get processor time.
  CrewWatch watch() {
    return watch;
  }

  /// When the run was stopped, as a reading of the clock; if it was not, its planned end. Known
  /// from the start on.
  long endNanos() {
    return endNanos;
  }

  /// Whether the common start is known, and with it the end.
  boolean begun() {
    return !clocks.isEmpty();
  }

  @Override
  public long originNanos() {
    return originNanos;
  }

  @Override
  public long fromNanos() {
    return fromNanos;
  }

  @Override
  public boolean stopped() {
    return stopped;
  }

  @Override
  public boolean finished() {
    return finished;
  }

  @Override
  public int working() {
    return working.get();
  }

  /// The threads that have not ended, with what each is doing, in order.
  List<LoadEngine.Unended> unended() {
    long now = time.nanos();
    return atWork.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(one -> unended(one.getValue(), now))
        .toList();
  }

  private LoadEngine.Unended unended(Working one, long now) {
    String open = one.iteration().openOperation();
    long nanos =
        open.isEmpty() ? one.recorder().inFlightNanos(now) : one.iteration().openNanos(now);
    return new LoadEngine.Unended(one.thread(), open, Duration.ofNanos(Math.max(0, nanos)));
  }

  @Override
  public long planned(long fromNanos, long untilNanos) {
    return course.stages().threadsWithin(fromNanos, untilNanos);
  }

  /// Counts only what was due before the run was stopped.
  @Override
  public long due(long nanos) {
    long until = Math.min(nanos, endNanos - originNanos);
    // An arrival that is due at this very moment is begun in the next interval.
    return Math.max(0, course.arrivals().due(until - 1) - plan.former().arrivals());
  }

  @Override
  public long dueNanos(long number) {
    return course.arrivals().dueNanos(plan.former().arrivals() + number);
  }

  /// Waits until each thread has closed its part.
  void awaitClosed() throws InterruptedException {
    closed.await();
  }

  private void live(int thread) {
    Optional<ThreadAccount> account = watch.enter(thread);
    ReplayableRandom random = random(jobWide(thread));
    Optional<JobThread> work = open(thread, random);
    opened.countDown();
    boolean counted = true;
    try {
      if (work.isPresent()) {
        awaitStart();
        counted = work(thread, work.get(), random);
      }
    } finally {
      watch.leave(account);
      atWork.remove(thread);
      if (counted) {
        ended(thread);
      }
      work.ifPresent(part -> close(thread, part));
      closed.countDown();
    }
  }

  /// Called when a thread records nothing more, unless the load is changed.
  private void ended(int thread) {
    if (recording.decrementAndGet() == 0 && !clocks.isEmpty()) {
      countDropped(thread);
    }
    if (working.decrementAndGet() == 0) {
      allEnded.run();
    }
  }

  /// Waits for a change of the load. Meanwhile the thread counts as ended, so that nothing waits
  /// for a thread without work. It counts as working again before it looks whether the run has
  /// ended: once all threads count as ended after the end of the run, none works again.
  ///
  /// @return whether it works again
  private boolean rests(int thread, ThreadClock clock) {
    ended(thread);
    Optional<Working> resting = Optional.ofNullable(atWork.remove(thread));
    boolean changed = clock.awaitChange();
    if (changed) {
      resting.ifPresent(one -> atWork.put(thread, one));
      recording.incrementAndGet();
      working.incrementAndGet();
    }
    return changed;
  }

  /// A source of random numbers that does not repeat what an earlier worker has drawn.
  private ReplayableRandom random(long stream) {
    return new ReplayableRandom(plan.spec().seed(), (plan.former().life() << 33) + stream);
  }

  /// Waits for the start. An interrupt is left over from a driver: nothing else interrupts a load
  /// thread before the start.
  private void awaitStart() {
    while (true) {
      try {
        started.await();
        return;
      } catch (InterruptedException _) {
        // It is cleared by now.
      }
    }
  }

  private Optional<JobThread> open(int thread, ReplayableRandom random) {
    opening.acquireUninterruptibly();
    try {
      return firstFailure.get().isPresent()
          ? Optional.empty()
          : Optional.of(opener.open(thread, random));
    } catch (Throwable e) {
      firstFailure.compareAndSet(NO_FAILURE, Optional.of(e));
      return Optional.empty();
    } finally {
      opening.release();
    }
  }

  /// Does a thread's work; false if it has been counted as ended already.
  private boolean work(int thread, JobThread part, ReplayableRandom random) {
    if (clocks.isEmpty()) {
      return true;
    }
    ThreadClock clock = clocks.get(thread);
    var own = recorder.thread(thread);
    var jitter = random(JITTER_STREAM + jobWide(thread));
    var first = course.stages().all().getFirst().values();
    var iteration =
        new LoadIteration(
            own, random, plan.operations(), recorder.figures(), first, time, clock::over);
    Starts starts =
        plan.spec().open()
            ? new Starts.Open(thread, clock)
            : new Starts.Closed(thread, jitter, clock);
    atWork.put(thread, new Working(Thread.currentThread(), iteration, own));
    LoadThread load =
        new LoadThread(part, iteration, own, random, jitter, clock, iterations(thread));
    if (once) {
      load.runOnce(starts);
      return true;
    }
    load.run(starts);
    while (!load.finished() && !clock.over(time.nanos())) {
      if (!rests(thread, clock)) {
        return false;
      }
      load.runFrom(time.nanos(), starts);
    }
    if (load.finished()) {
      workDone();
    }
    return true;
  }

  /// How many iterations a thread does: its part of those that the share has left.
  private long iterations(int thread) {
    long all = LoadFields.ITERATIONS.in(plan.spec());
    if (all == 0) {
      return Long.MAX_VALUE;
    }
    int total = plan.spec().totalThreads();
    int first = plan.slice().firstThread();
    long share = part(all, first + threads, total) - part(all, first, total);
    long left = Math.max(0, share - plan.former().arrivals());
    return part(left, thread + 1, threads) - part(left, thread, threads);
  }

  /// How many of some iterations fall to the first ones of some threads.
  private static long part(long iterations, int first, int threads) {
    return iterations / threads * first + iterations % threads * first / threads;
  }

  /// Records the dropped arrivals. Called by the last thread while it still counts as working,
  /// because the sealer waits for what it records.
  private void countDropped(int thread) {
    long untilNanos = endNanos - originNanos;
    DropReason reason =
        untilNanos < course.stages().endNanos() ? DropReason.STOPPED : DropReason.NO_FREE_THREAD;
    course.arrivals().countDropped(untilNanos, reason, recorder.thread(thread));
  }

  private void close(int thread, JobThread part) {
    try {
      part.close();
    } catch (Throwable e) {
      // The work is done and counted; the agent passes this line on.
      System.err.println("load thread " + jobWide(thread) + " could not close its part: " + e);
    }
  }
}
