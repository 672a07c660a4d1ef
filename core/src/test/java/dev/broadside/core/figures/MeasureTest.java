package dev.broadside.core.figures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.figures.Measure.Place;
import dev.broadside.core.stat.OperationStats;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.stat.TestCounts;
import dev.broadside.core.stat.TransactionStats;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MeasureTest {
  private static final Tally TALLY =
      new Tally(
          TransactionStats.counted(
              TestCounts.of(100, 80, Map.of(), 20, 10, 5, Map.of(), 0, 0, Map.of())),
          List.of());

  @Test
  void eachHasAnIdOfItsOwnInTextAndInColumns() {
    List<Measure> all = Measure.ALL;
    assertEquals(all.size(), distinct(all.stream().map(Measure::id).toList()));
    assertEquals(all.size(), distinct(all.stream().map(Measure::column).toList()));
    assertEquals(all.size(), distinct(all.stream().map(Measure::heading).toList()));
    for (Measure one : all) {
      assertTrue(one.column().matches("[a-z][a-z0-9_]*"), one.column());
      assertEquals(Optional.of(one), Measure.of(one.id()));
      assertFalse(one.id().contains("rate"), "a rate is what is asked for");
    }
  }

  private static int distinct(List<String> texts) {
    return Set.copyOf(texts).size();
  }

  @ParameterizedTest
  @CsvSource({
    "p99.9, p99_9_ms",
    "errors, errors_pct",
    "throughput, throughput_per_s",
    "in_flight, in_flight",
  })
  void aColumnIsNamedByOneRule(String id, String column) {
    assertEquals(column, Measure.of(id).orElseThrow().column());
  }

  @Test
  void anyPercentileIsAMeasureAndARateIsNone() {
    assertEquals("ms", Measure.of("p97.25").orElseThrow().unit());
    assertEquals(Optional.empty(), Measure.of("p0"));
    assertEquals(Optional.empty(), Measure.of("rate"));
    assertEquals(Optional.empty(), Measure.of("error_rate"));
  }

  /// Of any two halves of a run the bins add up to that of the whole.
  @Test
  void whatIsComputedOfATallyAddsUp() {
    FigureBin whole = new FigureBin();
    whole.add(TALLY.plus(TALLY), 2, 20);
    FigureBin halves = new FigureBin();
    halves.add(TALLY, 1, 10);
    halves.add(TALLY, 1, 10);
    Map<String, Double> values = Measure.values(TALLY.plus(TALLY), 20);
    for (Measure one : Measure.ALL) {
      assertEquals(whole.value(one.id()), halves.value(one.id()), one.id());
      if (values.get(one.id()) instanceof Double value) {
        assertEquals(value, whole.value(one.id()), 1e-3, one.id());
      }
    }
    assertEquals(8, values.get("throughput"));
    assertEquals(20, values.get("errors"));
  }

  @Test
  void anOperationHasThoseThatHaveParts() {
    Set<String> parts =
        Measure.ALL.stream()
            .filter(one -> one.parts() && !one.latency())
            .map(Measure::id)
            .collect(Collectors.toSet());
    parts.remove("errors");
    assertEquals(
        parts, Measure.values(OperationStats.NONE, 1).keySet(), "of nothing no percentage");
  }

  @Test
  void whatIsComparedWatchedForDriftOrDrawnIsInEveryLineOfIntervals() {
    Set<Measure> lines = Set.copyOf(Measure.in(Place.LINES));
    assertTrue(lines.containsAll(Measure.in(Place.COMPARISON)));
    assertTrue(lines.containsAll(Measure.in(Place.HISTORY)));
    assertTrue(lines.containsAll(Measure.in(Place.DRIFT)));
    assertTrue(lines.containsAll(Measure.latencies().toList()));
  }
}
