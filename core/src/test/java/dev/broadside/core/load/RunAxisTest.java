package dev.broadside.core.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.job.Specs;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RunAxisTest {
  private static final long MILLI = 1_000_000;

  /// The drawing in the class comment: a warm-up that is no whole number of intervals.
  private static final RunAxis DRAWN =
      RunAxis.of(
          List.of(
              Specs.phase(PhaseKind.WARM_UP, Duration.ofMillis(2_500)),
              Specs.phase(PhaseKind.MEASURE, Duration.ofSeconds(3))),
          Duration.ofSeconds(1));

  @ParameterizedTest
  @CsvSource({
    "0,    0, 1000, warm-up",
    "1, 1000, 2000, warm-up",
    "2, 2000, 2500, warm-up",
    "3, 2500, 3500, measure",
    "5, 4500, 5500, measure",
    "6, 5500, 6500, drain",
    "9, 8500, 9500, drain",
  })
  void intervalsLieAsDrawn(int index, long startMillis, long endMillis, String phase) {
    assertEquals(startMillis * MILLI, DRAWN.startNanos(index));
    assertEquals(endMillis * MILLI, DRAWN.endNanos(index));
    assertEquals(phase, DRAWN.phaseName(index));
  }

  @ParameterizedTest
  @CsvSource({
    "-5, 0",
    "0, 0",
    "999999999, 0",
    "1000000000, 1",
    "2499999999, 2",
    "2500000000, 3",
    "5499999999, 5",
    "5500000000, 6",
    "7500000000, 8",
  })
  void momentOnABoundaryBelongsToTheLaterInterval(long nanos, int index) {
    assertEquals(index, DRAWN.indexAt(nanos));
  }

  @Test
  void onlyTheMeasuredPhaseCounts() {
    assertFalse(DRAWN.measured(2));
    assertTrue(DRAWN.measured(3));
    assertTrue(DRAWN.measured(5));
    assertFalse(DRAWN.measured(6));
    assertEquals(Duration.ZERO, DRAWN.measuredTimeUntil(2_500_000_000L));
    assertEquals(Duration.ofSeconds(1), DRAWN.measuredTimeUntil(3_500_000_000L));
    assertEquals(Duration.ofSeconds(3), DRAWN.measuredTimeUntil(Long.MAX_VALUE));
    assertEquals(6, DRAWN.intervals());
    assertEquals(5_500 * MILLI, DRAWN.endNanos());
  }

  @Test
  void intervalsCoverTheAxisWithoutGapsWhateverThePhases() {
    Random random = new Random(11);
    for (int round = 0; round < 200; round++) {
      RunAxis axis = random(random);
      long end = 0;
      for (int index = 0; index < axis.intervals() + 5; index++) {
        assertEquals(end, axis.startNanos(index));
        assertEquals(index, axis.indexAt(axis.startNanos(index)));
        assertEquals(index, axis.indexAt(axis.endNanos(index) - 1));
        end = axis.endNanos(index);
      }
    }
  }

  private static RunAxis random(Random random) {
    List<Phase> phases =
        random
            .ints(1 + random.nextInt(4), 1, 5_000)
            .mapToObj(millis -> Specs.phase(PhaseKind.MEASURE, Duration.ofMillis(millis)))
            .toList();
    return RunAxis.of(phases, Duration.ofMillis(10 + random.nextInt(990)));
  }

  @Test
  void boundariesOfAYearAreComputedAndNotAddedUp() {
    RunAxis axis =
        RunAxis.of(
            List.of(Specs.phase(PhaseKind.MEASURE, Duration.ofDays(365))), Duration.ofMillis(33));
    int last = axis.intervals() - 1;

    assertEquals(last * 33L * MILLI, axis.startNanos(last));
    assertEquals(last, axis.indexAt(axis.endNanos() - 1));
  }
}
