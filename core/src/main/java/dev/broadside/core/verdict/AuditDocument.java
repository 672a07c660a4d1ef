package dev.broadside.core.verdict;

import dev.broadside.core.work.Verification;
import java.util.List;

/// Whether every transaction that an agent counted is in the result exactly once.
///
/// @param sentence the audit line: verdict and sums in one line
/// @param begun iterations begun, from the first to the last, warm-up included
/// @param ok how many of them ended well
/// @param failed how many of them failed
/// @param uncertain how many of them are uncertain
/// @param records interval records stored
/// @param duplicates records that came more than once, and were counted once
/// @param findings what does not balance, each in one sentence; empty if everything does
/// @param checks what the job class found on the target
public record AuditDocument(
    Verdict verdict,
    String sentence,
    long begun,
    long ok,
    long failed,
    long uncertain,
    long records,
    long duplicates,
    List<String> findings,
    List<Verification.Check> checks) {

  /// The verdict on the sums.
  public enum Verdict {
    /// Everything adds up.
    BALANCED,
    /// Something is missing, and the findings name it.
    INCOMPLETE,
    /// Some counts contradict each other.
    CONFLICT
  }

  public AuditDocument {
    findings = List.copyOf(findings);
    checks = List.copyOf(checks);
  }

  /// Whether everything adds up.
  public boolean balanced() {
    return verdict == Verdict.BALANCED;
  }
}
