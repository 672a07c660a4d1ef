package dev.broadside.core.job;

import dev.broadside.core.load.LoadChange;
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
/// @param life see [Former]
/// @param formerArrivals see [Former]
/// @param changes of the load since it began, in their order
public record Plan(
    String runId,
    String agent,
    long incarnation,
    JobSpec spec,
    long packBytes,
    List<String> operations,
    ShareSlice slice,
    long life,
    long formerArrivals,
    List<LoadChange> changes) {
  public Plan {
    operations = List.copyOf(operations);
    changes = List.copyOf(changes);
  }

  /// The plan of a share's first worker.
  public Plan(
      String runId,
      String agent,
      long incarnation,
      JobSpec spec,
      long packBytes,
      List<String> operations,
      ShareSlice slice) {
    this(runId, agent, incarnation, spec, packBytes, operations, slice, 0, 0, List.of());
  }

  /// What the workers of a share were before another one took it up.
  ///
  /// @param life a number greater than that of any worker of the share before; 0 for the first one
  /// @param arrivals how many arrivals of an open load they began or dropped
  public record Former(long life, long arrivals) {
    /// Where nobody is to take two agents' lives for one: lives in between are an agent's own.
    public static final long STRIDE = 1 << 16;

    /// With what somebody else knows, too.
    public Former with(Former known) {
      return new Former(Math.max(life, known.life), Math.max(arrivals, known.arrivals));
    }

    /// After one worker more.
    ///
    /// @param known how many arrivals were begun or dropped by now
    public Former next(long known) {
      return new Former(life + 1, Math.max(arrivals, known));
    }
  }

  /// What was before this worker.
  public Former former() {
    return new Former(life, formerArrivals);
  }

  /// Whether a worker takes the share up again, amid the run.
  public boolean again() {
    return life > 0;
  }

  /// The same plan behind other workers.
  public Plan after(Former others) {
    return changed(incarnation, spec, others, changes);
  }

  /// The same plan with other changes of its load.
  public Plan changed(List<LoadChange> others) {
    return changed(incarnation, spec, former(), others);
  }

  /// The same plan for another worker.
  public Plan withIncarnation(long other) {
    return changed(other, spec, former(), changes);
  }

  /// The same plan without its secret parameters, as it may be written down.
  public Plan withoutSecrets() {
    return changed(incarnation, spec.withSecrets(Map.of()), former(), changes);
  }

  private Plan changed(
      long newIncarnation, JobSpec newSpec, Former newFormer, List<LoadChange> newChanges) {
    return new Plan(
        runId,
        agent,
        newIncarnation,
        newSpec,
        packBytes,
        operations,
        slice,
        newFormer.life(),
        newFormer.arrivals(),
        newChanges);
  }
}
