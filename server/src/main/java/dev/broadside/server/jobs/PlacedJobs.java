package dev.broadside.server.jobs;

import dev.broadside.core.input.JobDocument;
import dev.broadside.core.job.Job;
import dev.broadside.core.job.JobSpec;
import dev.broadside.server.agents.AgentTimeouts;
import dev.broadside.server.collect.Collector;
import dev.broadside.server.collect.RunPlan;
import dev.broadside.server.schedule.Occupancy;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.row.JobRow;
import dev.broadside.server.store.row.ShareRow;
import dev.broadside.server.targets.Targets;
import dev.broadside.server.threads.StoreThread;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// The jobs that have their agents, in the order of their placement, until every agent has let go
/// of them; and what they occupy. Belongs to the coordinator's thread.
final class PlacedJobs {
  private final ResultStore store;
  private final StoreThread storeThread;
  private final Collector collector;
  private final Targets targets;
  private final AgentRoster roster;
  private final Map<String, JobRun> runs = new LinkedHashMap<>();

  PlacedJobs(
      ResultStore store,
      StoreThread storeThread,
      Collector collector,
      Targets targets,
      AgentRoster roster) {
    this.store = store;
    this.storeThread = storeThread;
    this.collector = collector;
    this.targets = targets;
    this.roster = roster;
  }

  /// Takes a job in, has its records collected, and tells its agents what is wanted of them.
  JobRun open(JobRow row) {
    JobRun run = new JobRun(row, targets::opened, roster);
    runs.put(run.job().id(), run);
    collector.open(RunPlan.of(row));
    run.shares().stream().filter(share -> !share.gone()).forEach(run::tell);
    return run;
  }

  /// Has the store keep a job's state and these of its shares.
  ///
  /// @param then called when it is stored; like `failed`, on the coordinator's thread
  void save(Job job, List<ShareRow> shares, Runnable then, Consumer<RuntimeException> failed) {
    storeThread.keep(() -> store.jobs.save(job, shares), then, failed);
  }

  /// Forgets a job that is done, when every agent has let go of it or may not come back any more.
  void retire(JobRun run) {
    if (!run.done()) {
      return;
    }
    boolean released = run.shares().stream().allMatch(ShareRow::gone);
    if (released || run.sinceEnd().compareTo(AgentTimeouts.LATE_RECORDS) > 0) {
      runs.remove(run.job().id());
      collector.close(run.job().runId());
      run.shares().forEach(share -> run.session(share).forget(run.job().id()));
    }
  }

  /// Whether no records are taken any more of a job that ended then. Any thread.
  boolean tooLate(Instant end) {
    return roster.time().now().isAfter(end.plus(AgentTimeouts.LATE_RECORDS));
  }

  boolean holds(String id) {
    return runs.containsKey(id);
  }

  Optional<JobRun> find(String id) {
    return Optional.ofNullable(runs.get(id));
  }

  /// A job, if this agent has a share of it.
  Optional<JobRun> find(String id, String agent) {
    return find(id).filter(run -> run.share(agent).isPresent());
  }

  /// A copy of the list of these jobs.
  List<JobRun> all() {
    return List.copyOf(runs.values());
  }

  /// The ids of those that have not ended, by their definitions.
  Map<String, String> going() {
    Map<String, String> going = new HashMap<>();
    runs.forEach((id, run) -> {
      if (!run.done()) {
        going.put(JobDocument.definition(id, run.job().spec()), id);
      }
    });
    return going;
  }

  /// What is asked of each job that may be at work on its target, by its id.
  Map<String, JobSpec> atWork() {
    Map<String, JobSpec> atWork = new HashMap<>();
    runs.forEach((id, run) -> {
      if (!run.done() || run.shares().stream().anyMatch(share -> mayWork(run, share))) {
        atWork.put(id, run.job().asked());
      }
    });
    return atWork;
  }

  /// The jobs that may be at work on each agent; drained agents take no more.
  Occupancy occupancy() {
    Occupancy occupancy = new Occupancy();
    runs.forEach((id, run) ->
        run.shares().stream()
            .filter(share -> mayWork(run, share))
            .forEach(share -> occupancy.take(share.agent(), id, run.job().spec())));
    roster.drained().forEach(occupancy::drain);
    return occupancy;
  }

  /// An agent that has not let go of a share may still work on it; but if the job is done, an agent
  /// that has ended its load only keeps records.
  private static boolean mayWork(JobRun run, ShareRow share) {
    return !share.slice().watches()
        && !share.gone()
        && !(run.done() && (share.finished() || share.failed()));
  }

  /// The ids of the jobs of which each agent holds a share, by the agent's name.
  Map<String, List<String>> byAgent() {
    Map<String, List<String>> jobs = new HashMap<>();
    runs.forEach((id, run) ->
        run.shares().stream()
            .filter(share -> !share.gone())
            .forEach(share -> jobs.computeIfAbsent(share.agent(), _ -> new ArrayList<>()).add(id)));
    return jobs;
  }

  /// A job of which an agent holds a share.
  Optional<JobRun> heldBy(String agent) {
    return runs.values().stream()
        .filter(run -> run.share(agent).filter(share -> !share.gone()).isPresent())
        .findFirst();
  }
}
