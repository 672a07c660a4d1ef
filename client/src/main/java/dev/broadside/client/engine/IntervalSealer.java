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
import dev.broadside.core.stat.OperationCounts;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.time.Time;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.LongBinaryOperator;
import java.util.function.LongSupplier;

/// Seals one interval after the other, from the one in which the threads begin until all of them
/// have ended, each as a record: empty ones as zeros, late ones in order, and the last one marked.
///
/// Boundaries come from the run's axis and never from the time of the last seal, so delays do not
/// add up. For one thread.
final class IntervalSealer {
  private final Plan plan;
  private final Recorder recorder;
  private final Time time;
  private final IntSupplier working;
  private final LongBinaryOperator planned;
  private final DueArrivals due;
  private final GeneratorWatch watch;
  private final FigureBook figures;
  private final Consumer<IntervalRecord> out;
  private final BooleanSupplier stopped;
  private final Pause pause;
  private final RunAxis axis;
  private final long originNanos;
  private final LongSupplier from;
  private OutcomeCounts cumulative = OutcomeCounts.NONE;
  private List<OperationCounts> cumulativeOperations = List.of();
  private int workingBefore;
  private long seq;

  /// What was due for the threads of an open load.
  interface DueArrivals {
    /// How many before a moment of the run.
    long due(long nanos);

    /// When one of them was, behind so many.
    long dueNanos(long number);
  }

  /// @param from when the threads begin, at the common start or amid the run; asked when they do
  /// @param working how many threads are still at work; when it is 0 nothing will be recorded any
  ///   more
  /// @param planned how many threads the load wants at work between two moments of the run, at the
  ///   most
  /// @param due asked of an open load only
  /// @param stopped whether the run was stopped, so that nobody waits for its planned end
  /// @param pause where it sleeps; to be woken when all threads have ended
  /// @param watch tells how the generator itself fared
  /// @param figures what else is counted and measured
  /// @param out takes the records, in order; may wait, which costs resolution in time and no counts
  IntervalSealer(
      Plan plan,
      Recorder recorder,
      Time time,
      long originNanos,
      LongSupplier from,
      IntSupplier working,
      LongBinaryOperator planned,
      DueArrivals due,
      BooleanSupplier stopped,
      Pause pause,
      GeneratorWatch watch,
      FigureBook figures,
      Consumer<IntervalRecord> out) {
    this.plan = plan;
    this.recorder = recorder;
    this.time = time;
    this.originNanos = originNanos;
    this.from = from;
    this.working = working;
    this.planned = planned;
    this.due = due;
    this.stopped = stopped;
    this.watch = watch;
    this.figures = figures;
    this.out = out;
    this.pause = pause;
    this.axis = plan.spec().axis();
    this.workingBefore = working.getAsInt();
  }

  /// Seals everything.
  ///
  /// @return the sequence number of the last record
  long run() throws InterruptedException {
    long fromNanos = from.getAsLong();
    int first = axis.indexAt(fromNanos - originNanos);
    awaitUnlessClosing(first, fromNanos);
    watch.begin();
    figures.begin();
    for (int interval = first; ; interval++) {
      awaitUnlessClosing(interval, originNanos + axis.endNanos(interval));
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

  /// Whether nothing more will come, so that an interval needs not go on to its planned end. The
  /// last planned one does, unless the run was stopped: a run lasts as long as it was asked to.
  private boolean closesEarly(int interval) {
    return isLast(interval) && (stopped.getAsBoolean() || interval >= axis.intervals());
  }

  private boolean isLast(int interval) {
    return working.getAsInt() == 0
        && interval >= recorder.newestWritten()
        && (stopped.getAsBoolean() || interval >= axis.intervals() - 1);
  }

  private void seal(int interval, boolean last) throws InterruptedException {
    long startNanos = Math.max(axis.startNanos(interval), from.getAsLong() - originNanos);
    long fullNanos = axis.endNanos(interval) - startNanos;
    long now = time.nanos();
    long passedNanos = Math.clamp(now - originNanos - startNanos, 1, fullNanos);
    IntervalCounts counts = withDue(recorder.seal(interval), startNanos + passedNanos);
    cumulative = cumulative.plus(counts.tally().transactions().counts());
    cumulativeOperations =
        OperationCounts.sum(cumulativeOperations, counts.tally().operationCounts());
    // At the end of the last interval nobody is at work any more, but its figures are of those who
    // were.
    int alive = Math.max(workingBefore, working.getAsInt());
    long wanted = planned.applyAsLong(startNanos, startNanos + passedNanos);
    int atWork = (int) Math.min(alive, wanted);
    workingBefore = working.getAsInt();
    long untilNanos = startNanos + passedNanos;
    GeneratorSample sample =
        watch
            .sample(originNanos + startNanos, originNanos + untilNanos, counts)
            .with(GeneratorFigure.OLDEST_WAITING, oldestWaiting(untilNanos));
    FigureBook.Page page = figures.next(counts, untilNanos / 1_000_000);
    out.accept(
        new IntervalRecord(
            new RecordKey(plan.runId(), plan.agent(), plan.incarnation(), RecordKey.LOAD, seq++),
            new IntervalRecord.Interval(
                interval,
                startNanos,
                last ? passedNanos : fullNanos,
                stopped.getAsBoolean() ? axis.phaseOf(axis.intervals()) : axis.phaseOf(interval),
                atWork),
            counts.tally(),
            new IntervalRecord.Total(cumulative, cumulativeOperations, 0),
            page.errors(),
            sample,
            last,
            page.figures()));
  }

  /// The recorder knows what was begun and dropped, and nothing of what waits.
  private IntervalCounts withDue(IntervalCounts counts, long untilNanos) {
    OutcomeCounts own = counts.tally().transactions().counts();
    long accounted = cumulative.arrivals() + own.arrivals();
    long all = plan.spec().open() ? Math.max(accounted, due.due(untilNanos)) : accounted;
    return counts.with(own.withDue(Math.max(0, all - cumulative.due())));
  }

  /// For how long the oldest arrival that waits has been due at a moment of the run: they are begun
  /// in the order in which they are due.
  private long oldestWaiting(long untilNanos) {
    return cumulative.waiting() <= 0 ? 0 : untilNanos - due.dueNanos(cumulative.arrivals());
  }
}
