package dev.broadside.server.upkeep;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.broadside.server.store.job.JobStore.Ended;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The finished jobs that a retention rule keeps.
///
/// @param folder the folder of the rule; empty for the general rule
/// @param days how long after its end a job is kept; absent for ever
/// @param mostBytes the oldest jobs are deleted above this size; absent if there is no bound
/// @param jobs how many jobs there are
/// @param bytes the size of the folder's jobs, or of the whole store for the general rule; absent
///   if the rule has no bound
/// @param daysLeft until the first of them is deleted for its age; absent if none will be
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record KeptJobs(
    String folder,
    Optional<Double> days,
    Optional<Long> mostBytes,
    int jobs,
    Optional<Long> bytes,
    Optional<Double> daysLeft) {
  private static final double SECONDS_A_DAY = Duration.ofDays(1).toSeconds();

  /// @param jobs those to which the rule applies, oldest first
  /// @param bytes how much room they take, if that is bounded
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
