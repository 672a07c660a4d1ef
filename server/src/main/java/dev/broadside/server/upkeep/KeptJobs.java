package dev.broadside.server.upkeep;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.broadside.server.store.job.JobStore.Ended;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What a rule keeps of jobs that have ended, and how much there is of it.
///
/// @param folder whose jobs; empty for all those of which no folder's rule holds
/// @param days how long after its end a job is kept; absent for ever
/// @param mostBytes how much they may take before the oldest go; absent without bound
/// @param jobs how many there are
/// @param bytes how much they take, of all others how much the whole store; absent where that is
///   not bounded
/// @param daysLeft until the first of them goes for its age; absent where none does
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record KeptJobs(
    String folder,
    Optional<Double> days,
    Optional<Long> mostBytes,
    int jobs,
    Optional<Long> bytes,
    Optional<Double> daysLeft) {
  private static final double SECONDS_A_DAY = Duration.ofDays(1).toSeconds();

  /// @param jobs for which the rule holds, oldest first
  /// @param bytes how much they take, where that is bounded
  static KeptJobs of(FolderRule rule, List<Ended> jobs, Optional<Long> bytes, Instant now) {
    Optional<Instant> oldest = jobs.stream().findFirst().map(Ended::at);
    return new KeptJobs(
        rule.folder(),
        rule.jobs().map(KeptJobs::days),
        rule.bytes(),
        jobs.size(),
        bytes,
        rule.jobs()
            .flatMap(
                age -> oldest.map(end -> Math.max(0, days(Duration.between(now, end.plus(age)))))));
  }

  private static double days(Duration span) {
    return span.toSeconds() / SECONDS_A_DAY;
  }
}
