package dev.broadside.core.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.drift.DriftWatch;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.figures.Measure.Place;
import dev.broadside.core.param.Parsed;
import dev.broadside.core.report.form.IntervalCsv;
import dev.broadside.core.report.form.StudyCsv;
import dev.broadside.core.report.series.Metric;
import dev.broadside.core.report.study.StudyColumn;
import dev.broadside.core.report.study.StudyComparison;
import dev.broadside.core.report.study.StudyTable;
import dev.broadside.core.search.JobQueryText;
import dev.broadside.core.search.WorkKind;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.threshold.ThresholdText;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/// A line of the catalogue is all that a measure needs, to be wherever it says that it is shown.
class MeasurePlacesTest {
  static final List<Measure> ALL = Measure.ALL;

  private static final StudyTable STUDY = StudyTable.of(Studies.study("a", 100, 190));

  @ParameterizedTest
  @FieldSource("ALL")
  void eachIsWhereItsLineInTheCatalogueSays(Measure one) {
    Set<Place> shown = one.shown();
    List<String> header = List.of(IntervalCsv.HEADER.split(","));
    assertEquals(shown.contains(Place.LINES), header.contains(one.column()));
    assertEquals(
        shown.contains(Place.CHART),
        Metric.ALWAYS.stream().anyMatch(metric -> metric.word().equals(one.id())));
    assertEquals(shown.contains(Place.DRIFT), DriftWatch.usual().contains(one.id()));
    Set<Place> study = Set.of(Place.STUDY, Place.STUDY_WIDE, Place.STUDY_MORE);
    assertEquals(
        shown.stream().anyMatch(study::contains),
        StudyColumn.always().stream().anyMatch(column -> column.id().equals(one.id())));
    assertEquals(
        shown.stream().anyMatch(study::contains),
        List.of(StudyCsv.lines(STUDY).getFirst().split(",")).contains(one.column()));
  }

  @ParameterizedTest
  @FieldSource("ALL")
  void eachCanBeLimitedAndSearchedFor(Measure one) {
    String text = one.id() + " < 5";
    assertInstanceOf(Parsed.Value.class, ThresholdText.read(text));
    if (one.formula() instanceof Measure.Threads) {
      return;
    }
    assertInstanceOf(
        Parsed.Value.class, JobQueryText.read(text, WorkKind.JOB, Instant.EPOCH), text);
  }

  @Test
  void aComparisonHasEachOfItsMeasures() {
    StudyComparison comparison =
        StudyComparison.of(Studies.study("a", 100, 200), Studies.study("b", 171, 218));
    assertEquals(
        Measure.in(Place.COMPARISON).stream().map(Measure::id).collect(Collectors.toSet()),
        comparison.points().getFirst().percents().keySet());
  }

  @Test
  void theResultOfARunHasAllButThoseThatItCannotTell() {
    Set<String> all = StatsDocument.ofTransactions(Tally.NONE, 1).all().keySet();
    for (Measure one : Measure.ALL) {
      boolean ofNothing = one.latency() || one.unit().equals("%");
      boolean known = !ofNothing && !(one.formula() instanceof Measure.Threads);
      assertEquals(known, all.contains(one.id()), one.id());
    }
    assertTrue(all.contains("throughput"));
  }
}
