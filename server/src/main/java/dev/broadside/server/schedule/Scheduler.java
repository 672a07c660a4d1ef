package dev.broadside.server.schedule;

import dev.broadside.core.job.AgentDemand;
import dev.broadside.core.job.Counted;
import dev.broadside.core.job.JobSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Decides which waiting jobs begin now, and why the others do not. Pure.
///
/// Jobs are looked at in the order in which they were submitted. An agent has one job at a time. A
/// job that waits only for agents which are busy keeps its place: later jobs do not take those
/// agents away from it. A job for which too few agents are there keeps nothing, since nobody knows
/// whether more will come.
public final class Scheduler {
  /// Longer lists of agents are cut in reasons.
  private static final int SHOWN = 4;

  private Scheduler() {}

  /// A job that waits.
  public record Waiting(String jobId, JobSpec spec) {}

  /// What becomes of a waiting job.
  public sealed interface Decision {
    String jobId();

    /// It begins on these agents.
    record Begin(String jobId, List<String> agents) implements Decision {}

    /// It goes on waiting.
    ///
    /// @param reason for the user: `needs 3 agents, 2 connected`
    record Wait(String jobId, String reason) implements Decision {}

    /// It does not want to wait.
    record GiveUp(String jobId, String reason) implements Decision {}
  }

  /// Decides on all waiting jobs.
  ///
  /// @param waiting in the order in which they were submitted
  /// @param connected names of the agents that are there and answer
  /// @param busy the job of each agent that has one
  public static List<Decision> decide(
      List<Waiting> waiting, Set<String> connected, Map<String, String> busy, Instant now) {
    Map<String, String> taken = new LinkedHashMap<>(busy);
    List<Decision> decisions = new ArrayList<>();
    for (Waiting job : waiting) {
      decisions.add(decide(job, connected, taken, now));
    }
    return decisions;
  }

  private static Decision decide(
      Waiting job, Set<String> connected, Map<String, String> taken, Instant now) {
    JobSpec spec = job.spec();
    if (spec.startAt().filter(now::isBefore).isPresent()) {
      return new Decision.Wait(job.jobId(), "starts at " + spec.startAt().get());
    }
    List<String> candidates = candidates(spec.agents(), connected);
    int wanted = spec.agents().count();
    if (candidates.size() < wanted) {
      String reason = tooFew(spec.agents(), connected, candidates.size());
      return spec.waitForAgents()
          ? new Decision.Wait(job.jobId(), reason)
          : new Decision.GiveUp(job.jobId(), reason + ", and the job does not wait for agents");
    }
    List<String> free = candidates.stream().filter(agent -> !taken.containsKey(agent)).toList();
    if (free.size() < wanted) {
      String reason = busy(candidates, taken);
      free.forEach(agent -> taken.put(agent, job.jobId()));
      return new Decision.Wait(job.jobId(), reason);
    }
    List<String> chosen = free.subList(0, wanted);
    chosen.forEach(agent -> taken.put(agent, job.jobId()));
    return new Decision.Begin(job.jobId(), List.copyOf(chosen));
  }

  /// Named agents in the order in which they are named, others by name.
  private static List<String> candidates(AgentDemand demand, Set<String> connected) {
    return demand.names().isEmpty()
        ? connected.stream().sorted().toList()
        : demand.names().stream().distinct().filter(connected::contains).toList();
  }

  private static String tooFew(AgentDemand demand, Set<String> connected, int there) {
    String needs = "needs " + Counted.of(demand.count(), "agent");
    if (demand.names().isEmpty()) {
      return needs + ", " + there + " connected";
    }
    Set<String> absent = new TreeSet<>(demand.names());
    absent.removeAll(connected);
    return needs + " of those named; " + list(List.copyOf(absent)) + " not connected";
  }

  private static String busy(List<String> candidates, Map<String, String> taken) {
    List<String> occupied = candidates.stream().filter(taken::containsKey).toList();
    Set<String> jobs = new HashSet<>();
    occupied.forEach(agent -> jobs.add("" + taken.get(agent)));
    String others =
        jobs.size() == 1 ? "job " + jobs.iterator().next() : jobs.size() + " other jobs";
    return list(occupied) + (occupied.size() == 1 ? " is" : " are") + " busy with " + others;
  }

  private static String list(List<String> names) {
    String shown = names.stream().limit(SHOWN).collect(Collectors.joining(", "));
    int more = names.size() - SHOWN;
    return more > 0 ? shown + " and " + more + " more" : lastWithAnd(shown);
  }

  private static String lastWithAnd(String shown) {
    int comma = shown.lastIndexOf(", ");
    return comma < 0 ? shown : shown.substring(0, comma) + " and " + shown.substring(comma + 2);
  }
}
