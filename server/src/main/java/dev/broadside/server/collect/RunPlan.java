package dev.broadside.server.collect;

import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.RunAxis;
import dev.broadside.server.store.JobRow;
import dev.broadside.server.store.ShareRow;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// What must be known of a run to judge its records.
///
/// @param agents who has a share of it
/// @param lastIndex the highest interval that a record of it can be of
public record RunPlan(
    String runId, RunAxis axis, List<String> operations, Set<String> agents, int lastIndex) {
  /// How long after its grace time a run's threads can still be at work, at most.
  private static final Duration DRAIN = Duration.ofMinutes(10);

  public RunPlan {
    operations = List.copyOf(operations);
    agents = Set.copyOf(agents);
  }

  public static RunPlan of(JobRow row) {
    JobSpec spec = row.job().spec();
    RunAxis axis = spec.axis();
    long drain = spec.grace().plus(DRAIN).dividedBy(spec.interval()) + 1;
    Set<String> agents = new TreeSet<>();
    row.shares().stream().map(ShareRow::agent).forEach(agents::add);
    return new RunPlan(
        row.job().runId(),
        axis,
        row.code().operations(),
        agents,
        Math.toIntExact(axis.intervals() + drain));
  }
}
