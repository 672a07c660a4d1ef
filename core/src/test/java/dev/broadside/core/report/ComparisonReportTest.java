package dev.broadside.core.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.job.Specs;
import dev.broadside.core.load.PhaseKind;
import dev.broadside.core.load.RunAxis;
import dev.broadside.core.report.html.HtmlReport;
import dev.broadside.core.report.section.ComparisonReport;
import dev.broadside.core.report.section.OverlaidRuns;
import dev.broadside.core.report.section.OverlaidRuns.Run;
import dev.broadside.core.report.series.Buckets;
import dev.broadside.core.report.series.Point;
import dev.broadside.core.report.study.StudyComparison;
import dev.broadside.core.report.study.StudyDocument;
import dev.broadside.core.threshold.Criteria;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What the report of a comparison draws of its runs.
final class ComparisonReportTest {
  private static final List<StudyComparison> ONE =
      List.of(
          StudyComparison.of(
              StudyDocument.ofRun(Studies.night("8.0", 0, 100)),
              StudyDocument.ofRun(Studies.night("8.4", 1, 150))));

  private static String html(List<StudyComparison> comparisons, List<Run> runs) {
    return HtmlReport.of(ComparisonReport.of(comparisons, runs), new Buckets());
  }

  private static Run run(String name, int intervals, int millis) {
    Buckets series = new Buckets();
    intervals(intervals, millis)
        .forEach(one -> series.add(Json.mapper().convertValue(one, Point.class)));
    return new Run(name, Studies.night("8.0", 0, 100), series);
  }

  /// Those of one agent, as many and as long as is said.
  static List<IntervalDocument> intervals(int count, int millis) {
    RunAxis axis =
        RunAxis.of(
            List.of(Specs.phase(PhaseKind.MEASURE, Duration.ofMillis((long) count * millis))),
            Duration.ofMillis(millis));
    List<IntervalDocument> closed = new ArrayList<>();
    RunAggregate sums =
        new RunAggregate(axis, List.of("op"), Set.of("a"), Set.of(), Criteria.NONE, closed::add);
    Runs.worker(axis, "a", 1, 0, count, new Random(1)).forEach(sums::add);
    return closed;
  }

  /// What is drawn of throughput, a path for each line.
  private static List<String> throughput(String html) {
    String chart = html.substring(html.indexOf("<b>Throughput</b>"));
    return Pattern.compile("<path d=\"(M[^\"]*)\" class=\"(?:line|band) c\\d")
        .matcher(chart.substring(0, chart.indexOf("</figure>")))
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  @Test
  void runsOfOtherLengthsAndIntervalsLieOverEachOtherWithoutGaps() {
    String html = html(ONE, List.of(run("A", 60, 1_000), run("B <1>", 30, 700)));
    List<String> lines = throughput(html);
    assertEquals(2, lines.size(), html);
    for (String line : lines) {
      assertEquals(0, line.lastIndexOf('M'), () -> "a gap in " + line);
    }
    // B takes 21 of 60 seconds.
    double end =
        Pattern.compile("[ML]([0-9.]+) ")
            .matcher(lines.get(1))
            .results()
            .mapToDouble(point -> Double.parseDouble(point.group(1)))
            .max()
            .orElse(0);
    assertEquals(350, end, 10, lines::toString);
    assertTrue(html.contains("B &lt;1&gt;"), html);
  }

  @Test
  void noMoreAreDrawnThanCanBeToldApartAndTheHeadingSaysSo() {
    List<Run> runs = IntStream.range(0, 9).mapToObj(i -> run("run " + i, 20, 1_000)).toList();
    String html = html(ONE, runs);
    assertEquals(OverlaidRuns.MOST, throughput(html).size(), html);
    assertTrue(html.contains("the first 7 runs of 9"), html);
  }

  @Test
  void aRunAloneIsNoComparisonOverTime() {
    assertFalse(
        html(
                ONE,
                List.of(
                    run("A", 60, 1_000), new Run("B", Studies.night("8.0", 0, 100), new Buckets())))
            .contains("Over time"));
  }

  @Test
  void repeatsHaveNumbersAndOfManySidesEachHasItsId() {
    List<String> a = List.of("x", "y");
    List<String> b = List.of("z");
    List<String> c = List.of("u");
    assertEquals("A 2", OverlaidRuns.nameOf(List.of(a, b), a, "y"));
    assertEquals("B", OverlaidRuns.nameOf(List.of(a, b), b, "z"));
    assertEquals("u", OverlaidRuns.nameOf(List.of(a, b, c), c, "u"));
  }
}
