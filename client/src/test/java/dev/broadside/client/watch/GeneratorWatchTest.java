package dev.broadside.client.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.core.load.LoadModel;
import dev.broadside.core.load.Phase;
import dev.broadside.core.load.PhaseKind;
import dev.broadside.core.load.RunAxis;
import dev.broadside.core.load.Think;
import dev.broadside.core.load.ThreadKind;
import dev.broadside.core.recorder.CounterFile;
import dev.broadside.core.recorder.IntervalCounts;
import dev.broadside.core.recorder.Recorder;
import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.GeneratorFigure;
import dev.broadside.core.stat.GeneratorSample;
import dev.broadside.core.stat.LatencyLayout;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.time.ManualTime;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeneratorWatchTest {
  private static final long MILLI = 1_000_000;
  private static final RunAxis AXIS =
      RunAxis.of(
          List.of(
              new Phase(
                  PhaseKind.MEASURE,
                  Duration.ofSeconds(1),
                  new LoadModel.Closed(1, new Think.None()))),
          Duration.ofMillis(100));

  @TempDir private Path folder;
  private final ManualTime time = new ManualTime(Instant.EPOCH);
  private final AtomicLong cpuNanos = new AtomicLong();
  private CounterFile counters;
  private GeneratorWatch watch;

  @BeforeEach
  void begin() throws IOException {
    counters = CounterFile.create(folder.resolve("counters"), 1, 1, 0);
    watch =
        new GeneratorWatch(
            new HostWatch(Optional::empty, cpuNanos::get, 2, time),
            new CrewWatch(1, ThreadKind.PLATFORM),
            ControlGroup.of("", folder),
            new Recorder(AXIS, true, counters, time),
            time);
    watch.begin();
  }

  @AfterEach
  void close() {
    watch.close();
    counters.close();
  }

  private GeneratorSample sample(int interval, Distribution lateness) {
    return watch.sample(
        AXIS.startNanos(interval),
        AXIS.endNanos(interval),
        new IntervalCounts(Tally.NONE, List.of(), lateness, List.of(), List.of()));
  }

  @Test
  void intervalsThatAreSealedTogetherShareTheFiguresOfTheWholeStretch() {
    cpuNanos.set(400 * MILLI);
    time.advance(Duration.ofMillis(400));

    for (int interval = 0; interval < 4; interval++) {
      assertEquals(0.5, sample(interval, Distribution.EMPTY).of(GeneratorFigure.PROCESS_CPU), 1e-9);
    }
  }

  @Test
  void startsStayLateInIntervalsWithoutAnyThatAreSealedTogetherWithLateOnes() {
    time.advance(Duration.ofMillis(400));

    assertEquals(9 * MILLI, sample(0, lateness(0, 1)).of(GeneratorFigure.START_LATENESS), 10_000);
    assertEquals(
        9 * MILLI, sample(1, Distribution.EMPTY).of(GeneratorFigure.START_LATENESS), 10_000);
    assertEquals(9 * MILLI, sample(2, lateness(48, 2)).of(GeneratorFigure.START_LATENESS), 10_000);
    time.advance(Duration.ofMillis(100));
    assertEquals(0, sample(4, Distribution.EMPTY).of(GeneratorFigure.START_LATENESS));
  }

  @Test
  void aLongDelayBelongsToEveryIntervalThatItTouchesAndToNoOther() {
    time.advance(Duration.ofMillis(350));

    // It wanted to wake after 100 ms.
    assertEquals(0, sample(0, Distribution.EMPTY).of(GeneratorFigure.MAX_HICCUP));
    assertEquals(250 * MILLI, sample(1, Distribution.EMPTY).of(GeneratorFigure.MAX_HICCUP));
    assertEquals(250 * MILLI, sample(2, Distribution.EMPTY).of(GeneratorFigure.MAX_HICCUP));
    assertEquals(250 * MILLI, sample(3, Distribution.EMPTY).of(GeneratorFigure.MAX_HICCUP));
    assertEquals(0, sample(4, Distribution.EMPTY).of(GeneratorFigure.MAX_HICCUP));
  }

  @Test
  void whatThePlatformDoesNotTellIsNegative() {
    time.advance(Duration.ofMillis(100));
    GeneratorSample sample = sample(0, Distribution.EMPTY);

    assertEquals(-1, sample.of(GeneratorFigure.CPU_WAIT));
    assertEquals(-1, sample.of(GeneratorFigure.OWN_CPU));
    assertEquals(-1, sample.of(GeneratorFigure.THROTTLED));
    assertEquals(-1, sample.of(GeneratorFigure.HOST_CPU));
  }

  @Test
  void twoLateStartsOfAFewAreAnAccidentAndThreeAreNot() {
    assertEquals(100_000, next(0, lateness(48, 2)).of(GeneratorFigure.START_LATENESS), 1_000);
    assertEquals(9 * MILLI, next(1, lateness(47, 3)).of(GeneratorFigure.START_LATENESS), 10_000);
    assertEquals(9 * MILLI, next(2, lateness(0, 1)).of(GeneratorFigure.START_LATENESS), 10_000);
    assertEquals(100_000, next(3, lateness(9_901, 99)).of(GeneratorFigure.START_LATENESS), 1_000);
    assertEquals(
        9 * MILLI, next(4, lateness(9_899, 101)).of(GeneratorFigure.START_LATENESS), 10_000);
  }

  /// Of an interval that is sealed in time.
  private GeneratorSample next(int interval, Distribution lateness) {
    time.advance(Duration.ofMillis(100));
    return sample(interval, lateness);
  }

  /// So many starts that were 100 us and 9 ms late.
  private static Distribution lateness(long punctual, long late) {
    int[] both = {LatencyLayout.slot(100), LatencyLayout.slot(9_000)};
    return punctual == 0
        ? new Distribution(new int[] {both[1]}, new long[] {late}, 0, 9 * MILLI, 0)
        : new Distribution(both, new long[] {punctual, late}, 0, 9 * MILLI, 0);
  }
}
