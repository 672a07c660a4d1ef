package dev.broadside.server.jobs;

import dev.broadside.core.wire.Message.ShareOrder;
import dev.broadside.core.wire.Message.ShareReport;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.wire.ShareStatus;
import dev.broadside.server.agents.AgentSession;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.base.DamagedException;
import dev.broadside.server.store.row.JobRow;
import dev.broadside.server.threads.StoreThread;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// Shares that agents report although no running job expects them: each is looked up in the store.
///
/// If the store does not know the share either, or cannot read it, its agent is never ordered to
/// forget it, since its records may be the only ones: it ends the load, and keeps the records as
/// unclaimed. Belongs to the coordinator's thread.
final class UnexpectedShares {
  /// More than these wait for the agent's next report.
  private static final int MOST = 1_000;

  private final StoreThread storeThread;
  private final ResultStore store;

  /// The newest report of each share for which the store has not answered yet.
  private final Map<Share, Report> asked = new LinkedHashMap<>();

  /// The shares for which the store is being asked.
  private final Set<Share> underWay = new HashSet<>();

  private record Share(String agent, String runId) {}

  /// @param known takes the job if the store has it with a share of this agent
  private record Report(AgentSession session, ShareReport report, Consumer<JobRow> known) {}

  UnexpectedShares(StoreThread storeThread, ResultStore store) {
    this.storeThread = storeThread;
    this.store = store;
  }

  /// Looks up in the store a share that no running job has.
  void reported(AgentSession session, ShareReport report, Consumer<JobRow> known) {
    if (report.status() instanceof ShareStatus.Released) {
      session.forget(report.runId());
      return;
    }
    Share share = new Share(session.name(), report.runId());
    if (asked.containsKey(share) || asked.size() < MOST) {
      asked.put(share, new Report(session, report, known));
      ask(share);
    }
  }

  private void ask(Share share) {
    if (underWay.add(share)) {
      storeThread.ask(
          () -> store.jobs.find(share.runId()),
          row -> found(share, row),
          e -> {
            underWay.remove(share);
            if (e instanceof DamagedException) {
              // Asking again does not help.
              found(share, Optional.empty());
            }
          });
    }
  }

  /// Asks again if the store did not answer.
  void tick() {
    Set.copyOf(asked.keySet()).forEach(this::ask);
  }

  private void found(Share share, Optional<JobRow> row) {
    underWay.remove(share);
    if (asked.remove(share) instanceof Report newest) {
      row.filter(job -> job.shares().stream().anyMatch(own -> own.agent().equals(share.agent())))
          .ifPresentOrElse(newest.known(), () -> disown(newest.session(), newest.report()));
    }
  }

  /// Answers the report of a share whose records are not taken.
  static void disown(AgentSession session, ShareReport report) {
    switch (report.status()) {
      case ShareStatus.Released _ -> session.forget(report.runId());
      case ShareStatus.Unclaimed kept -> session.unclaimed(report.runId(), kept);
      case ShareStatus.Underway _,
          ShareStatus.Finished _,
          ShareStatus.Verified _,
          ShareStatus.Rejected _,
          ShareStatus.Broken _ ->
          disown(session, report.runId(), report.generation());
    }
  }

  /// Tells an agent that its share is not known here: it keeps the records as unclaimed.
  ///
  /// @param generation the newest that it has heard
  static void disown(AgentSession session, String runId, long generation) {
    session.orderOnce(new ShareOrder(runId, generation + 1, new ShareGoal.Stop(true)));
  }
}
