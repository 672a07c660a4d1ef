package dev.broadside.core.verdict;

import dev.broadside.core.load.Counted;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.verdict.AuditDocument.Verdict;
import dev.broadside.core.work.Verification;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Puts an audit into one line.
public final class AuditLine {
  private AuditLine() {}

  public static AuditDocument of(
      OutcomeCounts counts,
      long records,
      long duplicates,
      List<String> contradictions,
      List<String> missing,
      Verification verification) {
    Verdict verdict = verdict(contradictions, missing);
    List<String> findings = new ArrayList<>(contradictions);
    findings.addAll(missing);
    return new AuditDocument(
        verdict,
        sentence(verdict, counts, records, verification),
        AuditDocument.Counts.of(counts),
        records,
        duplicates,
        findings,
        verification.checks());
  }

  private static Verdict verdict(List<String> contradictions, List<String> missing) {
    if (!contradictions.isEmpty()) {
      return Verdict.CONFLICT;
    }
    return missing.isEmpty() ? Verdict.BALANCED : Verdict.INCOMPLETE;
  }

  private static String sentence(
      Verdict verdict, OutcomeCounts counts, long records, Verification verification) {
    String sums =
        String.format(
            Locale.ROOT,
            "AUDIT %s  begun %,d %s ok %,d + failed %,d + uncertain %,d · %,d interval records",
            verdict,
            counts.begun(),
            counts.begun() == counts.ended() ? "=" : "≠",
            counts.ok(),
            counts.failed(),
            counts.uncertain(),
            records);
    return switch (verification.verdict()) {
      case HOLDS ->
          sums + " · target verified (" + Counted.of(verification.checks().size(), "check") + ")";
      case BROKEN -> sums + " · target does NOT verify";
      case NOT_CHECKED -> sums + " · target not checked";
    };
  }
}
