package dev.broadside.server.jobs;

import dev.broadside.core.input.JobDocument;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.JobState;
import dev.broadside.server.schedule.Occupancy;
import dev.broadside.server.store.row.ShareRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The jobs that have their agents, in the order of their placement, until every agent has let go
/// of them: what goes on, and what it occupies. Belongs to the coordinator's thread.
final class PlacedJobs {
  private final Map<String, JobRun> runs = new LinkedHashMap<>();

  void add(JobRun run) {
    runs.put(run.job().id(), run);
  }

  void remove(JobRun run) {
    runs.remove(run.job().id());
  }

  boolean holds(String id) {
    return runs.containsKey(id);
  }

  Optional<JobRun> find(String id) {
    return Optional.ofNullable(runs.get(id));
  }

  /// One of which an agent has a share.
  Optional<JobRun> find(String id, String agent) {
    return find(id).filter(run -> run.share(agent).isPresent());
  }

  /// All of them, as they are now.
  List<JobRun> all() {
    return List.copyOf(runs.values());
  }

  /// The ids of those that have not ended, by their definitions.
  Map<String, String> going() {
    Map<String, String> going = new HashMap<>();
    runs.forEach((id, run) -> {
      if (!done(run)) {
        going.put(JobDocument.definition(id, run.job().spec()), id);
      }
    });
    return going;
  }

  /// What those ask for that may be at work on their target.
  Map<String, JobSpec> atWork() {
    Map<String, JobSpec> atWork = new HashMap<>();
    runs.forEach((id, run) -> {
      if (!done(run) || run.shares().stream().anyMatch(share -> mayWork(run, share))) {
        atWork.put(id, run.job().asked());
      }
    });
    return atWork;
  }

  /// The jobs of each agent that may be at work.
  Occupancy occupancy() {
    Occupancy occupancy = new Occupancy();
    runs.forEach((id, run) ->
        run.shares().stream()
            .filter(share -> mayWork(run, share))
            .forEach(share -> occupancy.take(share.agent(), id, run.job().spec())));
    return occupancy;
  }

  /// An agent that has not let go of a share may still work on it; but where the job is done, one
  /// that has ended its load only keeps records.
  private static boolean mayWork(JobRun run, ShareRow share) {
    return !share.slice().watches()
        && !share.gone()
        && !(done(run) && (share.finished() || share.failed()));
  }

  private static boolean done(JobRun run) {
    return run.job().state() instanceof JobState.Done;
  }

  /// The jobs of which each agent holds a share.
  Map<String, List<String>> byAgent() {
    Map<String, List<String>> jobs = new HashMap<>();
    runs.forEach((id, run) ->
        run.shares().stream()
            .filter(share -> !share.gone())
            .forEach(share -> jobs.computeIfAbsent(share.agent(), _ -> new ArrayList<>()).add(id)));
    return jobs;
  }

  /// One of which an agent holds a share.
  Optional<JobRun> heldBy(String agent) {
    return runs.values().stream()
        .filter(run -> run.share(agent).filter(share -> !share.gone()).isPresent())
        .findFirst();
  }
}
