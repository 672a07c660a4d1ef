package dev.broadside.core.recorder;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.job.Specs;
import dev.broadside.core.load.PhaseKind;
import dev.broadside.core.load.RunAxis;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.time.SystemTime;
import dev.broadside.core.time.Time;
import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Observation.Slow;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Hunts for transactions that get lost, or that end up in an interval other than their own.
class RecorderStressTest {
  private static final int THREADS = 6;
  private static final int PER_THREAD = 20_000;

  private static final Failure FAILED =
      new Failure(ErrorClass.OTHER, 0, "", "refused", Failure.Retry.NEVER);

  @TempDir Path folder;

  /// A clock on which every reading passes time, so that nearly every transaction straddles a
  /// boundary, and which stands still where the sealer would fall behind.
  private static final class CountingTime implements Time {
    private final AtomicLong readings = new AtomicLong();
    private volatile long limit;

    @Override
    public long nanos() {
      return Math.min(readings.incrementAndGet(), limit);
    }

    /// Between transactions, so that the sealer can go on.
    void awaitMotion() {
      while (readings.get() >= limit) {
        LockSupport.parkNanos(1);
      }
    }

    @Override
    public Instant now() {
      return Instant.EPOCH;
    }

    @Override
    public void sleepUntil(long nanos) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Timer runAt(long nanos, Runnable work) {
      throw new UnsupportedOperationException();
    }
  }

  @Test
  void everyTransactionIsInTheIntervalOfItsEndAndInNoOther() throws Exception {
    int length = 200;
    RunAxis axis =
        RunAxis.of(
            List.of(Specs.phase(PhaseKind.MEASURE, Duration.ofNanos(1_000_003))),
            Duration.ofNanos(length));
    CountingTime time = new CountingTime();
    try (CounterFile counters = CounterFile.create(folder.resolve("counters"), THREADS, 1, 1)) {
      Recorder recorder = new Recorder(axis, false, counters, time);
      recorder.start(0);
      time.limit = axis.endNanos(newestOpen(0)) - 1;
      long[][] ends = new long[THREADS][PER_THREAD];
      List<Thread> threads = startWriters(recorder, ends, time::awaitMotion);

      List<Long> sealed = new ArrayList<>();
      while (threads.stream().anyMatch(Thread::isAlive)) {
        if (time.nanos() >= axis.endNanos(sealed.size())) {
          sealed.add(sealNext(recorder, sealed.size()));
          time.limit = axis.endNanos(newestOpen(sealed.size())) - 1;
        }
      }
      for (Thread thread : threads) {
        thread.join();
      }
      for (int i = 0; i < Recorder.RING; i++) {
        sealed.add(sealNext(recorder, sealed.size()));
      }

      long[] expected = new long[sealed.size()];
      for (long[] ofThread : ends) {
        for (long end : ofThread) {
          expected[axis.indexAt(end)]++;
        }
      }
      assertTrue(sealed.size() > THREADS * PER_THREAD / length, "boundaries in plenty");
      assertArrayEquals(expected, sealed.stream().mapToLong(Long::longValue).toArray());
      assertEquals(
          (long) THREADS * PER_THREAD,
          CounterFile.readDead(folder.resolve("counters"), sealed.size() - 1).transactions().ok());
    }
  }

  /// An entry belongs to one iteration, which its connection's number names, and to the interval in
  /// which that ended; no slower one of that interval is missing.
  @Test
  void theSlowestAreKeptWholeAndInTheIntervalOfTheirEnd() throws Exception {
    RunAxis axis =
        RunAxis.of(
            List.of(Specs.phase(PhaseKind.MEASURE, Duration.ofNanos(1_000_003))),
            Duration.ofNanos(200));
    CountingTime time = new CountingTime();
    try (CounterFile counters = CounterFile.create(folder.resolve("counters"), THREADS, 1, 2)) {
      Recorder recorder = new Recorder(axis, false, counters, time);
      recorder.start(0);
      time.limit = axis.endNanos(newestOpen(0)) - 1;
      long[][] starts = new long[THREADS][PER_THREAD];
      long[][] ends = new long[THREADS][PER_THREAD];
      List<Thread> threads =
          IntStream.range(0, THREADS)
              .mapToObj(i ->
                  Thread.ofPlatform()
                      .start(() ->
                          writeNumbered(recorder.thread(i), starts[i], ends[i], time::awaitMotion)))
              .toList();

      List<List<SlowIteration>> sealed = new ArrayList<>();
      while (threads.stream().anyMatch(Thread::isAlive)) {
        if (time.nanos() >= axis.endNanos(sealed.size())) {
          sealed.add(recorder.seal(sealed.size()).slowest());
          time.limit = axis.endNanos(newestOpen(sealed.size())) - 1;
        }
      }
      for (Thread thread : threads) {
        thread.join();
      }
      for (int i = 0; i < Recorder.RING; i++) {
        sealed.add(recorder.seal(sealed.size()).slowest());
      }

      List<List<Long>> service = new ArrayList<>();
      sealed.forEach(_ -> service.add(new ArrayList<>()));
      for (int thread = 0; thread < THREADS; thread++) {
        for (int i = 0; i < PER_THREAD; i++) {
          service.get(axis.indexAt(ends[thread][i])).add(ends[thread][i] - starts[thread][i]);
        }
      }
      for (int interval = 0; interval < sealed.size(); interval++) {
        for (SlowIteration one : sealed.get(interval)) {
          int number = (int) one.connection().orElseThrow();
          long start = starts[one.thread()][number];
          long end = ends[one.thread()][number];
          assertEquals(new SlowIteration.Times(start, end - start, 0), one.times());
          assertEquals(interval, axis.indexAt(end));
          assertEquals(number & 1, one.operation());
          assertEquals(1L << (number & 1), one.operations());
          assertEquals(number % 3 == 0 ? 2 : 1, one.tries());
          assertEquals(number % 5 == 0 ? Slow.Outcome.FAILED : Slow.Outcome.OK, one.outcome());
        }
        assertEquals(
            service.get(interval).stream()
                .sorted(Comparator.reverseOrder())
                .limit(SlowCells.KEPT)
                .toList(),
            sealed.get(interval).stream().map(one -> one.times().serviceNanos()).toList());
      }
    }
  }

