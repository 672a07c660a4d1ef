package dev.broadside.core.recorder;

import dev.broadside.core.load.RunAxis;
import dev.broadside.core.time.Time;
import dev.broadside.core.work.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;

/// Counts and times what load threads do, cut into the intervals of the run's axis, exactly.
///
/// ## Parties
///
/// - Each load thread writes through its own [ThreadRecorder], from one thread at a time.
/// - One sealer calls [#seal(int)] for 0, 1, 2, ..., each not before the interval's end. If the
///   threads begin in the middle of the run, it begins with the interval in which they do.
///
/// ## Guarantees
///
/// 1. A load thread never waits, never locks, and allocates nothing (except for the first value in
///    each range of latencies of its stripe, and for a failed iteration).
/// 2. What a thread records at one end is recorded whole in one interval: the one in which the
///    clock reading of that end lies. No count is lost, and none is in two intervals.
/// 3. When `seal(i)` returns, no thread writes into interval `i` any more.
///
/// ## How
///
/// There are [#RING] slots; interval `i` has slot `i mod RING`, and is *open* from the moment its
/// slot is empty. A slot is emptied when the [#HELD]th interval after it is sealed, and not before:
/// its latencies lie in the [CounterFile], so that a worker that dies leaves them until the record
/// made of the sealed counts is durable. A thread makes its word odd (busy), with a full fence,
/// *before* it reads the clock, and even again after its last write:
///
/// ```
/// thread   ---- even ----| odd: read clock, pick slot, write |---- even ----
/// sealer        boundary i passed |  look at each thread's word: even, or odd and then changed  | copy slot of i
/// ```
///
/// The sealer looks at the words after its own clock has passed the end of `i`. A word that is even
/// then: everything that the thread records later has a later clock reading and belongs to a later
/// interval (the clock never runs backwards from one thread to another). A word that is odd: the
/// sealer waits until it changes, for tens of nanoseconds, or for as long as the operating system
/// keeps that thread off its core. Once every word was seen so, interval `i` is complete.
///
/// A sealer that falls behind by a whole ring (the process was stopped for seconds, or its reader
/// is slow) leaves no slot open for the present interval. Threads then write into the newest open
/// one: resolution in time is lost, never counts. That is safe, since `i + 1` was opened before the
/// sealer looks at the words for `i`.
///
/// Latencies are counted per *stripe*. If there are more threads than stripes, several threads
/// share one; adding is then atomic, and takes twice as long. The same is true for the operations'
/// counters in the counter file. All other counters, sums and maxima are each thread's own. This is
/// why 10,000 threads need little more memory than 16.
///
/// The test that hunts for violations is RecorderStressTest.
public final class Recorder {
  /// How many intervals have a slot at once: the newest sealed ones and those that are open.
  static final int RING = 6;

  /// The number of sealed intervals that keep their latencies. If an agent stands still, or waits
  /// for its disk, for fewer intervals and then dies together with its worker, no latency is lost.
  static final int HELD = 3;

  /// Up to this many threads have a stripe each on every host.
  private static final int LEAST_STRIPES = 16;

  private static final long STEP_NANOS = 20_000;

  private final RunAxis axis;
  private final List<Figure> figures;
  private final IntervalSlot[] ring = new IntervalSlot[RING];
  private final CounterFile counters;
  private final Time time;
  private final List<ThreadRecorder> threads;
  private final LatencyPad pad = new LatencyPad();
  private final LostConnections connections = new LostConnections();

  /// Written before the threads begin.
  private long originNanos;

  /// The first interval to be sealed.
  private int first;

  private volatile int newestOpen = RING - 1;

  /// When the threads begin, from the common start; empty until that is known.
  private volatile OptionalLong began = OptionalLong.empty();

  /// @param axis the run's time axis
  /// @param open whether the load is open, so that iterations have an intended start
  /// @param counters takes the cumulative counts, to be read if this process dies; it was created
  ///   for the recorder's threads, stripes, operations and figures
  public Recorder(RunAxis axis, boolean open, CounterFile counters, Time time) {
    this.axis = axis;
    this.counters = counters;
    this.time = time;
    this.figures = counters.figures();
    BlockLayout layout = BlockLayout.of(counters.operations(), figures);
    for (int i = 0; i < RING; i++) {
      ring[i] = new IntervalSlot(layout, counters, i);
    }
    int threads = counters.threads();
    List<ThreadRecorder> all = new ArrayList<>(threads);
    for (int i = 0; i < threads; i++) {
      int stripe = i % counters.stripes();
      all.add(
          new ThreadRecorder(
              this,
              layout,
              figures,
              open,
              i,
              stripe,
              counters.slot(i),
              counters.operations(stripe),
              time));
    }
    this.threads = List.copyOf(all);
  }

