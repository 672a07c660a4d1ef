package dev.broadside.core.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.figures.LatencyMillis;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.figures.NumberText;
import dev.broadside.core.job.Specs;
import dev.broadside.core.load.PhaseKind;
import dev.broadside.core.load.RunAxis;
import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.DropReason;
import dev.broadside.core.stat.ErrorSample;
import dev.broadside.core.stat.FigureRow;
import dev.broadside.core.stat.Observed;
import dev.broadside.core.stat.OperationCounts;
import dev.broadside.core.stat.OperationStats;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.stat.TestCounts;
import dev.broadside.core.stat.TransactionStats;
import dev.broadside.core.time.ManualTime;
import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Failure.Retry;
import dev.broadside.core.work.Observation.Slow;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecorderTest {
  private static final long MILLI = 1_000_000;
  private static final RunAxis AXIS =
      RunAxis.of(
          List.of(Specs.phase(PhaseKind.MEASURE, Duration.ofSeconds(100))), Duration.ofSeconds(1));
  private static final Failure DEADLOCK =
      new Failure(ErrorClass.DEADLOCK, 1213, "40001", "Deadlock\nfound\u009b", Retry.SAME_INPUT);

  @TempDir Path folder;
  private final ManualTime time = new ManualTime(Instant.EPOCH);
  private Path file;
  private CounterFile counters;
  private Recorder recorder;

  @BeforeEach
  void start() throws IOException {
    file = folder.resolve("counters");
    counters = CounterFile.create(file, 3, 1, 2);
    recorder = recorder(true);
  }

  private Recorder recorder(boolean open) {
    Recorder made = new Recorder(AXIS, open, counters, time);
    made.start(0);
    return made;
  }

  @AfterEach
  void close() {
    counters.close();
  }

  @Test
  void anIterationCountsInTheIntervalInWhichItEnds() throws InterruptedException {
    ThreadRecorder thread = recorder.thread(0);
    advance(900);
    long start = thread.begin(ThreadRecorder.AT_ONCE);
    advance(200);
    thread.ok(start, 850 * MILLI, 800 * MILLI, 3, 4, true);

    TransactionStats first = recorder.seal(0).tally().transactions();
    TransactionStats second = recorder.seal(1).tally().transactions();

    assertEquals(TestCounts.of(1, 0, Map.of(), 0, 0, 0, Map.of(), 0, 0, Map.of()), first.counts());
    assertTrue(first.service().isEmpty());
    assertEquals(TestCounts.of(0, 1, Map.of(), 0, 0, 1, Map.of(), 3, 4, Map.of()), second.counts());
    assertEquals(200 * MILLI, second.service().sumNanos());
    assertEquals(50 * MILLI, second.connectionWait().sumNanos());
    assertEquals(50 * MILLI, second.scheduleDelay().sumNanos());
    assertEquals(300 * MILLI, second.response().maxNanos());
  }

  @Test
  void whatAnIterationSaysHasEndedIsCountedAtOnceAndHasNoLatency() throws InterruptedException {
    ThreadRecorder thread = recorder.thread(0);
    long start = thread.begin(ThreadRecorder.AT_ONCE);
    advance(900);
    thread.ended(40);
    assertEquals(0, thread.inFlightNanos(time.nanos()));
    advance(200);
    thread.ended(0);
    thread.ok(start, start, start, 0, 0, false);
    long next = thread.begin(ThreadRecorder.AT_ONCE);
    advance(10);
    thread.ok(next, next, next, 0, 0, false);

    TransactionStats first = recorder.seal(0).tally().transactions();
    TransactionStats second = recorder.seal(1).tally().transactions();

    assertEquals(
        TestCounts.of(41, 40, Map.of(), 0, 0, 0, Map.of(), 0, 0, Map.of()), first.counts());
    assertTrue(first.service().isEmpty());
    assertEquals(TestCounts.of(1, 2, Map.of(), 0, 0, 0, Map.of(), 0, 0, Map.of()), second.counts());
    assertEquals(10 * MILLI, second.service().sumNanos(), "the next iteration is timed again");
    assertEquals(1_110 * MILLI, recorder.busyNanos(time.nanos()));
  }

  @Test
  void timeInIterationsIsCountedHoweverTheyEnd() {
    ThreadRecorder one = recorder.thread(0);
    ThreadRecorder other = recorder.thread(1);
    long start = one.begin(ThreadRecorder.AT_ONCE);
    advance(30);
    other.begin(ThreadRecorder.AT_ONCE);
    advance(10);
    one.ok(start, start, start, 0, 0, false);
    assertEquals(50 * MILLI, recorder.busyNanos(time.nanos()));
    advance(100);
    other.failed(DEADLOCK, 0);
    advance(1_000);
    assertEquals(150 * MILLI, recorder.busyNanos(time.nanos()));
  }

  @Test
  void anEmptyIntervalIsZeros() throws InterruptedException {
    IntervalCounts counts = recorder.seal(0);

    assertEquals(OutcomeCounts.NONE, counts.tally().transactions().counts());
    assertTrue(counts.tally().transactions().service().isEmpty());
    assertEquals(List.of(), counts.errors());
  }

  @Test
  void aClosedLoadHasServiceTimesOnly() throws InterruptedException {
    Recorder closed = recorder(false);
    ThreadRecorder thread = closed.thread(0);
    thread.ok(thread.begin(ThreadRecorder.AT_ONCE), 0, 0, 0, 0, false);

    TransactionStats stats = closed.seal(0).tally().transactions();

    assertEquals(1, stats.service().count());
    assertTrue(stats.response().isEmpty());
    assertTrue(stats.scheduleDelay().isEmpty());
  }

  @Test
  void whatEndsBadlyIsTimedFromWhenItWasWantedAndApartFromWhatEndsWell()
      throws InterruptedException {
    ThreadRecorder thread = recorder.thread(0);
    advance(200);
    thread.begin(ThreadRecorder.AT_ONCE);
    advance(100);
    thread.failed(DEADLOCK, 50 * MILLI);
    thread.begin(ThreadRecorder.AT_ONCE);
    advance(30);
    thread.uncertain(DEADLOCK, 300 * MILLI);

    TransactionStats open = recorder.seal(0).tally().transactions();

    assertEquals(2, open.failed().count());
    assertEquals(250 * MILLI, open.failed().maxNanos());
    assertEquals(280 * MILLI, open.failed().sumNanos());
    assertTrue(open.service().isEmpty());
    assertTrue(open.response().isEmpty());
  }

  @Test
  void inAClosedLoadWhatEndsBadlyIsTimedFromItsStart() throws InterruptedException {
    Recorder closed = recorder(false);
    ThreadRecorder thread = closed.thread(0);
    advance(200);
    thread.begin(ThreadRecorder.AT_ONCE);
    advance(100);
    thread.noted(DEADLOCK);
    thread.retried();
    advance(50);
    thread.failed(DEADLOCK, 0);

    assertEquals(150 * MILLI, closed.seal(0).tally().transactions().failed().sumNanos());
  }

  @Test
  void operationsTakeEffectOnlyWithTheirIteration() throws InterruptedException {
    ThreadRecorder thread = recorder.thread(1);
    long start = thread.begin(ThreadRecorder.AT_ONCE);
    thread.operationOk(0, start);
    thread.operationOk(0, start);
    thread.operationFailed(1, start);
    thread.retried();
    thread.operationOk(0, start);
    thread.ok(start, 0, 0, 0, 0, false);
    thread.begin(ThreadRecorder.AT_ONCE);
    thread.operationOk(1, start);
    thread.uncertain(DEADLOCK, 0);
    thread.begin(ThreadRecorder.AT_ONCE);
    thread.operationOk(1, start);
    thread.failed(DEADLOCK, 0);
    thread.begin(ThreadRecorder.AT_ONCE);
    thread.operationOk(0, start);
    thread.ok(start, 0, 0, 0, 0, true);
    thread.begin(ThreadRecorder.AT_ONCE);
    thread.operationUnanswered(0, start);
    thread.uncertain(DEADLOCK, 0);

    IntervalCounts counts = recorder.seal(0);

    OperationStats first = counts.tally().operation(0);
    OperationStats second = counts.tally().operation(1);
    assertEquals(new OperationCounts(4, 0, 1, 0, 1, 1), first.counts());
    assertEquals(new OperationCounts(2, 1, 0, 1, 0, 0), second.counts());
    assertEquals(
        TestCounts.of(
            5, 2, Map.of(ErrorClass.DEADLOCK, 1L), 2, 1, 1, Map.of(), 0, 0, Map.of(1, 1L)),
        counts.tally().transactions().counts());
  }

  @Test
  void whatEndedWellIsCountedByTheRepetitionsThatItNeeded() throws InterruptedException {
    ThreadRecorder thread = recorder.thread(0);
    for (int retries = 0; retries <= OutcomeCounts.MAX_RETRIES; retries++) {
      long start = thread.begin(ThreadRecorder.AT_ONCE);
      for (int i = 0; i < retries; i++) {
        thread.retried();
      }
      thread.ok(start, 0, 0, 0, 0, false);
    }
    thread.begin(ThreadRecorder.AT_ONCE);
    thread.retried();
    thread.failed(DEADLOCK, 0);

    OutcomeCounts counts = recorder.seal(0).tally().transactions().counts();

    Map<Integer, Long> onceEach =
        IntStream.rangeClosed(1, OutcomeCounts.MAX_RETRIES)
            .boxed()
            .collect(Collectors.toMap(retries -> retries, _ -> 1L));
    assertEquals(onceEach, counts.okAfterRetries());
    assertEquals(46, counts.retried());
    assertEquals(57, counts.attempts());
  }

  @Test
  void aKindOfFailureOfAnOperationIsKeptOnceWithItsFirstMessageMadeHarmless()
      throws InterruptedException {
    ThreadRecorder thread = recorder.thread(0);
    advance(100);
    thread.noted(DEADLOCK);
    advance(200);
    thread.noted(new Failure(ErrorClass.DEADLOCK, 1213, "40001", "another", Retry.NEVER));
    thread.noted(DEADLOCK.during("write"));

    List<ErrorSample> errors = recorder.seal(0).errors();

    assertEquals(
        List.of(
            new ErrorSample(ErrorClass.DEADLOCK, 1213, "40001", "", "Deadlock found?", 2, 100, 300),
            new ErrorSample(
                ErrorClass.DEADLOCK, 1213, "40001", "write", "Deadlock found?", 1, 300, 300)),
        errors);
  }

  @Test
  void theSlowestIterationsOfAnIntervalAreKeptWithWhereTheyWereSlow() throws InterruptedException {
    recorder.thread(0).connected(OptionalLong.of(71));
    slow(recorder.thread(0), 10, 20);
    slow(recorder.thread(0), 30, 5);
    slow(recorder.thread(0), 1, 2);
    slow(recorder.thread(1), 2, 1);
    ThreadRecorder failing = recorder.thread(2);
    long start = failing.begin(ThreadRecorder.AT_ONCE);
    advance(8);
    failing.operationFailed(1, start);
    failing.noted(DEADLOCK);
    failing.retried();
    advance(17);
    failing.uncertain(DEADLOCK, start - 4 * MILLI);

    List<SlowIteration> slowest = recorder.seal(0).slowest();

    assertEquals(
        List.of(
            new SlowIteration(
                0,
                OptionalLong.of(71),
                new SlowIteration.Times(30 * MILLI, 35 * MILLI, 3 * MILLI),
                Slow.Outcome.OK,
                1,
                0,
                30 * MILLI,
                3),
            new SlowIteration(
                0,
                OptionalLong.of(71),
                new SlowIteration.Times(0, 30 * MILLI, 3 * MILLI),
                Slow.Outcome.OK,
                1,
                1,
                20 * MILLI,
                3),
            new SlowIteration(
                2,
                OptionalLong.empty(),
                new SlowIteration.Times(71 * MILLI, 25 * MILLI, 4 * MILLI),
                Slow.Outcome.UNCERTAIN,
                2,
                1,
                8 * MILLI,
                2)),
        slowest);
    assertEquals(
        new Observed(
            71,
            new Slow(
                new Slow.Spent("write", 8_000, List.of("write")),
                25_000,
                4_000,
                Slow.Outcome.UNCERTAIN,
                2,
                42,
                "")),
        slowest.getLast().observed(List.of("read", "write"), 40));
  }

  @Test
  void anIntervalThatTakesASlotAgainHasNoneOfTheSlowOnesBefore() throws InterruptedException {
    slow(recorder.thread(0), 30, 5);
    for (int interval = 0; interval < Recorder.RING; interval++) {
      recorder.seal(interval);
      advance(1_000);
    }
    slow(recorder.thread(0), 1, 1);

    assertEquals(
        List.of(2 * MILLI),
        recorder.seal(Recorder.RING).slowest().stream()
            .map(one -> one.times().serviceNanos())
            .toList());
  }

  /// An iteration of two operations, which began three milliseconds late.
  private void slow(ThreadRecorder thread, long firstMillis, long secondMillis) {
    long start = thread.begin(ThreadRecorder.AT_ONCE);
    advance(firstMillis);
    long second = thread.operationOk(0, start);
    advance(secondMillis);
    thread.operationOk(1, second);
    thread.ok(start, start - MILLI, start - 3 * MILLI, 0, 0, false);
  }

  @Test
  void whenTheSealerIsBehindCountsLoseTheirTimeButNothingElse() throws InterruptedException {
    ThreadRecorder thread = recorder.thread(2);
    for (int second = 0; second < 20; second++) {
      thread.ok(thread.begin(ThreadRecorder.AT_ONCE), 0, 0, 0, 0, false);
      advance(1_000);
    }

    long[] ok = new long[25];
    for (int interval = 0; interval < ok.length; interval++) {
      ok[interval] = recorder.seal(interval).tally().transactions().counts().ok();
    }

    assertEquals(List.of(1L, 1L, 1L, 1L, 1L, 15L), Arrays.stream(ok).limit(6).boxed().toList());
    assertEquals(20, Arrays.stream(ok).sum());
  }

  @Test
  void theCounterFileAgreesWithTheSumOfAllIntervals() throws InterruptedException, IOException {
    for (int i = 0; i < 30; i++) {
      ThreadRecorder thread = recorder.thread(i % 3);
      long start = thread.begin(ThreadRecorder.AT_ONCE);
      thread.operationBegun(0);
      thread.operationOk(0, start);
      thread.operationBegun(1);
      switch (i % 5) {
        case 0 -> thread.operationFailed(1, start);
        case 1 -> thread.operationUnanswered(1, start);
        default -> thread.operationOk(1, start);
      }
      switch (i % 5) {
        case 0 -> thread.failed(DEADLOCK, 0);
        case 1 -> thread.uncertain(DEADLOCK, 0);
        case 2 -> thread.ok(start, 0, 0, 0, 0, true);
        default -> thread.ok(start, 0, 0, i, 2L * i, false);
      }
      thread.dropped(DropReason.NO_FREE_THREAD, i);
      advance(100);
    }

    OutcomeCounts sum = OutcomeCounts.NONE;
    List<OperationCounts> operations = List.of();
    for (int interval = 0; interval < 4; interval++) {
      Tally tally = recorder.seal(interval).tally();
      sum = sum.plus(tally.transactions().counts());
      operations = OperationCounts.sum(operations, tally.operationCounts());
    }

    assertEquals(
        new CounterFile.Left(
            sum,
            operations,
            0,
            new Tally(TransactionStats.NONE, List.of(OperationStats.NONE, OperationStats.NONE)),
            FigureRow.NONE,
            0,
            time.nanos()),
        CounterFile.readDead(file, 3));
    assertEquals(sum.begun(), sum.ended());
  }

  @Test
  void theCounterFileTellsWhereTheLoadBeganAndUntilWhenItsWorkerLived() throws IOException {
    Path late = file.resolveSibling("late");
    try (CounterFile own = CounterFile.create(late, 1, 1, 0)) {
      Recorder resumed = new Recorder(AXIS, false, own, time);
      resumed.lives();
      assertEquals(0, CounterFile.readDead(late, -1).untilNanos());

      resumed.start(time.nanos() - 7_250 * MILLI, time.nanos());
      advance(400);
      resumed.lives();
    }
    CounterFile.Left left = CounterFile.readDead(late, -1);

    assertEquals(7_250 * MILLI, left.fromNanos());
    assertEquals(7_650 * MILLI, left.untilNanos());
  }

  @Test
  void whatDoesNotEndShowsByItsAge() {
    ThreadRecorder stuck = recorder.thread(0);
    stuck.begin(ThreadRecorder.AT_ONCE);
    advance(700);
    ThreadRecorder quick = recorder.thread(1);
    quick.ok(quick.begin(ThreadRecorder.AT_ONCE), 0, 0, 0, 0, false);

    assertEquals(1_000 * MILLI, recorder.oldestInFlightNanos(1_000 * MILLI));

    stuck.failed(DEADLOCK, 0);
    assertEquals(0, recorder.oldestInFlightNanos(1_000 * MILLI));
  }

  @Test
  void aLateWakeIsMeasuredFromTheMomentThatWasWanted() throws InterruptedException {
    advance(50);
    recorder.thread(0).begin(45 * MILLI);

    assertEquals(5 * MILLI, recorder.seal(0).lateness().sumNanos());
  }

  @Test
  void valuesAboveAnHourAreClampedAndCountedAsSuch() throws InterruptedException {
    ThreadRecorder thread = recorder.thread(0);
    thread.operationOk(0, -2 * 3_600_000 * MILLI);

    Distribution service = recorder.seal(0).tally().operation(0).service();

    assertEquals(1, service.clamped());
    assertEquals(2 * 3_600_000 * MILLI, service.maxNanos());
  }

  @Test
  void aThousandLatenciesAboveAnHourAreCountedAndReadAsSuch() throws InterruptedException {
    ThreadRecorder thread = recorder.thread(0);
    for (int i = 0; i < 10_000; i++) {
      thread.operationOk(0, i < 1_000 ? -2 * 3_600_000 * MILLI : -MILLI);
    }

    LatencyMillis shown =
        LatencyMillis.of(recorder.seal(0).tally().operation(0).service()).orElseThrow();

    assertEquals(10_000, shown.count());
    assertEquals(1_000, shown.clamped());
    assertEquals("1.000", NumberText.millis(shown.of(Measure.P90)));
    assertEquals("> 1 h", NumberText.millis(shown.p95()));
    assertEquals("> 1 h", NumberText.millis(shown.measures().get("p99.99")));
    assertEquals("> 1 h", NumberText.millis(shown.max()));
  }

  private void advance(long millis) {
    time.advance(Duration.ofMillis(millis));
  }
}
