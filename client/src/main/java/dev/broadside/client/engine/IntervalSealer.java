package dev.broadside.client.engine;

import dev.broadside.client.arrivals.Pause;
import dev.broadside.client.watch.GeneratorWatch;
import dev.broadside.core.job.Plan;
import dev.broadside.core.load.RunAxis;
import dev.broadside.core.recorder.IntervalCounts;
import dev.broadside.core.recorder.Recorder;
import dev.broadside.core.stat.GeneratorFigure;
import dev.broadside.core.stat.GeneratorSample;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.stat.Observed;
import dev.broadside.core.stat.OperationCounts;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.time.Time;
import java.util.List;
import java.util.function.Consumer;

/// Seals one interval after the other, from the one in which the threads begin until all of them
/// have ended, each as a record: empty ones as zeros, late ones in order, and the last one marked.
///
/// Boundaries come from the run's axis and never from the time of the last seal, so delays do not
/// add up. For one thread.
final class IntervalSealer {
  private final Plan plan;
  private final Recorder recorder;
  private final Time time;
  private final Load load;
  private final GeneratorWatch watch;
  private final FigureBook figures;
  private final Consumer<IntervalRecord> out;
  private final Pause pause;
  private final RunAxis axis;
  private OutcomeCounts cumulative = OutcomeCounts.NONE;
  private List<OperationCounts> cumulativeOperations = List.of();
  private int workingBefore;
  private long seq;

  /// What the sealer asks of the load threads. Moments of the run are nanoseconds from the common
  /// start. Called by the sealer's thread.
  interface Load {
    /// The common start, as a reading of the clock.
    long originNanos();

    /// When the threads begin, as a reading of the clock: at the common start, or amid the run.
    long fromNanos();

    /// How many threads are still at work. Once it is 0, nothing more is recorded.
    int working();

    /// How many threads are wanted at work between two moments of the run, at the most.
    long planned(long fromNanos, long untilNanos);

    /// How many arrivals were due before a moment of the run, or before the stop; 0 in a closed
    /// load.
    long due(long nanos);

    /// When an arrival of an open load is due, on the run's time axis.
    ///
    /// @param number how many arrivals come before it
    long dueNanos(long number);

    /// Whether the run was stopped, so that its planned end is not waited for.
    boolean stopped();

    /// Whether the threads have done all their work, which ends the load like a stop.
    boolean finished();
  }

  /// @param pause where the sealer sleeps; to be woken when all threads have ended
  /// @param watch measures how the generator itself fared
  /// @param figures what else is counted and measured
  /// @param out takes the records, in order; may wait, which costs resolution in time and no counts
  IntervalSealer(
      Plan plan,
      Recorder recorder,
      Load load,
      Pause pause,
      GeneratorWatch watch,
      FigureBook figures,
      Consumer<IntervalRecord> out,
      Time time) {
    this.plan = plan;
    this.recorder = recorder;
    this.load = load;
    this.pause = pause;
    this.watch = watch;
    this.figures = figures;
    this.out = out;
    this.time = time;
    this.axis = plan.spec().axis();
    this.workingBefore = load.working();
  }

  /// Seals everything.
  ///
  /// @return the sequence number of the last record
  long run() throws InterruptedException {
    long fromNanos = load.fromNanos();
    int first = axis.indexAt(fromNanos - load.originNanos());
    awaitUnlessClosing(first, fromNanos);
    watch.begin();
    figures.begin();
    for (int interval = first; ; interval++) {
      awaitUnlessClosing(interval, load.originNanos() + axis.endNanos(interval));
      // Asked before the counts are taken out: what a thread counted before it ended is among them.
      boolean last = isLast(interval);
      seal(interval, last);
      if (last) {
        return seq - 1;
      }
    }
  }

  private void awaitUnlessClosing(int interval, long nanos) {
    while (time.nanos() - nanos < 0 && !closesEarly(interval)) {
      pause.until(nanos);
    }
  }

  /// Whether an interval may end before its planned end, because nothing more will come. The last
  /// planned one may not, unless the run was stopped or has no more work: a run lasts as long as it was asked to.
  private boolean closesEarly(int interval) {
    return isLast(interval) && (endsEarly() || interval >= axis.intervals());
  }

  private boolean endsEarly() {
    return load.stopped() || load.finished();
  }

  private boolean isLast(int interval) {
    return load.working() == 0
        && interval >= recorder.newestWritten()
        && (endsEarly() || interval >= axis.intervals() - 1);
  }

  private void seal(int interval, boolean last) throws InterruptedException {
    long startNanos = Math.max(axis.startNanos(interval), load.fromNanos() - load.originNanos());
    long fullNanos = axis.endNanos(interval) - startNanos;
    long now = time.nanos();
    long passedNanos = Math.clamp(now - load.originNanos() - startNanos, 1, fullNanos);
    IntervalCounts counts = withDue(recorder.seal(interval), startNanos + passedNanos);
    cumulative = cumulative.plus(counts.tally().transactions().counts());
    cumulativeOperations =
        OperationCounts.sum(cumulativeOperations, counts.tally().operationCounts());
    // At the end of the last interval all threads have ended, and it is those that worked in it
    // that count.
    int alive = Math.max(workingBefore, load.working());
    long wanted = load.planned(startNanos, startNanos + passedNanos);
    int atWork = (int) Math.min(alive, wanted);
    workingBefore = load.working();
    long untilNanos = startNanos + passedNanos;
    GeneratorSample sample =
        watch
            .sample(load.originNanos() + startNanos, load.originNanos() + untilNanos, counts)
            .with(GeneratorFigure.OLDEST_WAITING, oldestWaiting(untilNanos));
    List<Observed> slowest =
        counts.slowest().stream()
            .map(one -> one.observed(plan.operations(), plan.slice().firstThread()))
            .toList();
    FigureBook.Page page = figures.next(counts, slowest, untilNanos / 1_000_000, last);
    out.accept(
        new IntervalRecord(
            new RecordKey(plan.runId(), plan.agent(), plan.incarnation(), RecordKey.LOAD, seq++),
            new IntervalRecord.Interval(
                interval,
                startNanos,
                last ? passedNanos : fullNanos,
                load.stopped() ? axis.phaseOf(axis.intervals()) : axis.phaseOf(interval),
                atWork),
            counts.tally(),
            new IntervalRecord.Total(cumulative, cumulativeOperations, 0),
            page.told(),
            sample,
            last,
            page.figures()));
  }

  /// Adds how many arrivals were due: the recorder counts what was begun and dropped, not what
  /// waits.
  private IntervalCounts withDue(IntervalCounts counts, long untilNanos) {
    OutcomeCounts own = counts.tally().transactions().counts();
    long accounted = cumulative.arrivals() + own.arrivals();
    long all = plan.spec().open() ? Math.max(accounted, load.due(untilNanos)) : accounted;
    return counts.with(own.withDue(Math.max(0, all - cumulative.due())));
  }

  /// For how long the oldest waiting arrival has been due at a moment of the run. Arrivals are
  /// begun in the order in which they are due.
  private long oldestWaiting(long untilNanos) {
    return cumulative.waiting() <= 0 ? 0 : untilNanos - load.dueNanos(cumulative.arrivals());
  }
}