  /// The most stripes that a host needs, so that threads that share a stripe seldom run at once.
  ///
  /// @param cores how many threads can run at once
  public static int stripes(int cores) {
    return Math.max(LEAST_STRIPES, 2 * cores);
  }

  /// The writer of one load thread.
  public ThreadRecorder thread(int thread) {
    return threads.get(thread);
  }

  /// Sets the common start, at which the threads begin. Called once, before any thread records.
  ///
  /// @param origin reading of [Time#nanos()] at the common start
  public void start(long origin) {
    start(origin, origin);
  }

  /// Sets the common start. Called once, before any thread records.
  ///
  /// @param origin reading of [Time#nanos()] at the common start
  /// @param from the reading at which the threads begin: the same, or later
  public void start(long origin, long from) {
    originNanos = origin;
    first = axis.indexAt(from - origin);
    for (int interval = first; interval < first + RING; interval++) {
      counters.opened(interval);
    }
    newestOpen = first + RING - 1;
    threads.forEach(thread -> thread.moveTo(from));
    counters.began(from - origin);
    began = OptionalLong.of(from - origin);
  }

  /// Records that this process is alive, so that its agent knows when it died. Does nothing before
  /// the threads begin. Safe for use by several threads.
  public synchronized void lives() {
    OptionalLong from = began;
    if (from.isPresent()) {
      counters.lives(Math.max(from.getAsLong(), time.nanos() - originNanos));
    }
  }

  /// The threads that are without a connection.
  public LostConnections connections() {
    return connections;
  }

  /// The job class's own figures.
  public List<Figure> figures() {
    return figures;
  }

  RunAxis axis() {
    return axis;
  }

  long originNanos() {
    return originNanos;
  }

  /// The interval into which a thread writes at a moment. To be called while the thread's word is
  /// odd.
  int intervalFor(long nanosFromStart) {
    return Math.min(axis.indexAt(nanosFromStart), newestOpen);
  }

  IntervalSlot slot(int interval) {
    return ring[interval % RING];
  }

  /// Opens the interval that takes the place of the one sealed [#HELD] before, completes this one,
  /// and takes its counts out. For one thread, in order.
  ///
  /// The latencies of that one leave the counter file, so its record should be durable.
  ///
  /// @param interval the one after the last sealed one; its end has passed, or all threads have
  ///   ended
  public IntervalCounts seal(int interval) throws InterruptedException {
    lives();
    int oldest = interval - HELD;
    if (oldest >= first) {
      slot(oldest).clear();
      counters.opened(oldest + RING);
      newestOpen = oldest + RING;
    }
    for (ThreadRecorder thread : threads) {
      awaitQuiet(thread);
    }
    return slot(interval).drain(pad);
  }

  private static void awaitQuiet(ThreadRecorder thread) throws InterruptedException {
    long seen = thread.word();
    while (ThreadRecorder.busy(seen) && thread.word() == seen) {
      LockSupport.parkNanos(STEP_NANOS);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
  }

  /// The age of the oldest iteration that is not finished, at a moment; 0 if every one is.
  ///
  /// @param atNanos reading of [Time#nanos()]
  public long oldestInFlightNanos(long atNanos) {
    long oldest = 0;
    for (ThreadRecorder thread : threads) {
      oldest = Math.max(oldest, thread.inFlightNanos(atNanos));
    }
    return oldest;
  }

  long ok() {
    long sum = 0;
    for (ThreadRecorder thread : threads) {
      sum += thread.ok();
    }
    return sum;
  }

  /// How long all threads together have been in iterations, up to a moment.
  ///
  /// @param atNanos reading of [Time#nanos()], taken just now
  public long busyNanos(long atNanos) {
    long sum = 0;
    for (ThreadRecorder thread : threads) {
      sum += thread.busyNanos(atNanos);
    }
    return sum;
  }

  /// When the first iteration of all began, as a reading of [Time#nanos()]; empty if none has
  /// begun.
  public OptionalLong firstBegunNanos() {
    return threads.stream()
        .map(ThreadRecorder::firstBegunNanos)
        .filter(OptionalLong::isPresent)
        .mapToLong(OptionalLong::getAsLong)
        .reduce((one, other) -> one - other < 0 ? one : other);
  }

  /// The highest interval into which anything was written. To be asked when all threads have ended.
  public int newestWritten() {
    return threads.stream().mapToInt(ThreadRecorder::interval).max().orElse(0);
  }
}
