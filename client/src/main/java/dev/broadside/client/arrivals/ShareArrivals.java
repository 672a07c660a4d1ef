package dev.broadside.client.arrivals;

import dev.broadside.core.job.Plan;
import dev.broadside.core.load.LoadModel;
import dev.broadside.core.pace.ArrivalSequence;
import dev.broadside.core.pace.Arrivals;
import dev.broadside.core.pace.Curve;
import dev.broadside.core.pace.Portion;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.recorder.ThreadRecorder;
import dev.broadside.core.stat.DropReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/// The arrivals of one share of an open load, which its threads claim one by one: a free thread
/// claims the oldest unclaimed arrival, and waits until it is due, or begins at once if it is due
/// already. So the threads serve one queue in order of arrival, as `c` servers do in M/G/c, and
/// there is neither a dispatcher nor a lock: a claim is one atomic increment.
///
/// ```
/// arrivals  | | |  |   |  | |    |     |        claimed by     thread 2  (busy until it is free)
///           0 1 2  3   4  5 6    7     8  ...         5         thread 0  sleeps until 5 is due
///                      ^now                           6         thread 1  sleeps until 6 is due
/// ```
///
/// An arrival that waits at the end of a stage is served in the next one.
public final class ShareArrivals {
  private final List<Queue> queues;
  private final Served served;

  /// What the threads have served, also across changes of the load.
  private static final class Served {
    private final AtomicLong begun = new AtomicLong();
    private final AtomicLong latestBegunNanos = new AtomicLong(-1);
    private long skipped;
    private long dropped;
  }

  /// The arrivals of one stage.
  ///
  /// @param stage its number
  /// @param startNanos where the stage begins
  /// @param originNanos the moment that the sequence counts from
  /// @param next the oldest unclaimed arrival
  /// @param first the oldest arrival that belongs to the stage
  /// @param end the first arrival after the stage
  record Queue(
      int stage,
      long startNanos,
      long originNanos,
      ArrivalSequence arrivals,
      AtomicLong next,
      long first,
      long end) {
    /// Claims the oldest unclaimed arrival.
    ///
    /// @return when it is due, from the common start; [Curve#NEVER] if all are claimed
    long claim() {
      long claimed = next.getAndIncrement();
      return claimed < end ? originNanos + arrivals.startNanos(claimed) : Curve.NEVER;
    }

    private long due(long nanos) {
      return Math.clamp(arrivals.dueAt(nanos - originNanos), first, end) - first;
    }

    /// This queue without the arrivals that are due at a moment or later.
    private Queue until(long nanos) {
      long before = Math.min(end, arrivals.dueAt(nanos - 1 - originNanos));
      return new Queue(stage, startNanos, originNanos, arrivals, next, first, before);
    }

    /// This queue without the arrivals that are due before a moment, as the queue of another stage.
    private Queue from(long nanos, int other) {
      long begins = Math.max(first, arrivals.dueAt(nanos - 1 - originNanos));
      return new Queue(
          other,
          Math.max(nanos, startNanos),
          originNanos,
          arrivals,
          new AtomicLong(begins),
          begins,
          end);
    }
  }

  private ShareArrivals(List<Queue> queues, Served served) {
    this.queues = List.copyOf(queues);
    this.served = served;
  }

  /// The arrivals of a share; none in stages of a closed load.
  ///
  /// @param seed the job's
  public static ShareArrivals of(Stages stages, long seed) {
    List<Queue> queues = new ArrayList<>();
    long before = 0;
    for (Stage stage : stages.all()) {
      if (stage.load() instanceof LoadModel.Open(int _, var rate, Arrivals arrivals)) {
        Curve curve = rate.curve().from(stage.startNanos() - stage.phaseNanos());
        ArrivalSequence all = sequence(stage, curve, arrivals, before, seed, stages.share());
        queues.add(
            new Queue(
                stage.number(),
                stage.startNanos(),
                stage.startNanos(),
                all,
                new AtomicLong(),
                0,
                all.count()));
        before += whole(stage, curve);
      }
    }
    return new ShareArrivals(queues, new Served());
  }

  /// The arrivals of a plan with its changes, to be counted and not served.
  public static ShareArrivals of(Plan plan) {
    Portion share = plan.slice().portion();
    ParameterValues none = ((Parameters.Reading.Good) Parameters.of().read(Map.of())).values();
    Stages stages = Stages.of(plan.spec().phases(), share, plan.changes(), (_, _) -> none);
    return of(stages, plan.spec().seed());
  }

