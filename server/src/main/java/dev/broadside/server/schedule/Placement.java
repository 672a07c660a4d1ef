package dev.broadside.server.schedule;

import dev.broadside.core.input.JobDocument;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.ShareSlice;
import dev.broadside.core.pace.Portion;
import dev.broadside.server.store.row.ShareRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Cuts a job into exact shares, one for each of its agents.
public final class Placement {
  private Placement() {}

  /// The shares, in the order of the agents: together they are exactly the job, and the first
  /// prepares the target. After them comes one without load for each watcher that the job wants.
  ///
  /// @param watchers agents that only watch their hosts
  public static List<ShareRow> place(JobSpec spec, List<String> agents, Set<String> watchers) {
    if (agents.size() != spec.agents().count()) {
      throw new IllegalArgumentException(
          agents.size() + " agents for a job that wants " + spec.agents().count());
    }
    List<ShareRow> placed = new ArrayList<>(agents.size());
    for (int i = 0; i < agents.size(); i++) {
      Portion share = new Portion(i, agents.size());
      placed.add(ShareRow.placed(agents.get(i), ShareSlice.of(share, spec.openedThreads())));
    }
    for (String watcher : watchers) {
      if (JobDocument.watchedBy(watcher, spec)) {
        placed.add(
            ShareRow.placed(watcher, ShareSlice.watching(placed.size(), spec.openedThreads())));
      }
    }
    return List.copyOf(placed);
  }
}
