package dev.broadside.server.collect;

import dev.broadside.core.work.Totals;
import java.util.List;
import java.util.Map;

/// How far the records of a run have come in. Immutable.
///
/// @param agents by name; agents without any record are not in it
/// @param transactions what all agents counted so far
/// @param operations the same by operation index
/// @param figures the amounts of the job class's own figures; see
///   [dev.broadside.core.report.RunTotals#figures()]
/// @param whole whether all records have come: see
///   [dev.broadside.core.report.RunAggregate#complete()]
public record RunProgress(
    String runId,
    Map<String, AgentProgress> agents,
    Totals transactions,
    List<Totals> operations,
    List<Long> figures,
    boolean whole) {
  public RunProgress {
    agents = Map.copyOf(agents);
    operations = List.copyOf(operations);
    figures = List.copyOf(figures);
  }

  public static RunProgress none(String runId) {
    return new RunProgress(runId, Map.of(), Totals.NONE, List.of(), List.of(), false);
  }

  public AgentProgress of(String agent) {
    return agents.getOrDefault(agent, AgentProgress.NONE);
  }
}
