package dev.broadside.server.schedule;

import dev.broadside.core.input.JobDocument;
import dev.broadside.core.input.Timetable;
import dev.broadside.core.input.Timetable.Gate;
import dev.broadside.core.job.JobSpec;
import dev.broadside.server.targets.TargetUse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Decides which waiting jobs begin now, and why the others do not. Pure.
///
/// Jobs are looked at in the order in which they were submitted. An agent has no more jobs at once
/// than its capacity, and no other beside one that wants to be alone. A job that fits may pass
/// earlier ones that wait for agents it takes, so that no agent is idle without need; but each is
/// passed [#MOST_PASSES] times at most: then all agents that it could have and that have room are
/// kept for it until it begins, so that it waits only for jobs that have begun by then. No agents
/// are kept for a job that has too few, since more may never come, nor for one that waits for its
/// target.
public final class Scheduler {
  /// How many later jobs may take agents that a job waits for.
  public static final int MOST_PASSES = 3;

  private final Map<String, AgentOffer> connected;
  private final Occupancy occupancy;
  private final TargetUse targets;
  private final Instant now;

  /// The job that goes on of each definition, by the definition.
  private final Map<String, String> going;

  /// The job for which each agent is kept.
  private final Map<String, String> kept = new HashMap<>();

  /// The jobs that wait for each agent that has room and is not kept.
  private final Map<String, Set<String>> wanted = new HashMap<>();

  private final Map<String, Integer> passes = new HashMap<>();

  private Scheduler(Scene scene, Instant now) {
    connected = scene.connected();
    occupancy = scene.occupancy().copy();
    going = new HashMap<>(scene.going());
    targets = scene.targets();
    this.now = now;
  }

  /// What the decision depends on, apart from the waiting jobs.
  ///
  /// @param connected the agents that are there and answer, by name
  /// @param occupancy which jobs they have
  /// @param going the ids of jobs that go on, by their definitions
  /// @param targets what the jobs at work take of their targets; those that begin are put to it
  public record Scene(
      Map<String, AgentOffer> connected,
      Occupancy occupancy,
      Map<String, String> going,
      TargetUse targets) {}

  /// A job that waits.
  ///
  /// @param passed how many later jobs have taken agents that it waits for
  public record Waiting(String jobId, JobSpec spec, int passed) {}

  /// What becomes of a waiting job.
  public sealed interface Decision {
    String jobId();

    /// It begins on these agents.
    ///
    /// @param passes earlier jobs that wait and could have had one of them
    record Begin(String jobId, List<String> agents, Set<String> passes) implements Decision {}

    /// It goes on waiting.
    ///
    /// @param reason for the user: `needs 3 agents, 2 connected`
    record Wait(String jobId, String reason) implements Decision {}

    /// It leaves its time out, and waits for the next one.
    ///
    /// @param reason for the user
    record Skip(String jobId, String reason) implements Decision {}

    /// It does not want to wait.
    record GiveUp(String jobId, String reason) implements Decision {}
  }

  /// Decides on all waiting jobs.
  ///
  /// @param waiting in the order in which they were submitted
  public static List<Decision> decide(List<Waiting> waiting, Scene scene, Instant now) {
    Scheduler scheduler = new Scheduler(scene, now);
    return waiting.stream().map(scheduler::decide).toList();
  }

  private Decision decide(Waiting job) {
    return notYet(job).orElseGet(() -> place(job));
  }

  /// What keeps a job from beginning, apart from agents.
  private Optional<Decision> notYet(Waiting job) {
    Optional<String> earlier =
        Optional.ofNullable(going.get(JobDocument.definition(job.jobId(), job.spec())));
    return switch (Timetable.of(job.spec()).gate(now, earlier)) {
      case Gate.Open _ -> Optional.empty();
      case Gate.Waits(String reason) -> Optional.of(new Decision.Wait(job.jobId(), reason));
      case Gate.Skips(String reason) -> Optional.of(new Decision.Skip(job.jobId(), reason));
      case Gate.Closed(String reason) -> Optional.of(new Decision.GiveUp(job.jobId(), reason));
    };
  }

  private Decision place(Waiting job) {
    JobSpec spec = job.spec();
    Optional<String> noRoom = targets.objection(job.jobId(), spec);
    if (noRoom.isPresent()) {
      return new Decision.Wait(job.jobId(), noRoom.get());
    }
    AgentChoice choice = new AgentChoice(spec, connected);
    Optional<String> tooFew = choice.tooFew();
    if (tooFew.isPresent()) {
      return spec.waitForAgents()
          ? new Decision.Wait(job.jobId(), tooFew.get())
          : new Decision.GiveUp(
              job.jobId(), tooFew.get() + ", and the job does not wait for agents");
    }
    List<String> chosen = choice.together(preferred(choice, spec));
    return chosen.size() < spec.agents().count() ? wait(job, choice, chosen) : begin(job, chosen);
  }

