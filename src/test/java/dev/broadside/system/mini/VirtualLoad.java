package dev.broadside.system.mini;

import dev.broadside.client.arrivals.Course;
import dev.broadside.client.arrivals.Stages;
import dev.broadside.client.arrivals.Starts;
import dev.broadside.core.fixture.RecordBuilder;
import dev.broadside.core.job.Plan;
import dev.broadside.core.load.LoadChange;
import dev.broadside.core.load.RunAxis;
import dev.broadside.core.pace.Curve;
import dev.broadside.core.pace.Portion;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.recorder.CounterFile;
import dev.broadside.core.recorder.IntervalCounts;
import dev.broadside.core.recorder.Recorder;
import dev.broadside.core.recorder.ThreadRecorder;
import dev.broadside.core.stat.DropReason;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.stat.OperationCounts;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.time.Time;
import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Failure;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;

/// The load threads and the sealer of one share in manual time: a load whose iterations each take
/// the same time, add one to the target, and are counted by the real recorder.
final class VirtualLoad implements AutoCloseable {
  /// Of an iteration of a closed load: longer than a change is told ahead.
  static final Duration CLOSED_SERVICE = Duration.ofMillis(1_700);

  private static final Duration OPEN_SERVICE = Duration.ofMillis(3);
  private static final int OPERATION = 0;
  private static final Failure REFUSED =
      new Failure(ErrorClass.OTHER, 1054, "42S22", "Unknown column 'b'", Failure.Retry.NEVER)
          .during("op");

  private static final ParameterValues NO_VALUES =
      ((Parameters.Reading.Good) Parameters.of().read(Map.of())).values();

  private final Plan plan;
  private final Time time;
  private final VirtualTarget target;
  private final Duration service;
  private final LongConsumer begun;
  private final LongConsumer done;
  private final Consumer<IntervalRecord> out;
  private final Runnable ended;
  private final RunAxis axis;
  private final List<Claim> claims = new ArrayList<>();
  private final CounterFile counters;
  private final Recorder recorder;
  private Course course;
  private int changes;
  private OutcomeCounts cumulative = OutcomeCounts.NONE;
  private List<OperationCounts> cumulativeOperations = List.of();
  private long originNanos;
  private long fromNanos;
  private int interval;
  private int inFlight;
  private int sealed;
  private boolean stopping;
  private boolean over;

  /// Opens the threads.
  ///
  /// @param target counts the iterations that took effect, over all agents
  /// @param begun is told when each iteration begins, from the common start
  /// @param done is told when each has ended, or was killed
  /// @param out takes each interval's record
  /// @param ended is run when the last record is out
  VirtualLoad(
      Plan plan,
      Path counterFile,
      Time time,
      VirtualTarget target,
      LongConsumer begun,
      LongConsumer done,
      Consumer<IntervalRecord> out,
      Runnable ended)
      throws IOException {
    this.plan = plan;
    this.time = time;
    this.target = target;
    this.service = plan.spec().open() ? OPEN_SERVICE : CLOSED_SERVICE;
    this.begun = begun;
    this.done = done;
    this.out = out;
    this.ended = ended;
    this.axis = plan.spec().axis();
    this.course = course(plan.changes());
    this.changes = plan.changes().size();
    int threads = plan.slice().threads();
    counters = CounterFile.create(counterFile, threads, 2, plan.operations().size());
    recorder = new Recorder(axis, plan.spec().open(), counters, time);
  }

  /// Begins now.
  ///
  /// @param origin the common start, which may have passed
  void start(long origin) {
    originNanos = origin;
    fromNanos = Math.max(origin, time.nanos());
    recorder.start(originNanos, fromNanos);
    interval = axis.indexAt(fromNanos - originNanos);
    long away =
        plan.again()
            ? course.arrivals().skip(fromNanos - originNanos, plan.former().arrivals())
            : 0;
    if (away > 0) {
      recorder.thread(0).dropped(DropReason.AWAY, away);
    }
    for (int thread = 0; thread < plan.slice().threads(); thread++) {
      claims.add(new Claim(thread));
      claims.get(thread).next();
    }
    sealAtItsEnd();
  }

  private Course course(List<LoadChange> made) {
    Portion share = plan.slice().portion();
    Stages stages = Stages.of(plan.spec().phases(), share, made, (_, _) -> NO_VALUES);
    return Course.of(stages, plan.spec().seed());
  }

  /// Changes what is to come, as the threads of a real worker do.
  void change(List<LoadChange> made) {
    while (changes < made.size()) {
      long atNanos = made.get(changes).atNanos();
      long fromNanos = running() ? Math.max(atNanos, time.nanos() + 1 - originNanos) : atNanos;
      course = course.until(fromNanos, course(made.subList(0, changes + 1)));
      changes++;
      claims.forEach(claim -> claim.changed(fromNanos));
    }
  }

