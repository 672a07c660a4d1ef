package dev.broadside.server.schedule;

import dev.broadside.core.input.JobDocument;
import dev.broadside.core.job.JobSpec;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Which jobs each agent has, and what it can have besides. Not safe for use by several threads.
public final class Occupancy {
  private final Map<String, Set<String>> jobs = new HashMap<>();
  private final Set<String> alone = new HashSet<>();
  private final Set<String> drained = new HashSet<>();

  /// A copy that can be added to.
  Occupancy copy() {
    Occupancy copy = new Occupancy();
    jobs.forEach((agent, its) -> copy.jobs.put(agent, new LinkedHashSet<>(its)));
    copy.alone.addAll(alone);
    copy.drained.addAll(drained);
    return copy;
  }

  /// An agent has a job.
  public void take(String agent, String jobId, JobSpec spec) {
    jobs.computeIfAbsent(agent, _ -> new TreeSet<>()).add(jobId);
    if (JobDocument.alone(spec)) {
      alone.add(jobId);
    }
  }

  /// An agent gets no more jobs.
  public void drain(String agent) {
    drained.add(agent);
  }

  boolean drained(String agent) {
    return drained.contains(agent);
  }

  List<String> jobs(String agent) {
    return List.copyOf(jobs.getOrDefault(agent, Set.of()));
  }

  /// Whether an agent can have one more job that is not exclusive.
  boolean open(String agent, AgentOffer offer) {
    List<String> its = jobs(agent);
    return !drained.contains(agent)
        && its.size() < offer.capacity()
        && its.stream().noneMatch(alone::contains);
  }

  /// Whether an agent can have a job now.
  boolean open(String agent, AgentOffer offer, JobSpec spec) {
    return open(agent, offer) && (!JobDocument.alone(spec) || jobs(agent).isEmpty());
  }
}
