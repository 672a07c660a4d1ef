package dev.broadside.core.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.management.ThreadMXBean;
import dev.broadside.core.job.Specs;
import dev.broadside.core.load.PhaseKind;
import dev.broadside.core.load.RunAxis;
import dev.broadside.core.time.Time;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecorderCostTest {
  private static final int ITERATIONS = 100_000;

  @TempDir Path folder;

  /// Each look at the clock comes a tenth of a microsecond after the one before, so that no latency
  /// is of a size that was not met in the warm-up: room for those is made once.
  private static final class Ticking implements Time {
    private final long growth;
    private long tick = 100;
    private long nanos;

    /// @param growth by how much the time between two looks becomes longer with each
    Ticking(long growth) {
      this.growth = growth;
    }

    @Override
    public long nanos() {
      nanos += tick;
      tick += growth;
      return nanos;
    }

    @Override
    public Instant now() {
      return Instant.EPOCH.plusNanos(nanos);
    }

    @Override
    public void sleepUntil(long untilNanos) {
      nanos = Math.max(nanos, untilNanos);
    }

    @Override
    public Timer runAt(long atNanos, Runnable work) {
      throw new UnsupportedOperationException("nothing here needs a timer");
    }
  }

  @Test
  void recordingAllocatesNothing() throws Exception {
    assertNothingAllocated(new Ticking(0));
  }

  /// Every iteration takes longer than all before it.
  @Test
  void keepingTheSlowestAllocatesNothing() throws Exception {
    assertNothingAllocated(new Ticking(1));
  }

  private void assertNothingAllocated(Time time) throws Exception {
    RunAxis axis =
        RunAxis.of(
            List.of(Specs.phase(PhaseKind.MEASURE, Duration.ofHours(1))), Duration.ofMillis(1));
    try (CounterFile counters = CounterFile.create(folder.resolve("counters"), 3, 1, 2)) {
      // More threads than stripes, so that counts are added atomically.
      Recorder recorder = new Recorder(axis, true, counters, time);
      recorder.start(time.nanos());
      ThreadRecorder thread = recorder.thread(0);
      ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
      record(thread, 5 * ITERATIONS);

      long before = threads.getCurrentThreadAllocatedBytes();
      record(thread, ITERATIONS);
      long allocated = threads.getCurrentThreadAllocatedBytes() - before;

      // The first look at the counter itself allocates a little, whatever the number.
      assertEquals(0, allocated / ITERATIONS, allocated + " bytes in all");
    }
  }

  private static void record(ThreadRecorder thread, int iterations) {
    for (int i = 0; i < iterations; i++) {
      long start = thread.begin(ThreadRecorder.AT_ONCE);
      thread.operationBegun(i & 1);
      thread.operationOk(i & 1, start);
      thread.ok(start, start, start, 1, 1, false);
    }
  }
}
