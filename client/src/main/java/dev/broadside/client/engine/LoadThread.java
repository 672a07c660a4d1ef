package dev.broadside.client.engine;

import dev.broadside.client.arrivals.ReplayableRandom;
import dev.broadside.client.arrivals.Starts;
import dev.broadside.client.arrivals.ThreadClock;
import dev.broadside.core.recorder.ThreadRecorder;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Failure.Retry;
import dev.broadside.core.work.JobThread;
import java.util.random.RandomGenerator;

/// The loop of one load thread, from the common start to the end: wait for the next start, iterate,
/// record the outcome.
///
/// ```
/// Starts.await -> begin -> JobThread.iterate -+- ok --------------------------------------> next
///                            ^                +- failed -> classify -+- uncertain -> reset -> next
///                            |                                       +- failed ----> reset -> next
///                            +---- back off <- reset <- same or new input <- retry -+
/// ```
///
/// If iterations fail one after another, and no thread of the share has one that succeeds, the
/// thread waits between them: a target that answers only errors is not asked as fast as it can
/// refuse. If the run ends before a failed iteration can be repeated, the iteration counts as
/// cancelled ([#CUT_SHORT]): its last failure would have been followed by another attempt.
public final class LoadThread {
  /// Growing, jittered delays between attempts, so that many threads do not come back all at once.
  /// For one thread.
  static final class RetryDelays {
    private final RandomGenerator random;
    private final long shortestNanos;
    private final long longestNanos;
    private long nextNanos;

    RetryDelays(RandomGenerator random, long shortestNanos, long longestNanos) {
      this.random = random;
      this.shortestNanos = shortestNanos;
      this.longestNanos = longestNanos;
      this.nextNanos = shortestNanos;
    }

    /// The next delay: between half and all of a span that doubles each time.
    long nextNanos() {
      long span = nextNanos;
      nextNanos = Math.min(longestNanos, 2 * span);
      return span / 2 + random.nextLong(span / 2 + 1);
    }

    /// The next delay is the shortest again.
    void clear() {
      nextNanos = shortestNanos;
    }
  }

  /// After this many failed attempts an iteration counts as failed.
  static final int MAX_ATTEMPTS = OutcomeCounts.MAX_RETRIES + 1;

  static final Failure CUT_SHORT =
      new Failure(
          ErrorClass.CANCELLED,
          0,
          "",
          "the run ended before a failed iteration could be repeated",
          Retry.NEVER);

  /// This many iterations in a row may fail before the thread looks whether any succeed: failures
  /// that a workload expects are not slowed down.
  static final int FAILURES_IN_A_ROW = 10;

  private static final long LONGEST_PACE_NANOS = 1_000_000_000;
  private static final long SHORTEST_RETRY_NANOS = 1_000_000;
  private static final long LONGEST_RETRY_NANOS = 100_000_000;
  private static final long SHORTEST_RECONNECT_NANOS = 50_000_000;
  private static final long LONGEST_RECONNECT_NANOS = 2_000_000_000;

  private final JobThread work;
  private final LoadIteration iteration;
  private final ThreadRecorder recorder;
  private final ReplayableRandom random;
  private final ThreadClock clock;
  private final RetryDelays retries;
  private final RetryDelays reconnects;
  private final RetryDelays paces;
  private boolean disturbed;

  /// How many more iterations this thread may begin.
  private long left;

  private int failedInARow;
  private long okOfAll;

  /// @param random what the job class draws from
  /// @param jitter what delays are drawn from, so that they do not change the job class's draws
  /// @param most how many iterations this thread does
  public LoadThread(
      JobThread work,
      LoadIteration iteration,
      ThreadRecorder recorder,
      ReplayableRandom random,
      RandomGenerator jitter,
      ThreadClock clock,
      long most) {
    this.work = work;
    this.iteration = iteration;
    this.recorder = recorder;
    this.random = random;
    this.clock = clock;
    this.left = most;
    this.retries = new RetryDelays(jitter, SHORTEST_RETRY_NANOS, LONGEST_RETRY_NANOS);
    this.reconnects = new RetryDelays(jitter, SHORTEST_RECONNECT_NANOS, LONGEST_RECONNECT_NANOS);
    this.paces = new RetryDelays(jitter, SHORTEST_RETRY_NANOS, LONGEST_PACE_NANOS);
  }

  /// Works until there is nothing more to do for this thread: the run has ended, or the load does
  /// not need the thread unless it is changed.
  public void run(Starts starts) {
    connected();
    if (clock.sleepUntil(clock.fromNanos())) {
      runFrom(clock.fromNanos(), starts);
    }
  }

  /// Does one iteration, with its repetitions, and no more; none if it has nothing to do.
  void runOnce(Starts starts) {
    connected();
    try {
      if (!finished() && clock.sleepUntil(clock.fromNanos()) && starts.await(clock.fromNanos())) {
        iterate(recorder.begin(starts.dueNanos()), starts);
      }
    } finally {
      starts.end();
    }
  }