  private boolean running() {
    return !claims.isEmpty();
  }

  /// What one thread is about to do, or waits for.
  private final class Claim {
    private final int thread;
    private Starts.ThreadSchedule duty;
    private long dueNanos = Curve.NEVER;
    private long turn;
    private boolean busy;

    Claim(int thread) {
      this.thread = thread;
      this.duty = new Starts.ThreadSchedule(course.stages(), thread);
    }

    void next() {
      busy = false;
      dueNanos =
          plan.spec().open() ? course.arrivals().claim() : duty.from(time.nanos() - originNanos);
      long mine = ++turn;
      if (dueNanos != Curve.NEVER) {
        time.runAt(
            originNanos + dueNanos,
            () -> {
              if (mine == turn) {
                busy = true;
                iterate(thread, this);
              }
            });
      }
    }

    void changed(long fromNanos) {
      duty = new Starts.ThreadSchedule(course.stages(), thread);
      if (!busy && dueNanos >= fromNanos) {
        next();
      }
    }
  }

  private void iterate(int thread, Claim claim) {
    if (over || stopping) {
      return;
    }
    ThreadRecorder own = recorder.thread(thread);
    long intendedNanos = time.nanos();
    long startNanos = own.begin(intendedNanos);
    begun.accept(startNanos - originNanos);
    own.operationBegun(OPERATION);
    inFlight++;
    time.runIn(
        service,
        () -> {
          if (!over) {
            inFlight--;
            done.accept(time.nanos() - originNanos);
            end(own, startNanos, intendedNanos);
            claim.next();
          }
        });
  }

  private void end(ThreadRecorder own, long startNanos, long intendedNanos) {
    if (target.refuses()) {
      own.operationFailed(OPERATION, startNanos);
      own.failed(REFUSED, intendedNanos);
    } else {
      target.of(plan.runId()).incrementAndGet();
      own.operationOk(OPERATION, startNanos);
      own.ok(startNanos, intendedNanos, intendedNanos, 1, 1, false);
    }
  }

  /// Lets iterations that have begun end, and no more.
  void stop() {
    if (!stopping) {
      stopping = true;
      time.runIn(
          service,
          () -> {
            while (interval < recorder.newestWritten()) {
              seal(false);
            }
            seal(true);
          });
    }
  }

  private void sealAtItsEnd() {
    time.runAt(originNanos + axis.endNanos(interval), () -> seal(isLast()));
  }

  /// What ended just where an interval does counts in the next one.
  private boolean isLast() {
    return inFlight == 0
        && interval >= recorder.newestWritten()
        && (stopping || interval >= axis.intervals() - 1);
  }

  private void seal(boolean last) {
    if (over) {
      return;
    }
    out.accept(record(interval, last));
    interval++;
    sealed++;
    if (last) {
      over = true;
      ended.run();
    } else if (!stopping) {
      sealAtItsEnd();
    }
  }

  private IntervalRecord record(int index, boolean last) {
    long startNanos = Math.max(axis.startNanos(index), fromNanos - originNanos);
    IntervalCounts counts = take(index);
    cumulative = cumulative.plus(counts.tally().transactions().counts());
    cumulativeOperations =
        OperationCounts.sum(cumulativeOperations, counts.tally().operationCounts());
    RecordKey key =
        new RecordKey(plan.runId(), plan.agent(), plan.incarnation(), RecordKey.LOAD, sealed);
    long untilNow = time.nanos() - originNanos - startNanos;
    return RecordBuilder.of(key, axis, index)
        .span(startNanos, Math.clamp(untilNow, 1, axis.endNanos(index) - startNanos))
        .threads(course.stages().threadsWithin(startNanos, axis.endNanos(index)))
        .tally(counts.tally())
        .cumulative(cumulative)
        .cumulativeOperations(cumulativeOperations)
        .errors(counts.errors())
        .last(last)
        .build();
  }

  private IntervalCounts take(int index) {
    try {
      return recorder.seal(index);
    } catch (InterruptedException e) {
      throw new AssertionError("nobody interrupts a simulation", e);
    }
  }

  /// How many records are out.
  int sealed() {
    return sealed;
  }

  boolean over() {
    return over;
  }

  /// Ends on the spot, as a killed process. Of what was under way, some has taken effect.
  @Override
  public void close() {
    if (!over) {
      over = true;
      recorder.lives();
      target.of(plan.runId()).addAndGet(inFlight / 2);
      LongStream.generate(() -> time.nanos() - originNanos).limit(inFlight).forEach(done);
    }
    counters.close();
  }
}
