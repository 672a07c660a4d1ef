package dev.broadside.core.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Of which units a run is made up.
class SampleTest {
  private static final long SECOND = 1_000_000_000L;

  private static Sample seconds(int count) {
    Sample sample = new Sample();
    for (int i = 0; i < count; i++) {
      add(sample, i, 1, 5);
    }
    return sample;
  }

  /// So many seconds on end, with so many transactions in each.
  private static void add(Sample sample, int index, int seconds, int each) {
    sample.addSums(index, seconds, index * SECOND, seconds * SECOND, (long) each * seconds, 2);
  }

  private static List<Double> lengths(Sample sample) {
    return sample.units().stream().map(Unit::seconds).toList();
  }

  private static List<Long> counts(Sample sample) {
    return sample.units().stream().map(Unit::ok).toList();
  }

  @Test
  void eachIntervalIsAUnitUpToTheMostThatSayMore() {
    assertEquals(Sample.MOST, seconds(Sample.MOST).units().size());
    Sample more = seconds(Sample.MOST + 1);
    assertEquals(Sample.MOST / 2 + 1, more.units().size());
    assertEquals(2, more.units().getFirst().seconds());
    assertEquals(1, more.units().getLast().seconds());
    assertEquals(5L * (Sample.MOST + 1), more.whole().ok());
  }

  @Test
  void whereIntervalsAreRolledUpAllUnitsAreAsLong() {
    Sample sample = new Sample();
    add(sample, 0, 10, 3);
    IntStream.range(10, 25).forEach(i -> add(sample, i, 1, 5));
    assertEquals(List.of(10.0, 10.0, 5.0), lengths(sample));
    assertEquals(List.of(30L, 50L, 25L), counts(sample));
    Sample late = seconds(20);
    add(late, 20, 10, 3);
    assertEquals(List.of(10.0, 10.0, 10.0), lengths(late));
    assertEquals(List.of(50L, 50L, 30L), counts(late));
    Sample longer = new Sample();
    add(longer, 0, 10, 3);
    add(longer, 10, 15, 3);
    add(longer, 25, 10, 3);
    assertEquals(List.of(25.0, 10.0), lengths(longer), "each lies where it begins");
  }

  @Test
  void intervalsThatNobodyMeasuredAreNoUnits() {
    Sample sample = new Sample();
    add(sample, 0, 1, 5);
    add(sample, 7, 1, 6);
    assertEquals(List.of(1.0, 1.0), lengths(sample));
    assertEquals(List.of(5L, 6L), counts(sample));
    assertEquals(2, sample.whole().seconds());
  }

  @Test
  void sumsAreToldAtTheirMean() {
    Sample sample = new Sample();
    sample.addSums(0, 1, 0, SECOND, 100, 5.5);
    sample.addSums(1, 1, SECOND, SECOND, 0, 0);
    Unit whole = sample.whole();
    assertEquals(550_000_000, whole.latency().sumNanos());
    assertEquals(5.5, whole.latency().percentileMillis(50), 0.01);
    assertEquals(100, whole.latency().count());
    assertTrue(sample.sumsOnly());
    assertFalse(new Sample().sumsOnly());
  }
}
