package dev.broadside.core.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.TestCounts;
import dev.broadside.core.verdict.AuditDocument.Verdict;
import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Verification;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AuditLineTest {
  private static OutcomeCounts counts(long begun) {
    return TestCounts.of(
        begun, 1_000, Map.of(ErrorClass.TIMEOUT, 3L), 1, 0, 0, Map.of(), 0, 0, Map.of());
  }

  private static AuditDocument of(
      long begun, List<String> contradictions, List<String> missing, Verification verification) {
    return AuditLine.of(counts(begun), 12, 2, contradictions, missing, verification);
  }

  @Test
  void whatAddsUpIsBalancedAndSaysWhetherTheTargetWasChecked() {
    AuditDocument balanced = of(1_004, List.of(), List.of(), Verification.NONE);
    assertTrue(balanced.balanced());
    assertEquals(
        "AUDIT BALANCED  begun 1,004 = ok 1,000 + failed 3 + uncertain 1 · 12 interval records"
            + " · target not checked",
        balanced.sentence());
    Verification broken =
        Verification.of(List.of(new Verification.Check("rows", false, false, "")));
    assertTrue(
        of(1_004, List.of(), List.of(), broken).sentence().endsWith("· target does NOT verify"));
  }

  @Test
  void whatIsMissingIsIncompleteAndWhatContradictsIsAConflictFirst() {
    AuditDocument incomplete = of(1_004, List.of(), List.of("a record"), Verification.NONE);
    assertEquals(Verdict.INCOMPLETE, incomplete.verdict());
    assertFalse(incomplete.balanced());
    AuditDocument conflict = of(1_005, List.of("a sum"), List.of("a record"), Verification.NONE);
    assertEquals(Verdict.CONFLICT, conflict.verdict());
    assertEquals(List.of("a sum", "a record"), conflict.findings());
    assertTrue(conflict.sentence().contains("begun 1,005 ≠ ok 1,000"), conflict.sentence());
  }
}
