package dev.broadside.server.collect;

import dev.broadside.core.input.JobDocument;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.load.RunAxis;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.RunAggregate;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.threshold.Criteria;
import dev.broadside.server.store.row.JobRow;
import dev.broadside.server.store.row.ShareRow;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// What the collector needs to know about a run to check its records.
///
/// @param agents the agents with a share of its load
/// @param watchers the agents that only watch a host for it
/// @param criteria its thresholds and limits
/// @param lastIndex the last interval that a record can have
/// @param closed why it takes no more records, as a clause appended to the run's name; empty while
///   it takes them
public record RunPlan(
    String runId,
    RunAxis axis,
    List<String> operations,
    Set<String> agents,
    Set<String> watchers,
    Criteria criteria,
    int lastIndex,
    String closed) {
  /// How long after its grace time a run's threads can still be at work, at most.
  private static final Duration DRAIN = Duration.ofMinutes(10);

  public RunPlan {
    operations = List.copyOf(operations);
    agents = Set.copyOf(agents);
    watchers = Set.copyOf(watchers);
  }

  /// The plan of a run that takes records.
  public RunPlan(
      String runId, RunAxis axis, List<String> operations, Set<String> agents, int lastIndex) {
    this(runId, axis, operations, agents, Set.of(), Criteria.NONE, lastIndex, "");
  }

  /// A copy that takes no more records.
  public RunPlan closed(String why) {
    return new RunPlan(runId, axis, operations, agents, watchers, criteria, lastIndex, why);
  }

  public static RunPlan of(JobRow row) {
    JobSpec spec = row.job().spec();
    RunAxis axis = spec.axis();
    long drain = spec.grace().plus(DRAIN).dividedBy(spec.interval()) + 1;
    return new RunPlan(
        row.job().runId(),
        axis,
        row.code().operations(),
        names(row.loads()),
        names(row.watchers()),
        JobDocument.criteria(spec),
        Math.toIntExact(axis.intervals() + drain),
        "");
  }

  /// The sums of a run without any record.
  ///
  /// @param closed takes each interval that is complete
  public RunAggregate noSums(Consumer<IntervalDocument> closed) {
    return new RunAggregate(axis, operations, agents, watchers, criteria, closed);
  }

  private static Set<String> names(List<ShareRow> shares) {
    return shares.stream().map(ShareRow::agent).collect(Collectors.toSet());
  }

  /// The stream that an agent records; empty if it has no share.
  Optional<String> stream(String agent) {
    return agents.contains(agent)
        ? Optional.of(RecordKey.LOAD)
        : watchers.contains(agent) ? Optional.of(RecordKey.WATCH) : Optional.empty();
  }
}