  /// The agents that it can have now: first those for which no other job waits, and among these the
  /// ones with fewest jobs.
  private List<String> preferred(AgentChoice choice, JobSpec spec) {
    return choice.candidates().stream()
        .filter(agent -> isFree(agent, spec))
        .sorted(
            Comparator.<String, Boolean>comparing(wanted::containsKey)
                .thenComparing(agent -> occupancy.jobs(agent).size()))
        .toList();
  }

  private boolean isFree(String agent, JobSpec spec) {
    return !kept.containsKey(agent) && occupancy.open(agent, offer(agent), spec);
  }

  private AgentOffer offer(String agent) {
    return Optional.ofNullable(connected.get(agent)).orElseThrow();
  }

  /// @param possible those that it could have at once
  private Decision wait(Waiting job, AgentChoice choice, List<String> possible) {
    passes.put(job.jobId(), job.passed());
    choice.candidates().stream()
        .filter(this::hasRoom)
        .forEach(
            agent -> wanted.computeIfAbsent(agent, _ -> new LinkedHashSet<>()).add(job.jobId()));
    List<String> busy =
        choice.candidates().stream().filter(agent -> !isFree(agent, job.spec())).toList();
    List<String> others = choice.beside(possible, busy);
    String reason = reason(others, job.spec().agents().count() - possible.size());
    keepWherePassedEnough(job.jobId());
    return new Decision.Wait(job.jobId(), reason);
  }

  private boolean hasRoom(String agent) {
    return !kept.containsKey(agent) && occupancy.open(agent, offer(agent));
  }

  private Decision begin(Waiting job, List<String> chosen) {
    Set<String> passed = new LinkedHashSet<>();
    for (String agent : chosen) {
      passed.addAll(wanted.getOrDefault(agent, Set.of()));
      occupancy.take(agent, job.jobId(), job.spec());
      if (!hasRoom(agent)) {
        wanted.remove(agent);
      }
    }
    going.put(JobDocument.definition(job.jobId(), job.spec()), job.jobId());
    targets.take(job.jobId(), job.spec());
    for (String earlier : passed) {
      passes.merge(earlier, 1, Integer::sum);
      keepWherePassedEnough(earlier);
    }
    return new Decision.Begin(job.jobId(), chosen, Set.copyOf(passed));
  }

  private void keepWherePassedEnough(String jobId) {
    if (passes.getOrDefault(jobId, 0) < MOST_PASSES) {
      return;
    }
    List<String> its =
        wanted.entrySet().stream()
            .filter(one -> one.getValue().contains(jobId))
            .map(Map.Entry::getKey)
            .toList();
    its.forEach(agent -> {
      wanted.remove(agent);
      kept.put(agent, jobId);
    });
  }

  /// Which agent has which jobs, and what ends the waiting.
  private String reason(List<String> others, int missing) {
    Map<String, List<String>> byJob = new LinkedHashMap<>();
    for (String agent : others) {
      byJob.computeIfAbsent(occupation(agent), _ -> new ArrayList<>()).add(agent);
    }
    List<String> parts = new ArrayList<>();
    byJob.forEach((what, agents) ->
        parts.add(NameList.of(agents) + (agents.size() == 1 ? " is " : " are ") + what));
    int more = parts.size() - NameList.SHOWN;
    String shown = parts.stream().limit(NameList.SHOWN).collect(Collectors.joining("; "));
    return shown + (more > 0 ? "; and " + more + " more" : "") + ends(others, missing);
  }

  private String occupation(String agent) {
    if (occupancy.drained(agent)) {
      return "drained";
    }
    if (kept.containsKey(agent)) {
      return "kept for job " + kept.get(agent) + ", which waits for longer";
    }
    List<String> jobs = occupancy.jobs(agent);
    return "busy with job" + (jobs.size() == 1 ? " " : "s ") + NameList.of(jobs);
  }

  private String ends(List<String> others, int missing) {
    // Drained agents do not become free by themselves.
    String way = others.stream().allMatch(occupancy::drained) ? "given jobs again" : "free";
    if (others.size() == 1) {
      return "; begins when it is " + way;
    }
    return missing == others.size()
        ? "; begins when they are " + way
        : "; begins when " + missing + " of them " + (missing == 1 ? "is " : "are ") + way;
  }
}
