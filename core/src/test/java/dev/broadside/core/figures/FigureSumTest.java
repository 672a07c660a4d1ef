package dev.broadside.core.figures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.FigureValue;
import dev.broadside.core.stat.LatencyLayout;
import dev.broadside.core.stat.RandomTallies;
import dev.broadside.core.work.Figure;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/// How a figure's values of several agents and intervals become one, by its kind.
class FigureSumTest {
  private static final Figure COUNT = Figure.count("count", "rows", "Count");
  private static final Figure WORST = Figure.worst("worst", "ms", "Worst");
  private static final Figure MEAN = Figure.mean("mean", "ms", "Mean");
  private static final Figure LAST = Figure.last("last", "rows", "Last");
  private static final Figure DURATION = Figure.duration("duration", "Duration");

  private static FigureSum sum(Figure figure, double... readings) {
    FigureSum sum = new FigureSum(figure);
    for (int i = 0; i < readings.length; i++) {
      assertTrue(sum.add(i, new FigureValue.Reading(readings[i])));
    }
    return sum;
  }

  private static OptionalDouble of(double value) {
    return OptionalDouble.of(value);
  }

  @Test
  void amountsAddUp() {
    FigureSum sum = new FigureSum(COUNT);
    assertTrue(sum.add(0, new FigureValue.Amount(3)));
    assertTrue(sum.add(0, new FigureValue.Amount(4)));
    assertEquals(of(7), sum.value());
    assertEquals(Optional.empty(), sum.values());
  }

  @Test
  void ofReadingsTheWorstTheMeanOrTheNewestCounts() {
    assertEquals(of(9), sum(WORST, 4, 9, 2).value());
    assertEquals(of(-2), sum(WORST, -4, -2, -9).value());
    assertEquals(of(5), sum(MEAN, 4, 9, 2).value());
    assertEquals(of(2), sum(LAST, 4, 9, 2).value());
  }

  /// Agents are read in the same interval, and an older one may come late.
  @Test
  void ofTheNewestIntervalTheHighestReadingCountsInAnyOrder() {
    FigureSum sum = sum(LAST, 4, 9, 2);
    sum.add(2, new FigureValue.Reading(3));
    sum.add(2, new FigureValue.Reading(1));
    sum.add(0, new FigureValue.Reading(100));
    assertEquals(of(3), sum.value());
  }

  @Test
  void severalReadingsAtOnceCountAsSoMany() {
    FigureValue.Readings three = new FigureValue.Readings(3, 15, 9, 2, 7);
    FigureSum mean = sum(MEAN, 1);
    assertTrue(mean.add(5, three));
    assertEquals(of(4), mean.value());
    FigureSum worst = sum(WORST, 1);
    worst.add(5, three);
    assertEquals(of(9), worst.value());
    FigureSum last = sum(LAST, 1);
    last.add(5, three);
    last.add(6, new FigureValue.Reading(50));
    assertEquals(of(2), last.value(), "the newest of the three is of interval 7");
  }

  @Test
  void valuesOfADistributionAreKeptEach() {
    FigureSum sum = new FigureSum(DURATION);
    assertEquals(Optional.empty(), sum.values());
    sum.add(0, new FigureValue.Values(RandomTallies.distribution(1_000)));
    sum.add(0, new FigureValue.Values(RandomTallies.distribution(5_000)));
    assertEquals(RandomTallies.distribution(1_000, 5_000), sum.values().orElseThrow());
    assertEquals(OptionalDouble.empty(), sum.value());
  }

  @Test
  void whatNobodyKnowsIsNotZero() {
    FigureSum sum = new FigureSum(COUNT);
    assertEquals(OptionalDouble.empty(), sum.value());
    assertTrue(sum.add(0, FigureValue.UNKNOWN));
    assertEquals(OptionalDouble.empty(), sum.value());
  }

