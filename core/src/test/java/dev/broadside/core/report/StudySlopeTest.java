package dev.broadside.core.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.report.html.HtmlReport;
import dev.broadside.core.report.section.StudyReport;
import dev.broadside.core.report.series.Buckets;
import dev.broadside.core.report.study.StudyDocument;
import dev.broadside.core.study.StudyAxis;
import dev.broadside.core.study.StudyOrder;
import dev.broadside.core.study.StudyPlan;
import dev.broadside.core.study.StudyPoint;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/// A study whose steps grow slower or faster one after the other is told so; noise is not.
class StudySlopeTest {

  /// @param did the throughput of a step, by its number
  private static String html(List<String> rates, int repeats, IntToDoubleFunction did) {
    StudyPlan plan =
        new StudyPlan(
            List.of(new StudyAxis(StudyAxis.RATE, rates)),
            StudyOrder.INTERLEAVED,
            repeats,
            0,
            Optional.empty());
    StudyDocument study = Studies.study("slope");
    int step = 0;
    for (int repeat = 1; repeat <= repeats; repeat++) {
      for (String rate : rates) {
        StudyPoint point = new StudyPoint(Map.of(StudyAxis.RATE, rate), repeat);
        double of = Double.parseDouble(rate) / 100;
        study = Studies.with(study, plan, point, of * did.applyAsDouble(step++));
      }
    }
    return HtmlReport.of(StudyReport.of(study, ""), new Buckets());
  }

  @Test
  void twentyRunsEachALittleSlowerAreASlope() {
    Random noise = new Random(1);
    String html = html(List.of("100"), 20, i -> 1_000 - 5 * i + 3 * noise.nextGaussian());
    assertTrue(html.contains("the throughput falls by 0.5"), html);
    assertTrue(html.contains("each step began on the data that the one before left"), html);
  }

  @Test
  void aSlopeIsSeenThroughTheDifferentRatesOfALadder() {
    Random noise = new Random(2);
    String html = html(List.of("100", "200", "400"), 5, i -> 1_000 + 8 * i + noise.nextGaussian());
    assertTrue(html.contains("the throughput rises by 2."), html);
  }

  @Test
  void noiseIsNoSlope() {
    int slopes = 0;
    for (int seed = 0; seed < 200; seed++) {
      Random noise = new Random(seed);
      String html = html(List.of("100"), 20, i -> 1_000 + 30 * noise.nextGaussian());
      slopes += html.contains("from repeat to repeat") ? 1 : 0;
    }
    assertTrue(slopes <= 4, () -> "studies of noise alone should show no slope");
  }

  @Test
  void aLadderWithoutRepeatsHasNoSlope() {
    String html = html(List.of("100", "200", "300", "400", "500", "600", "700", "800"), 1, _ -> 9);
    assertEquals(-1, html.indexOf("from repeat to repeat"));
  }
}
