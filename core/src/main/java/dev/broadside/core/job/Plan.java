package dev.broadside.core.job;

import java.util.List;
import java.util.Map;

/// All that an agent needs to run its share, end included, so that it can go on while the server is
/// away.
///
/// @param agent the agent's name, as it stands in record keys
/// @param incarnation grows with each worker that is started for this run on this agent
/// @param spec what was asked; its pack names the code
/// @param packBytes the size of the pack
/// @param operations the names of the job class's operations
/// @param slice this agent's part
public record Plan(
    String runId,
    String agent,
    long incarnation,
    JobSpec spec,
    long packBytes,
    List<String> operations,
    ShareSlice slice) {
  public Plan {
    operations = List.copyOf(operations);
  }

  /// The same plan for another worker.
  public Plan withIncarnation(long other) {
    return new Plan(runId, agent, other, spec, packBytes, operations, slice);
  }

  /// The same plan without its secret parameters, as it may be written down.
  public Plan withoutSecrets() {
    return new Plan(
        runId, agent, incarnation, spec.withSecrets(Map.of()), packBytes, operations, slice);
  }
}
