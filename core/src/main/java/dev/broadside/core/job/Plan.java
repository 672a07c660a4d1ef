package dev.broadside.core.job;

import dev.broadside.core.load.LoadChange;
import java.util.List;
import java.util.Map;

/// All that an agent needs to run its share to the end, so that it can go on while the server is
/// away.
///
/// @param agent the agent's name in record keys
/// @param incarnation grows with each worker that is started for this run on this agent
/// @param spec what was asked; its pack names the code
/// @param operations the names of the job class's operations
/// @param slice this agent's part
/// @param former what the share's workers before this one did
/// @param changes of the load since it began, in their order
public record Plan(
    String runId,
    String agent,
    long incarnation,
    JobSpec spec,
    List<String> operations,
    ShareSlice slice,
    Former former,
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
      List<String> operations,
      ShareSlice slice) {
    this(runId, agent, incarnation, spec, operations, slice, Former.NONE, List.of());
  }

  /// What the workers of a share did before another one took it up.
  ///
  /// @param life a number greater than that of any worker of the share before; 0 for the first one
  /// @param arrivals how many arrivals of an open load they began or dropped
  public record Former(long life, long arrivals) {
    /// Before a share's first worker.
    public static final Former NONE = new Former(0, 0);

    /// The distance between the lives that the server gives two agents; an agent numbers its own
    /// workers with those in between, so that no two workers have the same life.
    public static final long STRIDE = 1 << 16;

    /// The greater of what this and another source know.
    public Former with(Former known) {
      return new Former(Math.max(life, known.life), Math.max(arrivals, known.arrivals));
    }

    /// What is known after one more worker.
    ///
    /// @param known how many arrivals were begun or dropped by now
    public Former next(long known) {
      return new Former(life + 1, Math.max(arrivals, known));
    }
  }

  /// Whether the worker takes the share up in the middle of the run, after another one died.
  public boolean again() {
    return former.life > 0;
  }

  /// This plan for a worker that follows others.
  public Plan after(Former others) {
    return changed(incarnation, spec, others, changes);
  }

  /// This plan with other changes of its load.
  public Plan changed(List<LoadChange> others) {
    return changed(incarnation, spec, former, others);
  }

  /// This plan for another worker.
  public Plan withIncarnation(long other) {
    return changed(other, spec, former, changes);
  }

  /// This plan without its secret parameters, so that it may be written down.
  public Plan withoutSecrets() {
    return changed(incarnation, spec.withSecrets(Map.of()), former, changes);
  }

  private Plan changed(
      long newIncarnation, JobSpec newSpec, Former newFormer, List<LoadChange> newChanges) {
    return new Plan(
        runId, agent, newIncarnation, newSpec, operations, slice, newFormer, newChanges);
  }
}
