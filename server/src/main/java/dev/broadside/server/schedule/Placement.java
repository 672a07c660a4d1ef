package dev.broadside.server.schedule;

import dev.broadside.core.input.JobDocument;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.ShareSlice;
import dev.broadside.core.pace.Portion;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Cuts a job into exact shares, one for each of its agents.
public final class Placement {
  private Placement() {}

  /// One agent's share.
  public record Placed(String agent, ShareSlice slice) {}

  /// The shares, in the order of the agents: together they are exactly the job, and the first
  /// prepares the target. After them comes one without load for each watcher that the job wants.
  ///
  /// @param watchers agents that only watch their hosts
  public static List<Placed> place(JobSpec spec, List<String> agents, Set<String> watchers) {
    if (agents.size() != spec.agents().count()) {
      throw new IllegalArgumentException(
          agents.size() + " agents for a job that wants " + spec.agents().count());
    }
    List<Placed> placed = new ArrayList<>(agents.size());
    for (int i = 0; i < agents.size(); i++) {
      Portion share = new Portion(i, agents.size());
      placed.add(new Placed(agents.get(i), ShareSlice.of(share, spec.openedThreads())));
    }
    for (String watcher : watchers) {
      if (JobDocument.watchedBy(watcher, spec)) {
        placed.add(new Placed(watcher, ShareSlice.watching(placed.size(), spec.openedThreads())));
      }
    }
    return List.copyOf(placed);
  }
}
