package dev.broadside.cli.term;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.report.RunDocument.Trust;
import dev.broadside.core.report.study.RunHistory;
import dev.broadside.core.report.study.StudyColumn;
import dev.broadside.core.verdict.AuditDocument;
import dev.broadside.core.verdict.GeneratorVerdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HistoryTextTest {
  private static final String AT = "2026-03-01T02:00:00Z";

  private static RunHistory.Run night(String id, double delivered) {
    return new RunHistory.Run(
        id,
        "",
        "completed",
        Optional.of(delivered),
        AT,
        Map.of("throughput", 100.0, "p50", 1.0, "p95", 2.0, "p99", 3.0, "shop.late", 7.25),
        new Trust(GeneratorVerdict.Verdict.OK, AuditDocument.Verdict.BALANCED),
        delivered < 1 ? "58.8 % delivered" : "");
  }

  @Test
  void aNightThatLostAPartOfItsLoadSaysHowMuchCameAbout() {
    RunHistory history =
        new RunHistory(
            "nightly",
            List.of(night("n1", 1), night("n2", 0.5885)),
            List.of(),
            List.of(),
            List.of(),
            0.01);
    List<String> lines = HistoryText.of(history, Terminal.PIPE);
    assertTrue(
        lines.stream().anyMatch(line -> line.contains("n2") && line.contains("58.8 % delivered")),
        lines.toString());
    assertFalse(lines.stream().anyMatch(line -> line.contains("n1") && line.contains("delivered")));
  }

  @Test
  void aFigureThatAUserAskedForHasAColumnAndItsUnitInAChange() {
    StudyColumn late = new StudyColumn("shop.late", "Late orders", "orders/s", "", "", 1);
    RunHistory.Change change =
        new RunHistory.Change(
            "shop.late",
            new RunHistory.Change.Levels(5, 7.25, 45, false),
            0.999,
            "n1",
            "n2",
            AT,
            List.of());
    RunHistory history =
        new RunHistory(
            "nightly",
            List.of(night("n1", 1), night("n2", 1)),
            List.of(late),
            List.of(),
            List.of(change),
            0.01);

    List<String> lines = HistoryText.of(history, Terminal.PIPE);

    assertTrue(lines.get(2).contains("Late orders orders/s"), lines.toString());
    assertTrue(
        lines.stream().anyMatch(line -> line.contains("from 5 orders/s to 7.250 orders/s")),
        lines.toString());
  }
}