  private static void writeNumbered(
      ThreadRecorder thread, long[] starts, long[] ends, Runnable between) {
    for (int i = 0; i < ends.length; i++) {
      between.run();
      thread.connected(OptionalLong.of(i));
      starts[i] = thread.begin(ThreadRecorder.AT_ONCE);
      if (i % 3 == 0) {
        thread.retried();
      }
      thread.operationBegun(i & 1);
      if (i % 5 == 0) {
        thread.operationFailed(i & 1, starts[i]);
        ends[i] = thread.failed(FAILED, 0);
      } else {
        thread.operationOk(i & 1, starts[i]);
        ends[i] = thread.ok(starts[i], 0, 0, 1, 1, false);
      }
    }
  }

  private static int newestOpen(int sealed) {
    return Math.max(sealed - Recorder.HELD, 0) + Recorder.RING - 1;
  }

  private static List<Thread> startWriters(Recorder recorder, long[][] ends, Runnable between) {
    return IntStream.range(0, ends.length)
        .mapToObj(i -> Thread.ofPlatform().start(() -> write(recorder.thread(i), ends[i], between)))
        .toList();
  }

  private static void write(ThreadRecorder thread, long[] ends, Runnable between) {
    for (int i = 0; i < ends.length; i++) {
      between.run();
      long start = thread.begin(ThreadRecorder.AT_ONCE);
      thread.operationBegun(0);
      thread.operationOk(0, start);
      ends[i] = thread.ok(start, 0, 0, 1, 1, false);
    }
  }

  private static long sealNext(Recorder recorder, int interval) throws InterruptedException {
    Tally tally = recorder.seal(interval).tally();
    OutcomeCounts counts = tally.transactions().counts();
    assertEquals(counts.ok(), tally.transactions().service().count(), "latencies of " + interval);
    assertEquals(counts.ok(), counts.rowsRead(), "rows of " + interval);
    return counts.ok();
  }

  @Test
  void onTheRealClockNothingIsLostEvenWhereTheSealerFallsBehind() throws Exception {
    RunAxis axis =
        RunAxis.of(
            List.of(Specs.phase(PhaseKind.MEASURE, Duration.ofMillis(1))),
            Duration.ofNanos(50_000));
    Time time = new SystemTime();
    try (CounterFile counters = CounterFile.create(folder.resolve("counters"), THREADS, 1, 1)) {
      Recorder recorder = new Recorder(axis, true, counters, time);
      long origin = time.nanos();
      recorder.start(origin);
      List<Thread> threads = startWriters(recorder, new long[THREADS][PER_THREAD], () -> {});

      Tally sum = Tally.NONE;
      int interval = 0;
      while (threads.stream().anyMatch(Thread::isAlive)) {
        time.sleepUntil(origin + axis.endNanos(interval));
        sum = sum.plus(recorder.seal(interval++).tally());
      }
      for (int i = 0; i < Recorder.RING || interval <= recorder.newestWritten(); i++) {
        sum = sum.plus(recorder.seal(interval++).tally());
      }

      long all = (long) THREADS * PER_THREAD;
      assertEquals(all, sum.transactions().counts().begun());
      assertEquals(all, sum.transactions().counts().ok());
      assertEquals(all, sum.transactions().service().count());
      assertEquals(all, sum.transactions().response().count());
      assertEquals(all, sum.operation(0).effective());
      assertEquals(all, sum.operation(0).ok());
    }
  }
}
