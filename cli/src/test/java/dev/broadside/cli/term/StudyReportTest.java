package dev.broadside.cli.term;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.cli.SampleRuns;
import dev.broadside.core.report.section.ComparisonReport;
import dev.broadside.core.report.section.RunReport;
import dev.broadside.core.report.section.StudyReport;
import dev.broadside.core.report.study.StudyComparison;
import dev.broadside.core.report.study.StudyDocument;
import dev.broadside.core.verdict.AuditDocument.Verdict;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Ladders and comparisons as people read them.
class StudyReportTest {
  private final StudyDocument study =
      SampleRuns.study(
          "ladder-1", SampleRuns.step(1, 100), SampleRuns.step(4, 390), SampleRuns.step(8, 300));

  @Test
  void verdictsComeFirstThenOneRowForEachStepThenThePeak() {
    List<String> lines = TextReport.of(StudyReport.of(study, ""), Terminal.PIPE);
    assertEquals("GENERATOR OK  in all steps", lines.getFirst());
    assertEquals("AUDIT BALANCED  in all steps", lines.get(1));
    int head = indexOf(lines, "threads");
    assertTrue(
        lines.get(head + 2).matches(" +4 +390\\.00 +3\\.90 .*OK +completed"), lines.get(head + 2));
    assertEquals(
        "peak 390.00 transactions/s at 4 threads, 3.90 times those of 1, and 23.1 % less at 8",
        lines.getLast());
  }

  @Test
  void aStepWhoseSumsDoNotBalanceIsNamed() {
    StudyDocument broken =
        SampleRuns.study(
            "ladder-1",
            SampleRuns.step(1, 100),
            new StudyDocument.Step(
                2, Optional.empty(), SampleRuns.run("failed", Verdict.INCOMPLETE)));
    List<String> lines = TextReport.of(StudyReport.of(broken, ""), Terminal.PIPE);
    assertTrue(lines.get(1).startsWith("AUDIT INCOMPLETE  at 2 threads"), lines.get(1));
  }

  @Test
  void aNarrowTerminalKeepsThreadsThroughputScaleUpAndResponse() {
    List<String> lines = TextReport.of(StudyReport.of(study, ""), new Terminal(false, false, 60));
    String head = lines.get(indexOf(lines, "threads"));
    assertTrue(head.matches("threads +tx/s +scale-up +mean +p95 .*generator.*"), head);
    assertTrue(head.length() <= 60, head);
  }

  @Test
  void aComparisonShowsTheDifferenceAtEachStepAndAtThePeak() {
    StudyDocument other =
        SampleRuns.study("ladder-2", SampleRuns.step(1, 171), SampleRuns.step(4, 425.1));
    List<String> lines =
        TextReport.of(
            ComparisonReport.of(List.of(StudyComparison.of(study, other)), List.of()),
            Terminal.PIPE);
    int head = indexOf(lines, "threads");
    assertTrue(lines.get(head + 1).contains("+71.0 %"), lines.get(head + 1));
    assertTrue(lines.get(head + 2).contains("+9.0 %"), lines.get(head + 2));
    assertTrue(lines.get(head + 3).matches(" +8 +300\\.00 +- +- .*"), lines.get(head + 3));
    assertTrue(
        lines.contains(
            "peak  A 390.00 at 4 threads, B 425.10 at 4 threads: +9.0 % transactions/s"));
    assertEquals("set up alike", lines.getLast());
  }

  @Test
  void aDistributionHasABarForEachPowerOfTwo() {
    List<String> lines =
        TextReport.of(
            RunReport.distribution(SampleRuns.run("completed", Verdict.BALANCED)), Terminal.PIPE);
    assertEquals(6, lines.size());
    assertTrue(lines.get(2).matches("2\\.05 ms +9,000 +24\\.326 +24\\.326  #{14}"), lines.get(2));
    assertTrue(lines.get(4).matches("8\\.19 ms +0 +0\\.000 +97\\.303"), lines.get(4));
    assertTrue(lines.get(5).endsWith("100.000  ##"), lines.get(5));
  }

  private static int indexOf(List<String> lines, String beginning) {
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith(beginning)) {
        return i;
      }
    }
    throw new AssertionError("no line begins with " + beginning + ": " + lines);
  }
}
