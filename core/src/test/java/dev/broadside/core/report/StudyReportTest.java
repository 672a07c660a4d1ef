package dev.broadside.core.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.report.RunDocument.Status;
import dev.broadside.core.report.html.HtmlReport;
import dev.broadside.core.report.section.StudyReport;
import dev.broadside.core.report.series.Buckets;
import dev.broadside.core.report.study.StudyDocument;
import dev.broadside.core.report.study.StudyTable;
import dev.broadside.core.scaling.KneePlan;
import dev.broadside.core.study.StudyAxis;
import dev.broadside.core.study.StudyOrder;
import dev.broadside.core.study.StudyPlan;
import dev.broadside.core.study.StudyPoint;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class StudyReportTest {
  private static final StudyPlan REPEATED =
      new StudyPlan(
          List.of(new StudyAxis(StudyAxis.RATE, List.of("100", "200"))),
          StudyOrder.GIVEN,
          2,
          0,
          Optional.empty());

  private static String html(StudyDocument study, String definition) {
    return HtmlReport.of(StudyReport.of(study, definition), new Buckets());
  }

  private static StudyDocument repeated() {
    StudyDocument study = Studies.study("rates");
    study = step(study, "100", 1, 100);
    study = step(study, "100", 2, 50);
    study = step(study, "200", 1, 200);
    return step(study, "200", 2, 100);
  }

  private static StudyDocument step(StudyDocument study, String rate, int repeat, double did) {
    return Studies.with(study, REPEATED, new StudyPoint(Map.of(StudyAxis.RATE, rate), repeat), did);
  }

  @Test
  void curvesGoThroughTheMeanOfTheRepeatsOfEachPlace() {
    String html = html(repeated(), "");
    Matcher path = Pattern.compile(" d=\"(M[^\"]*)\" class=\"line c1\"").matcher(html);
    assertTrue(path.find(), html);
    assertEquals("M500 500L1000 0", path.group(1), html);
    assertTrue(html.contains("transactions per second, means of the repeats"));
  }

  @Test
  void curvesLeaveOutAStepThatHasJustBegun() {
    String html = html(step(repeated(), "200", 3, 0), "");
    assertTrue(html.contains("200: throughput 150"), html);
  }

  @Test
  void reasonsOfASearchStandBelowTheTableWhichHasNoRoomForSentences() {
    StudyPlan search =
        new StudyPlan(List.of(), StudyOrder.GIVEN, 1, 0, Optional.of(new KneePlan(100, 1_000, 10)));
    StudyDocument study = Studies.study("knee");
    Optional<StudyPoint> next = search.next(List.of());
    while (next.isPresent()) {
      double rate = Double.parseDouble(next.get().at().get(StudyAxis.RATE));
      study = Studies.with(study, search, next.get(), Math.min(150, rate));
      next = search.next(StudyTable.measured(study));
    }
    String html = html(study, "");
    assertTrue(html.contains("<span>missed</span>"), html);
    assertTrue(html.contains(", missed: it served 75.0 % of the offered rate"), html);
    assertFalse(html.contains("<span>missed: "), html);
  }

  @Test
  void whatGoesOnIsNotToldAsAFailure() {
    StudyDocument done = repeated();
    StudyDocument.Head head = done.study();
    StudyDocument running =
        new StudyDocument(
            new StudyDocument.Head(
                head.id(),
                head.name(),
                head.job(),
                head.title(),
                head.along(),
                head.agents(),
                new Status("running", "", head.status().startedAt(), "")),
            done.steps());
    assertTrue(html(done, "").contains("<b class=\"good\">completed</b>"));
    assertTrue(html(running, "").contains("<b class=\"plain\">running</b>"));
  }
}
