package dev.broadside.client.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.broadside.client.process.ClosingRecord;
import dev.broadside.client.spool.TestRecords;
import dev.broadside.core.fixture.RecordBuilder;
import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.job.Plan;
import dev.broadside.core.job.ShareSlice;
import dev.broadside.core.pace.Portion;
import dev.broadside.core.recorder.CounterFile;
import dev.broadside.core.recorder.Recorder;
import dev.broadside.core.recorder.ThreadRecorder;
import dev.broadside.core.stat.DropReason;
import dev.broadside.core.stat.FigureRow;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.stat.OperationCounts;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.stat.TestCounts;
import dev.broadside.core.time.ManualTime;
import dev.broadside.core.work.ErrorClass;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClosingRecordTest {
  private static final long SECOND = 1_000_000_000L;

  @TempDir private Path folder;

  private final Plan plan = Plans.plan("run", "ab".repeat(32), "noop", 60).withIncarnation(1);

  private static final List<OperationCounts> SEALED =
      List.of(new OperationCounts(9, 1, 6, 1, 1, 1), new OperationCounts(3, 0, 3, 0, 0, 0));

  private static CounterFile.Left left(OutcomeCounts counts) {
    return left(counts, 0, SECOND);
  }

  private static CounterFile.Left left(OutcomeCounts counts, long fromNanos, long untilNanos) {
    return new CounterFile.Left(
        counts, List.of(), 0, Tally.NONE, FigureRow.NONE, fromNanos, untilNanos);
  }

  private static IntervalRecord sealed(OutcomeCounts cumulative, boolean last) {
    return RecordBuilder.of(TestRecords.record("run", 1, 6).key(), 6)
        .cumulative(cumulative)
        .cumulativeOperations(SEALED)
        .last(last)
        .build();
  }

  @Test
  void itHoldsWhatWasCountedAfterTheLastSealedRecord() throws IOException {
    OutcomeCounts before =
        TestCounts.of(
            10,
            7,
            Map.of(ErrorClass.DEADLOCK, 2L),
            0,
            4,
            1,
            Map.of(),
            20,
            30,
            Map.of(1, 2L, 2, 1L));
    OutcomeCounts left =
        TestCounts.of(
            20,
            12,
            Map.of(ErrorClass.DEADLOCK, 2L, ErrorClass.TIMEOUT, 3L),
            3,
            5,
            1,
            Map.of(),
            25,
            36,
            Map.of(1, 3L, 2, 1L));
    List<OperationCounts> operations =
        List.of(new OperationCounts(14, 1, 9, 3, 1, 2), new OperationCounts(3, 2, 3, 0, 0, 0));
    IntervalRecord closing =
        ClosingRecord.of(
                plan,
                Optional.of(sealed(before, false)),
                new CounterFile.Left(
                    left, operations, 2, Tally.NONE, FigureRow.NONE, 0, 7 * SECOND),
                OptionalLong.of(7 * SECOND + 250_000_000),
                false)
            .orElseThrow();
    OutcomeCounts own = closing.tally().transactions().counts();
    assertEquals(
        TestCounts.of(
            10, 5, Map.of(ErrorClass.TIMEOUT, 3L), 3, 1, 0, Map.of(), 5, 6, Map.of(1, 1L)),
        own);
    assertEquals(left, closing.total().transactions());
    assertEquals(left, before.plus(own));
    assertEquals(7, closing.key().seq());
    assertEquals(7, closing.index());
    assertEquals(7 * SECOND, closing.startNanos());
    assertEquals(250_000_000, closing.lengthNanos());
    assertEquals(0, closing.tally().transactions().service().count());
    assertEquals(
        List.of(new OperationCounts(5, 0, 3, 2, 0, 1), new OperationCounts(0, 2, 0, 0, 0, 0)),
        closing.tally().operationCounts());
    assertEquals(operations, closing.total().operations());
    assertEquals(2, closing.total().inFlight());
  }

  /// An agent stands still, or waits for its disk, while its worker seals one interval after the
  /// other, and dies with it: the newest records are on no disk.
  @ParameterizedTest
  @CsvSource({"0, 2", "1, 4", "2, 6", "3, 8", "4, 8", "7, 8"})
  void latenciesOfTheNewestThreeIntervalsNeedNoRecord(int notOnDisk, int timed) throws Exception {
    Path file = folder.resolve("counters");
    List<IntervalRecord> records = new ArrayList<>();
    try (CounterFile counters = CounterFile.create(file, 1, 1, 0)) {
      ManualTime time = new ManualTime(Instant.EPOCH);
      Recorder recorder = new Recorder(plan.spec().axis(), false, counters, time);
      recorder.start(time.nanos());
      OutcomeCounts cumulative = OutcomeCounts.NONE;
      twice(recorder.thread(0));
      for (int interval = 0; interval < 10; interval++) {
        time.advance(Duration.ofSeconds(1));
        cumulative = cumulative.plus(recorder.seal(interval).tally().transactions().counts());
        records.add(
            RecordBuilder.of(TestRecords.record("run", 1, interval).key(), interval)
                .cumulative(cumulative)
                .build());
        twice(recorder.thread(0));
      }
    }

    int newest = records.size() - 1 - notOnDisk;
    IntervalRecord closing =
        ClosingRecord.of(
                plan,
                Optional.of(records.get(newest)),
                CounterFile.readDead(file, newest),
                OptionalLong.empty(),
                false)
            .orElseThrow();

    assertEquals(2 * (notOnDisk + 1), closing.tally().transactions().counts().ok());
    assertEquals(timed, closing.tally().transactions().service().count());
  }

  private static void twice(ThreadRecorder thread) {
    for (int i = 0; i < 2; i++) {
      thread.ok(thread.begin(ThreadRecorder.AT_ONCE), 0, 0, 0, 0, false);
    }
  }

  @Test
  void countersThatHoldLessThanWasSealedAreDamaged() {
    OutcomeCounts before = TestRecords.counts(10);
    CounterFile.Left fewer = left(TestRecords.counts(9));
    CounterFile.Left fewerOperations =
        new CounterFile.Left(
            before,
            List.of(new OperationCounts(9, 1, 5, 1, 1, 1), new OperationCounts(3, 0, 3, 0, 0, 0)),
            0,
            Tally.NONE,
            FigureRow.NONE,
            0,
            0);

    for (CounterFile.Left damaged : List.of(fewer, fewerOperations)) {
      assertThrows(
          IOException.class,
          () ->
              ClosingRecord.of(
                  plan, Optional.of(sealed(before, false)), damaged, OptionalLong.empty(), false));
    }
  }

  @Test
  void aWorkerThatDiedInItsFirstIntervalIsClosedByItsFirstRecord() throws IOException {
    OutcomeCounts left = TestRecords.counts(3);
    IntervalRecord closing =
        ClosingRecord.of(plan, Optional.empty(), left(left), OptionalLong.empty(), false)
            .orElseThrow();
    assertEquals(0, closing.key().seq());
    assertEquals(left, closing.tally().transactions().counts());
    assertEquals(SECOND, closing.lengthNanos());
  }

  @ParameterizedTest
  @CsvSource({"7250, 7900", "7250, 9100", "7000, 7001", "0, 400"})
  void aResumedWorkerThatDiesBeforeItsFirstRecordIsClosedWhereItBegan(long from, long until)
      throws IOException {
    long fromNanos = from * 1_000_000;
    long untilNanos = until * 1_000_000;
    CounterFile.Left left = left(TestRecords.counts(3), fromNanos, untilNanos);

    for (OptionalLong died : List.of(OptionalLong.of(untilNanos), OptionalLong.empty())) {
      IntervalRecord closing =
          ClosingRecord.of(plan, Optional.empty(), left, died, false).orElseThrow();

      assertEquals(0, closing.key().seq());
      assertEquals(plan.spec().axis().indexAt(fromNanos), closing.index());
      assertEquals(fromNanos, closing.startNanos());
      assertEquals(untilNanos, closing.endNanos());
    }
  }

  /// Or while its agent stood still, and did not see it die.
  @ParameterizedTest
  @CsvSource({"-1", "37000"})
  void aWorkerWhoseDeathNobodySawIsClosedAtItsLastSignOfLife(long noticed) throws IOException {
    OutcomeCounts before = TestRecords.counts(10);
    IntervalRecord closing =
        ClosingRecord.of(
                plan,
                Optional.of(
                    RecordBuilder.of(TestRecords.record("run", 1, 6).key(), 6)
                        .cumulative(before)
                        .build()),
                left(TestRecords.counts(12), 0, 7 * SECOND + 300_000_000),
                noticed < 0 ? OptionalLong.empty() : OptionalLong.of(noticed * 1_000_000),
                false)
            .orElseThrow();

    assertEquals(7 * SECOND, closing.startNanos());
    assertEquals(300_000_000, closing.lengthNanos());
  }

  @Test
  void aWorkerThatClosedItselfNeedsNoClosing() throws IOException {
    OutcomeCounts all = TestRecords.counts(3);
    assertEquals(
        Optional.empty(),
        ClosingRecord.of(
            plan, Optional.of(sealed(all, true)), left(all), OptionalLong.empty(), false));
  }

  @Test
  void aWorkerThatNeverRanLoadNeedsNoClosing() throws IOException {
    assertEquals(
        Optional.empty(),
        ClosingRecord.of(
            plan, Optional.empty(), CounterFile.Left.NOTHING, OptionalLong.empty(), false));
  }

  /// At 20 a second, 140 of which it had begun by the end of the seventh interval: none of what was
  /// due since is lost, however it died.
  @ParameterizedTest
  @CsvSource({
    "7500, false, 150, 10, AWAY",
    "9000, false, 180, 40, AWAY",
    "25000, false, 240, 100, NO_FREE_THREAD",
    "9000, true, 140, 0, STOPPED",
    "-1, false, 140, 0, AWAY",
  })
  void whatWasDueAndNotBegunWhenAWorkerDiedIsDropped(
      long diedMillis, boolean stopped, long due, long dropped, DropReason reason)
      throws IOException {
    Plan open =
        new Plan(
            "run",
            "a",
            1,
            SpecBuilder.of("noop")
                .phases(SpecBuilder.measure(Duration.ofSeconds(12), SpecBuilder.open(8, 20)))
                .build(),
            List.of(),
            ShareSlice.of(new Portion(0, 1), 8));
    OutcomeCounts begun = TestRecords.counts(140);

    IntervalRecord closing =
        ClosingRecord.of(
                open,
                Optional.of(sealed(begun, false)),
                left(begun, 0, Math.max(SECOND, diedMillis * 1_000_000)),
                diedMillis < 0 ? OptionalLong.empty() : OptionalLong.of(diedMillis * 1_000_000),
                stopped)
            .orElseThrow();

    assertEquals(due, closing.total().transactions().due());
    assertEquals(
        dropped == 0 ? Map.of() : Map.of(reason, dropped),
        closing.total().transactions().droppedBy());
    assertEquals(0, closing.total().transactions().waiting());
    assertEquals(due - 140, closing.tally().transactions().counts().due());
  }
}
