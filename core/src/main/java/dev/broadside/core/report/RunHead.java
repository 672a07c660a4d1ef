package dev.broadside.core.report;

import dev.broadside.core.report.RunDocument.JobSummary;
import dev.broadside.core.report.RunDocument.PhaseDocument;
import java.util.List;
import java.util.Map;

/// The part of a run document that is known when the load begins; the fields are those of
/// [RunDocument].
///
/// @param job what runs
/// @param parameters the job class's parameters, secrets redacted
/// @param phases as planned
public record RunHead(JobSummary job, Map<String, String> parameters, List<PhaseDocument> phases) {
  public RunHead {
    phases = List.copyOf(phases);
  }

  public static RunHead of(RunDocument run) {
    return new RunHead(run.job(), run.parameters(), run.phases());
  }
}
