package dev.broadside.client.arrivals;

import dev.broadside.core.job.LoadModel;
import dev.broadside.core.pace.ArrivalSequence;
import dev.broadside.core.pace.Arrivals;
import dev.broadside.core.pace.Curve;
import dev.broadside.core.pace.Share;
import dev.broadside.core.recorder.ThreadRecorder;
import dev.broadside.core.stat.DropReason;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/// The arrivals of one share of an open load, which its threads claim one by one: a free thread
/// takes the oldest that nobody has, and waits until it is due, or begins at once where it is due
/// already. So the threads serve one queue in order of arrival, as `c` servers do in M/G/c, and
/// there is neither a dispatcher nor a lock: a claim is one atomic increment.
///
/// ```
/// arrivals  | | |  |   |  | |    |     |        claimed by     thread 2  (busy until it is free)
///           0 1 2  3   4  5 6    7     8  ...         5         thread 0  sleeps until 5 is due
///                      ^now                           6         thread 1  sleeps until 6 is due
/// ```
///
/// An arrival that waits at the end of a phase is served in the next one.
public final class ShareArrivals {
  private final List<Queue> queues;
  private long skipped;
  private final AtomicLong begun = new AtomicLong();
  private final AtomicLong latestBegunNanos = new AtomicLong(-1);

  /// The arrivals of one phase.
  static final class Queue {
    private final Stage stage;
    private final ArrivalSequence arrivals;
    private final AtomicLong next = new AtomicLong();

    Queue(Stage stage, ArrivalSequence arrivals) {
      this.stage = stage;
      this.arrivals = arrivals;
    }

    int phase() {
      return stage.number();
    }

    long startNanos() {
      return stage.startNanos();
    }

    /// Claims the oldest arrival that nobody has.
    ///
    /// @return when it is due, from the common start; [Curve#NEVER] where all are claimed
    long claim() {
      long claimed = next.getAndIncrement();
      return claimed < arrivals.count()
          ? stage.startNanos() + arrivals.startNanos(claimed)
          : Curve.NEVER;
    }
  }

  private ShareArrivals(List<Queue> queues) {
    this.queues = List.copyOf(queues);
  }

  /// The arrivals of a share; none in phases of a closed load.
  ///
  /// @param seed the job's
  public static ShareArrivals of(Stages stages, long seed) {
    List<Queue> queues = new ArrayList<>();
    long before = 0;
    for (Stage stage : stages.all()) {
      if (stage.load() instanceof LoadModel.Open(int _, var rate, Arrivals arrivals)) {
        Curve curve = rate.curve();
        queues.add(
            new Queue(stage, sequence(stage, curve, arrivals, before, seed, stages.share())));
        before += whole(stage, curve);
      }
    }
    return new ShareArrivals(queues);
  }

  private static ArrivalSequence sequence(
      Stage stage, Curve curve, Arrivals arrivals, long before, long seed, Share share) {
    long lengthNanos = stage.endNanos() - stage.startNanos();
    return switch (arrivals) {
      case CONSTANT -> ArrivalSequence.constant(curve, lengthNanos, before, share);
      case POISSON -> {
        long stream = ((long) stage.number() << 32) + share.index();
        long own = new ReplayableRandom(seed, ~stream).nextLong();
        yield ArrivalSequence.poisson(curve, lengthNanos, own, share);
      }
    };
  }

  /// How many arrivals the whole job would have in a phase if they were constant: where agents take
  /// turns in the next phase depends on it, and it must be the same on all of them.
  private static long whole(Stage stage, Curve curve) {
    long lengthNanos = stage.endNanos() - stage.startNanos();
    return ArrivalSequence.constant(curve, lengthNanos, 0, new Share(0, 1)).count();
  }

  /// The queues of all phases, in order.
  List<Queue> queues() {
    return queues;
  }

  /// Leaves out what was due before the threads begin amid the run: what workers before them began
  /// or dropped, and what was due since. For one thread, before any claims.
  ///
  /// @param nanos when they begin
  /// @param former how many arrivals were begun or dropped before
  /// @return how many nobody has begun nor dropped
  public long skip(long nanos, long former) {
    for (Queue queue : queues) {
      queue.next.set(queue.arrivals.dueAt(nanos - queue.startNanos()));
    }
    skipped = due(nanos);
    long away = skipped - former;
    // By a clock that was set back, more were due before than are due now.
    for (long ahead = -away; ahead > 0 && claimNext(); ahead--) {
      skipped++;
    }
    return Math.max(0, away);
  }

  private boolean claimNext() {
    return queues.stream().anyMatch(queue -> queue.claim() != Curve.NEVER);
  }

  private long due(long nanos) {
    return queues.stream()
        .mapToLong(queue -> queue.arrivals.dueAt(nanos - queue.startNanos()))
        .sum();
  }

  /// A thread has ended.
  ///
  /// @param iterations how many arrivals it began
  /// @param latestNanos when the latest of them was due
  void ended(long iterations, long latestNanos) {
    begun.addAndGet(iterations);
    latestBegunNanos.accumulateAndGet(latestNanos, Math::max);
  }

  /// Counts what was due and never begun, once all threads have ended.
  ///
  /// @param untilNanos when the run was stopped, or its planned end
  public void tellDropped(long untilNanos, DropReason reason, ThreadRecorder recorder) {
    // A thread that was about to begin when the run was stopped may have begun a little more.
    long until = Math.max(untilNanos, latestBegunNanos.get());
    long dropped = due(until) - skipped - begun.get();
    if (dropped > 0) {
      recorder.dropped(reason, dropped);
    }
  }
}
