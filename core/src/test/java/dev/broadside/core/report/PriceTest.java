package dev.broadside.core.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.input.JobDocument;
import dev.broadside.core.param.Parsed;
import dev.broadside.core.report.section.ComparisonReport;
import dev.broadside.core.report.section.RunReport;
import dev.broadside.core.report.section.StudyReport;
import dev.broadside.core.report.study.StudyColumn;
import dev.broadside.core.report.study.StudyComparison;
import dev.broadside.core.report.study.StudyComparison.Point.DatabaseDifference;
import dev.broadside.core.report.study.StudyDocument;
import dev.broadside.core.report.study.StudyTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PriceTest {
  private static RunDocument priced(RunDocument run, String perHour) {
    Map<String, String> provenance = new LinkedHashMap<>(run.provenance());
    provenance.put("price-per-hour", perHour);
    return Studies.with(run, run.job(), provenance);
  }

  private static StudyDocument priced(StudyDocument study, String perHour) {
    return new StudyDocument(
        study.study(),
        study.steps().stream()
            .map(step ->
                new StudyDocument.Step(
                    step.threads(), Optional.empty(), priced(step.run(), perHour)))
            .toList());
  }

  private static List<Double> prices(StudyDocument study) {
    return StudyTable.of(study).rows().stream()
        .map(row -> row.numbers().getOrDefault(StudyColumn.PRICE, Double.NaN))
        .toList();
  }

  /// 100 transactions a second are 360,000 an hour.
  @Test
  void aStudyHasThePriceOfAMillionTransactionsOfEachStep() {
    StudyDocument study = priced(Studies.study("a", 100, 200, 0), "3.6");
    assertEquals(List.of(10.0, 5.0, Double.NaN), prices(study));
    assertTrue(StudyReport.of(study, "").toString().contains("price/M tx"));
    assertFalse(StudyReport.of(Studies.study("a", 100), "").toString().contains("price/M tx"));
  }

  @Test
  void aResultSaysIt() {
    String said = "a million transactions cost 10, at 3.6 an hour";
    RunDocument run = Studies.run("a", 1, 100);
    assertTrue(RunReport.of(priced(run, "3.6"), "").toString().contains(said));
    assertFalse(RunReport.of(run, "").toString().contains("a million transactions"));
  }

  @Test
  void aComparisonHoldsThePricesAgainstEachOther() {
    StudyComparison runs =
        StudyComparison.of(
            priced(Studies.study("a", 100), "3.6"), priced(Studies.study("b", 400), "7.2"));
    DatabaseDifference price = runs.points().getFirst().database().getFirst();
    assertEquals(StudyColumn.PRICE, price.column().id());
    assertEquals(List.of(10.0, 5.0), List.of(price.a(), price.b()));
    assertEquals(Optional.of(-50.0), price.percent());
    assertTrue(
        runs.differences().stream().anyMatch(one -> one.what().equals("price-per-hour")),
        () -> "" + runs.differences());
    StudyComparison studies =
        StudyComparison.of(
            priced(Studies.study("a", 100, 200), "3.6"), Studies.study("b", 100, 200));
    assertTrue(ComparisonReport.of(List.of(studies), List.of()).toString().contains("B price/M"));
  }

  /// A document may come from anywhere.
  @ParameterizedTest
  @ValueSource(strings = {"", "much", "-1", "1e400", "NaN", "12345678"})
  void aPriceThatIsNoneIsNotTold(String price) {
    assertEquals(List.of(Double.NaN), prices(priced(Studies.study("a", 100), price)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-3.5", "3.50 EUR", "1000001", ""})
  void aPriceThatIsNoNumberAboveNothingIsRefused(String text) {
    assertTrue(JobDocument.PRICE_PER_HOUR.declared().parse(text) instanceof Parsed.Wrong<?>, text);
  }
}
