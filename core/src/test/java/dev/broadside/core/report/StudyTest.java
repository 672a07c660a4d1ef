package dev.broadside.core.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// What a ladder of runs says: scale-up, peak, and the difference from another one.
final class StudyTest {
  private final JsonMapper json = Json.mapper();

  @Test
  void scaleUpIsAgainstTheFewestThreadsWhateverTheOrderOfTheSteps() {
    StudyDocument study = Studies.study("a", 100, 190, 300, 250);
    StudyTable table = StudyTable.of(new StudyDocument(study.study(), study.steps().reversed()));
    assertEquals(List.of(1, 2, 4, 8), table.rows().stream().map(StudyTable.Row::threads).toList());
    assertEquals(
        List.of(1.0, 1.9, 3.0, 2.5), table.rows().stream().map(StudyTable.Row::scaleUp).toList());
    assertEquals(4, table.peakThreads());
    assertEquals(8, table.peak().orElseThrow().totalThreads());
  }

  @Test
  void aStudyWithoutAResultHasAnEmptyTable() {
    StudyTable table = StudyTable.of(Studies.study("a"));
    assertEquals(List.of(), table.rows());
    assertEquals(Optional.empty(), table.peak());
    assertEquals(1, StudyCsv.lines(table).size());
  }

  @Test
  void theFieldsOfARunStandBesideItsThreads() {
    StudyDocument study = Studies.study("a", 100, 190);
    var tree = json.valueToTree(study);
    assertEquals(2, tree.path("steps").path(1).path("threads").asInt());
    assertEquals("a-t2", tree.path("steps").path(1).path("job").path("id").asString());
    assertEquals("threads", tree.path("study").path("axis").asString());
    assertEquals(study, json.treeToValue(tree, StudyDocument.class));
  }

  @Test
  void aRunDocumentOfAnEarlierVersionHasNoDistribution() {
    RunDocument run = Studies.run("a", 1, 100);
    ObjectNode tree = json.valueToTree(run);
    tree.remove("distribution");
    RunDocument read = json.treeToValue(tree, RunDocument.class);
    assertEquals(List.of(), read.distribution());
    assertEquals(run.summary(), read.summary());
  }

  @Test
  void csvHasALineForEachStep() {
    List<String> lines = StudyCsv.lines(StudyTable.of(Studies.study("a", 100, 190.5)));
    assertEquals(
        "a,2,4,a-t2,completed,OK,BALANCED,190.5,381,1905,0,"
            + "2000,2000,1000,4000,3000,4000,6000,50,12.5,25,3.5,1.905,0.1,20,,,,threads=2,1,",
        lines.get(2));
    assertEquals(
        lines.getFirst().chars().filter(c -> c == ',').count(),
        lines.get(2).chars().filter(c -> c == ',').count());
  }

  @Test
  void aComparisonHoldsEachStepAgainstTheOtherAndThePeaksAgainstEachOther() {
    StudyComparison comparison =
        StudyComparison.of(Studies.study("a", 100, 200, 190), Studies.study("b", 171, 218));
    assertEquals(
        List.of(Optional.of(71.0), Optional.of(9.0), Optional.empty()),
        comparison.points().stream().map(StudyComparison.Point::throughputPercent).toList());
    assertTrue(comparison.points().getLast().a().isPresent());
    assertEquals(Optional.empty(), comparison.points().getLast().b());
    assertEquals(Optional.of(0.0), comparison.peaks().p95Percent());
    assertEquals(Optional.of(9.0), comparison.peaks().throughputPercent());
  }

  @Test
  void whatWasSetUpDifferentlyIsNamedAndTheRestIsNot() {
    Map<String, String> differences =
        StudyComparison.of(Studies.study("a", 100), Studies.study("b", 100)).differences().stream()
            .collect(
                Collectors.toMap(StudyComparison.Difference::what, StudyComparison.Difference::b));
    assertEquals(Map.of("database.version", "of b"), differences);
  }

  @Test
  void twoSingleRunsAreComparedWhateverTheirThreads() {
    StudyComparison comparison =
        StudyComparison.of(
            StudyDocument.ofRun(Studies.run("a", 1, 100)),
            StudyDocument.ofRun(Studies.run("b", 8, 400)));
    assertEquals(1, comparison.points().size());
    assertEquals(Optional.of(300.0), comparison.points().getFirst().throughputPercent());
    assertEquals(8, comparison.points().getFirst().b().orElseThrow().threads());
  }
}