  @Test
  void aValueOfAnotherKindIsToldAndChangesNothing() {
    List<FigureValue> all =
        List.of(
            new FigureValue.Amount(1),
            new FigureValue.Reading(1),
            new FigureValue.Readings(1, 1, 1, 1, 1),
            new FigureValue.Values(RandomTallies.distribution(1_000)));
    for (Figure figure : List.of(COUNT, WORST, DURATION)) {
      FigureSum sum = new FigureSum(figure);
      long taken = all.stream().filter(value -> sum.add(0, value)).count();
      assertEquals(figure.kind().gauge() ? 2 : 1, taken, figure.id());
    }
    FigureSum sum = new FigureSum(COUNT);
    assertFalse(sum.add(0, new FigureValue.Reading(1)));
    assertEquals(OptionalDouble.empty(), sum.value());
  }

  @Test
  void sumsOfSumsAreAsIfAllHadBeenAddedToOne() {
    FigureSum mean = sum(MEAN, 4, 9);
    mean.add(sum(MEAN, 2));
    mean.add(new FigureSum(MEAN));
    assertEquals(of(5), mean.value());
    FigureSum last = sum(LAST, 4);
    last.add(sum(LAST, 9, 2));
    last.add(sum(LAST, 100));
    assertEquals(of(2), last.value());
    FigureSum negative = new FigureSum(WORST);
    negative.add(sum(WORST, -4));
    negative.add(new FigureSum(WORST));
    assertEquals(of(-4), negative.value());
    FigureSum count = new FigureSum(COUNT);
    FigureSum other = new FigureSum(COUNT);
    other.add(0, new FigureValue.Amount(5));
    count.add(other);
    count.add(other);
    assertEquals(of(10), count.value());
    FigureSum values = new FigureSum(DURATION);
    FigureSum more = new FigureSum(DURATION);
    more.add(0, new FigureValue.Values(RandomTallies.distribution(1_000)));
    values.add(more);
    values.add(more);
    assertEquals(2, values.values().orElseThrow().count());
  }

  @Test
  void valuesOfFollowingIntervalsBecomeOneWithoutLoss() {
    FigureValue one = new FigureValue.Reading(4).in(1);
    FigureValue two = new FigureValue.Reading(9).in(3);
    FigureValue three = new FigureValue.Reading(2).in(2);
    FigureValue.Readings all = new FigureValue.Readings(3, 15, 9, 9, 3);
    assertEquals(all, FigureValue.together(FigureValue.together(one, two), three));
    assertEquals(all, FigureValue.together(one, FigureValue.together(two, three)));
    assertEquals(
        new FigureValue.Amount(7),
        FigureValue.together(new FigureValue.Amount(3), new FigureValue.Amount(4).in(9)));
    assertEquals(
        new FigureValue.Values(RandomTallies.distribution(1_000, 2_000)),
        FigureValue.together(
            new FigureValue.Values(RandomTallies.distribution(1_000)),
            new FigureValue.Values(RandomTallies.distribution(2_000))));
    assertEquals(one, FigureValue.together(one, FigureValue.UNKNOWN));
    assertEquals(one, FigureValue.together(FigureValue.UNKNOWN, one));
    assertThrows(
        IllegalArgumentException.class, () -> FigureValue.together(one, new FigureValue.Amount(1)));
    assertThrows(
        IllegalArgumentException.class, () -> FigureValue.together(new FigureValue.Amount(1), one));
    assertThrows(
        IllegalArgumentException.class,
        () ->
            FigureValue.together(
                new FigureValue.Values(Distribution.EMPTY), new FigureValue.Amount(1)));
    assertThrows(
        IllegalArgumentException.class,
        () -> FigureValue.together(one, new FigureValue.Values(Distribution.EMPTY)));
  }

  @Test
  void whatIsNoAmountAndNoReadingIsRefused() {
    assertEquals(0, new FigureValue.Amount(0).amount());
    assertThrows(IllegalArgumentException.class, () -> new FigureValue.Amount(-1));
    assertThrows(IllegalArgumentException.class, () -> new FigureValue.Reading(Double.NaN));
    assertEquals(new FigureValue.Reading(1.5), FigureValue.reading(1.5));
    assertEquals(FigureValue.UNKNOWN, FigureValue.reading(Double.POSITIVE_INFINITY));
    assertEquals(5_000, FigureValue.Values.nanos(5));
    long beyond = FigureValue.Values.nanos(Long.MAX_VALUE);
    assertEquals(1_000 * LatencyLayout.MAX_MICROS + 1_000, beyond, "clamped, and seen to be");
  }
}
