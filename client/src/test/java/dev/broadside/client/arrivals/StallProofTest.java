package dev.broadside.client.arrivals;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.client.engine.LoadIteration;
import dev.broadside.client.engine.LoadThread;
import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.load.LoadModel;
import dev.broadside.core.load.Phase;
import dev.broadside.core.load.RunAxis;
import dev.broadside.core.load.Think;
import dev.broadside.core.recorder.CounterFile;
import dev.broadside.core.recorder.Recorder;
import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.TransactionStats;
import dev.broadside.core.work.JobThread;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A target that stands still for 6 of 60 seconds, at 1,000 arrivals a second: 6,000 of 60,000 wait
/// for up to 6 s, evenly spread. So the 95th percentile must be 3.0 s and the 99th 5.4 s. What
/// begins the next iteration only when the last one has ended hides that.
///
/// Through the real starts, load thread and recorder, in time that jumps.
class StallProofTest {
  private static final long MICRO = 1_000;
  private static final long SECOND = 1_000_000_000;
  private static final long STALL_AT = 20 * SECOND;
  private static final long STALL = 6 * SECOND;

  @TempDir Path folder;
  private final JumpingTime time = new JumpingTime();
  private boolean stalled;

  @BeforeEach
  void nothingHasStalled() {
    stalled = false;
  }

  private TransactionStats run(LoadModel load) throws IOException, InterruptedException {
    Phase phase = Runs.seconds(60, load);
    Stages stages = Runs.alone(phase);
    RunAxis axis = RunAxis.of(List.of(phase), Duration.ofMinutes(2));
    try (CounterFile file = CounterFile.create(folder.resolve("counters"), 1, 1, 0)) {
      Recorder recorder = new Recorder(axis, load.open(), file, time);
      recorder.start(0);
      ThreadClock clock = new ThreadClock(Course.of(stages, 1), time, 0, 0, stages.endNanos());
      ReplayableRandom random = new ReplayableRandom(1, 0);
      Starts starts = load.open() ? new Starts.Open(0, clock) : new Starts.Closed(0, random, clock);
      LoadIteration iteration =
          new LoadIteration(recorder.thread(0), random, List.of(), List.of(), Runs.values(), time);
      new LoadThread(target(), iteration, recorder.thread(0), random, random, clock, Long.MAX_VALUE).run(starts);
      return recorder.seal(0).tally().transactions();
    }
  }

  /// Takes 10 us, and once 6 s.
  private JobThread target() {
    return _ -> {
      boolean stalls = !stalled && time.nanos() >= STALL_AT;
      stalled |= stalls;
      time.pass(stalls ? STALL : 10 * MICRO);
    };
  }

  @Test
  void anOpenLoadShowsTheStallToEverybodyWhoCameMeanwhile() throws Exception {
    TransactionStats stats = run(SpecBuilder.open(1, 1_000));

    assertEquals(60_000, stats.counts().ok());
    assertEquals(3_000, stats.response().percentileMillis(95), 0.02 * 3_000);
    assertEquals(5_400, stats.response().percentileMillis(99), 0.02 * 5_400);
    assertEquals(6_000, stats.response().maxMillis(), 1);
  }

  @Test
  void theStallIsWaitingAndNoLatenessOfTheGenerator() throws Exception {
    TransactionStats stats = run(SpecBuilder.open(1, 1_000));

    assertEquals(3_000, stats.connectionWait().percentileMillis(95), 0.02 * 3_000);
    assertEquals(0, stats.scheduleDelay().maxNanos());
    assertTrue(stats.service().percentileMillis(99.9) < 1);
    assertEquals(
        stats.response().sumNanos(),
        stats.connectionWait().sumNanos()
            + stats.scheduleDelay().sumNanos()
            + stats.service().sumNanos());
  }

  @Test
  void aClosedLoadSeesOneSlowIterationAndHasNothingButServiceTimes() throws Exception {
    LoadModel closed = Runs.closed(1, new Think.Fixed(Duration.ofNanos(990 * MICRO)));

    TransactionStats stats = run(closed);

    assertTrue(stats.service().percentileMillis(99.9) < 1);
    assertEquals(6_000, stats.service().maxMillis(), 1);
    assertEquals(Distribution.EMPTY, stats.response());
  }
}