  /// These arrivals until a moment, and from then on others, of which none is claimed.
  ///
  /// @param further how much higher the numbers of their stages are from now on
  ShareArrivals until(long nanos, ShareArrivals then, int further) {
    List<Queue> both = new ArrayList<>();
    queues.stream()
        .filter(queue -> queue.startNanos < nanos)
        .map(queue -> queue.until(nanos))
        .forEach(both::add);
    then.queues.stream()
        .filter(queue -> queue.originNanos + queue.arrivals.lengthNanos() > nanos)
        .map(queue -> queue.from(nanos, queue.stage + further))
        .forEach(both::add);
    return new ShareArrivals(both, served);
  }

  private static ArrivalSequence sequence(
      Stage stage, Curve curve, Arrivals arrivals, long before, long seed, Portion share) {
    long lengthNanos = stage.endNanos() - stage.startNanos();
    return switch (arrivals) {
      case CONSTANT -> ArrivalSequence.constant(curve, lengthNanos, before, stage.turns());
      case POISSON -> {
        long stream = ((long) stage.number() << 32) + share.index();
        long own = new ReplayableRandom(seed, ~stream).nextLong();
        yield ArrivalSequence.poisson(curve, lengthNanos, own, stage.turns());
      }
    };
  }

  /// How many arrivals the whole job would have in a stage if they were constant. The agents' turns
  /// in the next stage begin there, so all agents must find the same number.
  private static long whole(Stage stage, Curve curve) {
    long lengthNanos = stage.endNanos() - stage.startNanos();
    return ArrivalSequence.constant(curve, lengthNanos, 0, new Portion(0, 1)).count();
  }

  /// The queues of all stages, in order.
  List<Queue> queues() {
    return queues;
  }

  /// Leaves out the arrivals that were due before the threads begin amid the run: those that
  /// earlier workers began or dropped, and those due since. For one thread, before any claims.
  ///
  /// @param nanos when they begin
  /// @param former how many arrivals were begun or dropped before
  /// @return how many were neither begun nor dropped
  public long skip(long nanos, long former) {
    for (Queue queue : queues) {
      queue.next.set(queue.first + queue.due(nanos));
    }
    served.skipped = due(nanos);
    long away = served.skipped - former;
    // By a clock that was set back, more were due before than are due now.
    for (long ahead = -away; ahead > 0 && claim() != Curve.NEVER; ahead--) {
      served.skipped++;
    }
    return Math.max(0, away);
  }

  /// Whether an arrival that was claimed under an earlier course is still part of this one.
  boolean keep(Queue claims, long dueNanos) {
    return queues.stream()
        .filter(queue -> queue.next.equals(claims.next) && queue.end > queue.first)
        .anyMatch(
            queue -> dueNanos <= queue.originNanos + queue.arrivals.startNanos(queue.end - 1));
  }

  /// Claims the oldest unclaimed arrival.
  ///
  /// @return when it is due, from the common start; [Curve#NEVER] if all are claimed
  public long claim() {
    return queues.stream()
        .mapToLong(Queue::claim)
        .filter(due -> due != Curve.NEVER)
        .findFirst()
        .orElse(Curve.NEVER);
  }

  /// How many arrivals are due at a moment or before it, from the common start on.
  public long due(long nanos) {
    return queues.stream().mapToLong(queue -> queue.due(nanos)).sum();
  }

  /// When an arrival is due; [Curve#NEVER] if there are fewer arrivals.
  ///
  /// @param number how many arrivals come before it, from the common start on
  public long dueNanos(long number) {
    long left = number;
    for (Queue queue : queues) {
      long some = queue.end - queue.first;
      if (left < some) {
        return queue.originNanos + queue.arrivals.startNanos(queue.first + left);
      }
      left -= some;
    }
    return Curve.NEVER;
  }

  /// Adds what a thread has served when it ends or rests.
  ///
  /// @param iterations how many arrivals it began since it began or rested last
  /// @param latestNanos when the latest of them was due
  void ended(long iterations, long latestNanos) {
    served.begun.addAndGet(iterations);
    served.latestBegunNanos.accumulateAndGet(latestNanos, Math::max);
  }

  /// Counts the arrivals that were due and never begun, once no thread is at work. Called again if
  /// threads have worked since.
  ///
  /// @param untilNanos when the run was stopped, or its planned end
  public void countDropped(long untilNanos, DropReason reason, ThreadRecorder recorder) {
    // A thread that was about to begin when the run was stopped may have begun a little more.
    long until = Math.max(untilNanos, served.latestBegunNanos.get());
    long dropped = due(until) - served.skipped - served.begun.get() - served.dropped;
    if (dropped > 0) {
      served.dropped += dropped;
      recorder.dropped(reason, dropped);
    }
  }
}