  /// Goes on after the load was changed.
  ///
  /// @param now a clock reading
  void runFrom(long now, Starts starts) {
    long nanos = now;
    try {
      while (!finished() && starts.await(nanos)) {
        left--;
        nanos = between(iterate(recorder.begin(starts.dueNanos()), starts));
      }
    } finally {
      starts.end();
    }
  }

  /// Has the job do what is due between two iterations; the clock reading when it is done.
  private long between(long nanos) {
    try {
      if (clock.over(nanos) || !work.between(iteration)) {
        return nanos;
      }
      recorder.apart();
      connected();
    } catch (Throwable e) {
      Failure failure = failure(e);
      iteration.failOpenOperation();
      recorder.apart();
      recorder.noted(failure);
      disturbed = true;
      reset(failure);
    }
    return clock.nanos();
  }

  /// Whether there is nothing more to do for this thread, however the load is changed.
  boolean finished() {
    return left <= 0 || work.finished();
  }

  /// One iteration with its repetitions; the clock reading at its end.
  private long iterate(long startNanos, Starts starts) {
    random.mark();
    iteration.begin(starts.stage().values());
    while (true) {
      try {
        work.iterate(iteration);
        long endNanos = iteration.ok(startNanos, starts.readyNanos(), starts.intendedNanos());
        starts.pause(iteration.pauseNanos());
        if (disturbed) {
          settle();
        }
        return endNanos;
      } catch (Throwable e) {
        if (!repeats(failure(e), starts.intendedNanos())) {
          pace();
          return clock.nanos();
        }
      }
    }
  }

  private void settle() {
    disturbed = false;
    retries.clear();
    reconnects.clear();
    paces.clear();
    failedInARow = 0;
  }

  /// Called after a failed iteration: waits if no iteration of the share has succeeded since the
  /// first of these failures.
  private void pace() {
    if (failedInARow++ == 0) {
      okOfAll = recorder.okOfAll();
    } else if (failedInARow > FAILURES_IN_A_ROW) {
      if (recorder.okOfAll() == okOfAll) {
        clock.pause(paces.nextNanos());
      } else {
        failedInARow = 0;
        paces.clear();
      }
    }
  }

  private Failure failure(Throwable thrown) {
    return JobCodeFailure.of(thrown, work).during(iteration.openOperation());
  }

  /// Records the failure of an attempt and makes the thread ready again; true if the iteration is
  /// tried once more.
  private boolean repeats(Failure failure, long intendedNanos) {
    disturbed = true;
    if (iteration.uncertainAfter(failure)) {
      iteration.leaveOpenOperation();
      recorder.uncertain(failure, intendedNanos);
      reset(failure);
      return false;
    }
    iteration.failOpenOperation();
    int next = iteration.attempt() + 1;
    if (failure.retry() == Retry.NEVER || next == MAX_ATTEMPTS) {
      recorder.failed(failure, intendedNanos);
      reset(failure);
      return false;
    }
    recorder.noted(failure);
    if (!reset(failure) || !clock.pause(retries.nextNanos())) {
      recorder.failed(CUT_SHORT, intendedNanos);
      return false;
    }
    recorder.retried();
    if (failure.retry() == Retry.SAME_INPUT) {
      random.rewind();
    } else {
      random.mark();
    }
    iteration.reuse(next);
    return true;
  }

  private void connected() {
    recorder.connected(work.connectionNumber());
  }

  /// Makes the job's thread ready again, with as many attempts as that takes; false if the run
  /// ended first.
  private boolean reset(Failure failure) {
    boolean paced = needsConnection(failure);
    boolean lost = failure.errorClass() == ErrorClass.CONNECTION_LOST;
    if (lost) {
      recorder.connectionLost();
    }
    while (true) {
      if (paced && !clock.pause(reconnects.nextNanos())) {
        return false;
      }
      if (lost) {
        recorder.connectionTried();
      }
      try {
        work.reset(failure);
        connected();
        if (lost) {
          recorder.connectionFound();
        }
        return true;
      } catch (Throwable e) {
        Failure again = JobCodeFailure.of(e, work);
        recorder.noted(again);
        if (!lost && needsConnection(again)) {
          lost = true;
          recorder.connectionLost();
        }
        if (clock.over(clock.nanos())) {
          return false;
        }
        paced = true;
      }
    }
  }

  /// Whether the failure makes the thread connect again, as many threads may at the same moment:
  /// they must not come all at once.
  private static boolean needsConnection(Failure failure) {
    return switch (failure.errorClass()) {
      case CONNECTION_LOST, READ_ONLY, RESOURCE_EXHAUSTED, DRIVER -> true;
      // Without an answer of the database, the connection was broken off.
      case TIMEOUT -> failure.vendorCode() == 0 && failure.sqlState().isEmpty();
      case DEADLOCK,
          LOCK_WAIT,
          SERIALIZATION,
          SNAPSHOT_TOO_OLD,
          CONSTRAINT,
          CANCELLED,
          JOB_CODE,
          OTHER ->
          false;
    };
  }
}
