package dev.broadside.core.report;

import dev.broadside.core.verdict.AuditDocument;
import dev.broadside.core.verdict.GeneratorVerdict;

/// Whether the figures of a run can be trusted.
///
/// @param generator whether the load generator may have been the limit
/// @param audit whether the sums add up
public record Trust(GeneratorVerdict.Verdict generator, AuditDocument.Verdict audit) {
  public static Trust of(RunDocument run) {
    return new Trust(run.generator().verdict(), run.audit().verdict());
  }
}
