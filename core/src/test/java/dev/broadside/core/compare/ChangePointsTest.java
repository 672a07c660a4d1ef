package dev.broadside.core.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Changes in series whose levels are known. `-Dhistories=1000` looks at as many as docs/studies.md
/// tells of.
@Timeout(value = 1, unit = TimeUnit.DAYS)
final class ChangePointsTest {
  private static final int HISTORIES = Integer.getInteger("histories", 100);
  private static final double LEVEL = 0.01;

  private final RandomGenerator random = new SplittableRandom(Long.getLong("seed", 7));

  /// Values of 1,000 with a standard deviation of 2 %, times the level of each.
  private double[] series(double... levels) {
    return IntStream.range(0, levels.length)
        .mapToDouble(i -> 1_000 * levels[i] * (1 + 0.02 * random.nextGaussian()))
        .toArray();
  }

  private static double[] levels(double... levelsOfTen) {
    return IntStream.range(0, 10 * levelsOfTen.length)
        .mapToDouble(i -> levelsOfTen[i / 10])
        .toArray();
  }

  private List<Integer> places(double[] series) {
    return ChangePoints.of(series, LEVEL, random).stream().map(ChangePoints.Found::place).toList();
  }

  @Test
  void aStepIsFoundAtItsFirstValue() {
    assertEquals(List.of(20), places(series(levels(1, 1, 0.9, 0.9))));
  }

  @Test
  void stepsUpAndDownAreFoundEachByItself() {
    assertEquals(List.of(20, 40), places(series(levels(1, 1, 1.1, 1.1, 0.95, 0.95))));
  }

  @Test
  void aStepIsFoundThreeValuesAfterItHasCome() {
    double[] levels = levels(1, 1, 1, 0.85);
    assertEquals(List.of(30), places(Arrays.copyOf(series(levels), 33)));
  }

  @Test
  void anOutlierIsNoChange() {
    double[] series = series(levels(1, 1, 1, 1));
    series[17] = 400;
    assertEquals(List.of(), places(series));
  }

  /// A bad last run behind one that was merely a little low by chance.
  @Test
  void anOutlierThatIsTheLastValueIsNoChangeBeforeAnotherOneConfirmsIt() {
    double[] series = series(levels(1, 1, 1, 1, 1, 1));
    int last = series.length - 1;
    series[last - 1] = Arrays.stream(series).min().orElseThrow() - 1;
    series[last] = 500;
    assertEquals(List.of(), places(series));
    series[last - 1] = 500;
    assertEquals(List.of(last - 1), places(series));
  }

  @Test
  void aChangeStaysOneWhereTheLastValueIsAnOutlierBesides() {
    double[] series = series(levels(1, 1, 1, 1));
    for (int i = 35; i < 39; i++) {
      series[i] *= 0.85;
    }
    series[39] = 300;
    assertEquals(List.of(35), places(series));
  }

  @Test
  void ofHistoriesWithoutAnyChangeAtMostAsManyHaveOneAsIsStated() {
    long changed =
        IntStream.range(0, HISTORIES)
            .filter(_ -> !places(series(levels(1, 1, 1, 1))).isEmpty())
            .count();
    if (HISTORIES >= 500) {
      System.out.printf("histories without a change that have one: %d of %d%n", changed, HISTORIES);
    }
    // Three standard deviations of what chance makes of the stated rate.
    double most = HISTORIES * LEVEL + 3 * Math.sqrt(HISTORIES * LEVEL * (1 - LEVEL));
    assertTrue(changed <= most, changed + " of " + HISTORIES);
  }

  @Test
  void whatIsConstantOrTooShortHasNone() {
    assertEquals(List.of(), places(new double[50]));
    assertEquals(List.of(), places(new double[0]));
    assertEquals(List.of(), places(new double[] {1, 2, 3}));
  }

  @Test
  void theSameSeedGivesTheSameChanges() {
    double[] series = series(levels(1, 0.97, 1, 1.02));
    assertEquals(
        ChangePoints.of(series, LEVEL, new SplittableRandom(1)),
        ChangePoints.of(series, LEVEL, new SplittableRandom(1)));
  }
}
