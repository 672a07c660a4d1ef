package dev.broadside.server.collect;

import dev.broadside.core.report.RunAggregate;
import dev.broadside.server.store.row.StreamState;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// What some records of a running job have come to, and which these are.
///
/// @param plan of which plan, in words: sums of another one are of no use
/// @param streams exactly the records that are in it
/// @param sums what they come to
/// @param agents how far each agent was
/// @param unsummed what the audit says of records that no sum can take
record Checkpoint(
    String plan,
    List<StreamState> streams,
    RunAggregate.State sums,
    Map<String, AgentProgress> agents,
    List<String> unsummed) {
  Checkpoint {
    streams = List.copyOf(streams);
    agents = Map.copyOf(agents);
    unsummed = List.copyOf(unsummed);
  }

  static String words(RunPlan plan) {
    return String.join(
        "; ",
        plan.operations().toString(),
        new TreeSet<>(plan.agents()).toString(),
        new TreeSet<>(plan.watchers()).toString(),
        Integer.toString(plan.axis().intervals()),
        plan.criteria().toString());
  }
}
