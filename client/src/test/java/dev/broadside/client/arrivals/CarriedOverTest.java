package dev.broadside.client.arrivals;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.client.engine.LoadIteration;
import dev.broadside.client.engine.LoadThread;
import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.load.LoadModel;
import dev.broadside.core.load.Phase;
import dev.broadside.core.load.PhaseKind;
import dev.broadside.core.load.RunAxis;
import dev.broadside.core.load.Think;
import dev.broadside.core.recorder.CounterFile;
import dev.broadside.core.recorder.Recorder;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.TransactionStats;
import dev.broadside.core.work.JobThread;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A target that stands still for the last 4 s of a warm-up, at 500 arrivals a second: the measured
/// phase begins with 2,000 that were due before it, and they are told apart from its own.
///
/// Through the real starts, load thread and recorder, in time that jumps.
class CarriedOverTest {
  private static final long MICRO = 1_000;
  private static final long SECOND = 1_000_000_000;

  @TempDir Path folder;
  private final JumpingTime time = new JumpingTime();
  private boolean stalled;

  /// What ended in each phase and behind them.
  private List<TransactionStats> run(LoadModel load) throws IOException, InterruptedException {
    List<Phase> phases =
        List.of(
            new Phase(PhaseKind.WARM_UP, Duration.ofSeconds(10), load),
            new Phase(PhaseKind.MEASURE, Duration.ofSeconds(6), load),
            new Phase(PhaseKind.COOL_DOWN, Duration.ofSeconds(2), load));
    Stages stages = Runs.alone(phases.toArray(Phase[]::new));
    RunAxis axis = RunAxis.of(phases, Duration.ofMinutes(2));
    try (CounterFile file = CounterFile.create(folder.resolve("counters"), 1, 1, 0)) {
      Recorder recorder = new Recorder(axis, load.open(), file, time);
      recorder.start(0);
      ThreadClock clock = new ThreadClock(Course.of(stages, 1), time, 0, 0, stages.endNanos());
      ReplayableRandom random = new ReplayableRandom(1, 0);
      Starts starts = load.open() ? new Starts.Open(0, clock) : new Starts.Closed(0, random, clock);
      LoadIteration iteration =
          new LoadIteration(recorder.thread(0), random, List.of(), List.of(), Runs.values(), time);
      new LoadThread(target(), iteration, recorder.thread(0), random, random, clock, Long.MAX_VALUE).run(starts);
      List<TransactionStats> ended = new ArrayList<>();
      for (int interval = 0; interval < 4; interval++) {
        ended.add(recorder.seal(interval).tally().transactions());
      }
      return ended;
    }
  }

  /// Takes 10 us, and once 4 s.
  private JobThread target() {
    return _ -> {
      boolean stalls = !stalled && time.nanos() >= 6 * SECOND;
      stalled |= stalls;
      time.pass(stalls ? 4 * SECOND : 10 * MICRO);
    };
  }

  private static List<Long> carried(List<TransactionStats> ended) {
    return ended.stream().map(TransactionStats::counts).map(OutcomeCounts::carriedOver).toList();
  }

  @Test
  void aBacklogOfTheWarmUpIsToldApartFromWhatWasDueInTheMeasuredPhase() throws Exception {
    List<TransactionStats> ended = run(SpecBuilder.open(1, 500));

    TransactionStats measured = ended.get(1);
    assertEquals(List.of(0L, 2_000L, 0L, 0L), carried(ended));
    assertEquals(5_000, measured.counts().ok());
    assertEquals(2_000, measured.carried().count());
    assertEquals(4_000, measured.carried().maxMillis(), 1);
    assertEquals(5_000, measured.response().count(), "they are among the others, too");
    assertEquals(0, measured.counts().carriedBadly());
  }

  /// The one that stood still when the phase began.
  @Test
  void ofAClosedLoadWhatWasUnderWayWhenThePhaseBeganIsCarriedOver() throws Exception {
    List<TransactionStats> ended =
        run(Runs.closed(1, new Think.Fixed(Duration.ofNanos(990 * MICRO))));

    assertEquals(List.of(0L, 1L, 0L, 0L), carried(ended));
    assertEquals(4_000, ended.get(1).carried().maxMillis(), 1);
  }
}
