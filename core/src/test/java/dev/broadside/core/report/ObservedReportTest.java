package dev.broadside.core.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.diagnosis.Diagnosis;
import dev.broadside.core.report.section.Block;
import dev.broadside.core.report.section.Block.Part;
import dev.broadside.core.report.section.Block.Table;
import dev.broadside.core.report.section.ReportDocument.Section;
import dev.broadside.core.report.section.RunReport;
import dev.broadside.core.stat.Observed;
import dev.broadside.core.verdict.GeneratorVerdict;
import dev.broadside.core.work.Observation.Changed;
import dev.broadside.core.work.Observation.Seen;
import dev.broadside.core.work.Observation.Subject;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/// How plans and settings are shown, and compared.
class ObservedReportTest {
  private static final String BY_KEY = "Update on t\n· Index Scan using t_pkey on t";
  private static final String ALL = "Update on t\n· Seq Scan on t";

  private static RunDocument run(String study, Observed... observed) {
    return Studies.observing(Studies.run(study, 1, 100), List.of(observed));
  }

  private static Observed seen(String name, String plan) {
    return new Observed(-20, new Seen(Subject.PLAN, name, plan));
  }

  private static Section section(RunDocument run, String id) {
    return RunReport.of(run, "").sections().stream()
        .filter(one -> one.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> rows(Block table) {
    return ((Table) table)
        .rows().stream()
            .map(row -> row.stream().map(Block.Cell::text).collect(Collectors.joining(" | ")))
            .toList();
  }

  @Test
  void aPlanThatChangedStandsBesideTheOneBeforeAndTheOthersFollow() {
    Section plans =
        section(
            run(
                "a",
                seen("debit", BY_KEY),
                seen("credit", ALL),
                new Observed(45_300, new Changed(Subject.PLAN, "debit", BY_KEY, ALL))),
            "plans");
    Part changed = (Part) plans.blocks().getFirst();
    assertEquals("debit, changed at 0:45", changed.title());
    assertEquals(
        List.of("Update on t | Update on t", "· Index Scan using t_pkey on t | · Seq Scan on t"),
        rows(changed.blocks().getFirst()));
    Part others = (Part) plans.blocks().get(1);
    assertTrue(others.folded());
    assertTrue(rows(others.blocks().getFirst()).getFirst().startsWith("credit | Update on t | "));
    assertEquals(2, plans.blocks().size());
  }

  @Test
  void whyTheGeneratorWasLimitedIsSaidOnce() {
    GeneratorVerdict limited =
        new GeneratorVerdict(
            GeneratorVerdict.Verdict.LIMITED,
            "in 30 of 60 intervals: on a the worker used 92 % of the host's CPU",
            30,
            60,
            Optional.empty());
    ObjectNode document = Json.mapper().valueToTree(Studies.run("a", 1, 100));
    document.set("generator", Json.mapper().valueToTree(limited));
    assertEquals(limited.reason(), generator(document).reason());
    Diagnosis one =
        new Diagnosis(
            "generator",
            "",
            Diagnosis.Certainty.CERTAIN,
            "A limit: " + limited.why(),
            List.of(),
            "");
    document.set("diagnoses", Json.mapper().valueToTree(List.of(one)));
    assertEquals("in 30 of 60 intervals; see the diagnosis", generator(document).reason());
  }

  private static Block.Verdict generator(ObjectNode document) {
    RunDocument run = Json.mapper().treeToValue(document, RunDocument.class);
    return (Block.Verdict) RunReport.of(run, "").verdicts().getFirst();
  }

  @Test
  void aRunWithoutPlansSaysNothingOfThem() {
    assertTrue(
        RunReport.of(run("a"), "").sections().stream()
            .map(Section::id)
            .noneMatch(List.of("plans", "settings")::contains));
  }

  @Test
  void settingsThatChangedAreListed() {
    Changed change = new Changed(Subject.SETTING, "work_mem", "4096 kB", "5120 kB");
    assertEquals(
        List.of("work_mem | 4096 kB | 5120 kB | 1:00"),
        rows(section(run("a", new Observed(60_000, change)), "settings").blocks().getFirst()));
  }

  @Test
  void plansThatBothRunsKnowAreCompared() {
    List<Setup.Difference> differences =
        Setup.differences(
                run("a", seen("debit", BY_KEY), seen("credit", ALL), seen("old", ALL)),
                run("b", seen("debit", ALL), seen("credit", ALL), seen("new", ALL)),
                true)
            .stream()
            .filter(one -> one.what().startsWith("plan"))
            .toList();
    assertEquals(
        List.of(
            new Setup.Difference(
                "plan of debit",
                "Update on t; · Index Scan using t_pkey on t",
                "Update on t; · Seq Scan on t")),
        differences);
  }
}
