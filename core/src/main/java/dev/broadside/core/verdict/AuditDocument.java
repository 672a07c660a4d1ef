package dev.broadside.core.verdict;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.work.Verification;
import java.util.List;

/// Whether every transaction that an agent counted is in the result exactly once.
///
/// @param sentence the audit line: verdict and sums in one line
/// @param records interval records stored
/// @param duplicates records that came more than once, and were counted once
/// @param findings what does not balance, each in one sentence; empty if everything does
/// @param checks what the job class found on the target
public record AuditDocument(
    Verdict verdict,
    String sentence,
    @JsonUnwrapped Counts counts,
    long records,
    long duplicates,
    List<String> findings,
    List<Verification.Check> checks) {

  /// The iterations of the whole run.
  ///
  /// @param begun iterations begun, from the first to the last, warm-up included
  /// @param ok iterations that ended well
  /// @param failed iterations that failed
  /// @param uncertain iterations that may or may not have taken effect
  public record Counts(long begun, long ok, long failed, long uncertain) {
    public static Counts of(OutcomeCounts counts) {
      return new Counts(counts.begun(), counts.ok(), counts.failed(), counts.uncertain());
    }
  }

  /// The verdict on the sums.
  public enum Verdict {
    /// Everything adds up.
    BALANCED,
    /// Something is missing, and the findings name it.
    INCOMPLETE,
    /// Some counts contradict each other.
    CONFLICT
  }

  /// A check that does not hold, as a finding.
  public static String finding(Verification.Check check) {
    return check.name() + ": " + check.detail();
  }

  /// Whether a check is among the findings.
  public boolean names(Verification.Check check) {
    return findings.contains(finding(check));
  }

  public AuditDocument {
    findings = List.copyOf(findings);
    checks = List.copyOf(checks);
  }

  public long begun() {
    return counts.begun;
  }

  public long ok() {
    return counts.ok;
  }

  public long failed() {
    return counts.failed;
  }

  public long uncertain() {
    return counts.uncertain;
  }

  /// Whether everything adds up.
  public boolean balanced() {
    return verdict == Verdict.BALANCED;
  }
}
