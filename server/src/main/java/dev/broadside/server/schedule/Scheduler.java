package dev.broadside.server.schedule;

import dev.broadside.core.input.JobDocument;
import dev.broadside.core.input.ScheduleFields;
import dev.broadside.core.job.AgentDemand;
import dev.broadside.core.job.Counted;
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
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Decides which waiting jobs begin now, and why the others do not. Pure.
///
/// Jobs are looked at in the order in which they were submitted. An agent has one job at a time. A
/// job that fits may pass earlier ones that wait for busy agents, so that no agent is idle without
/// need; but each is passed [#MOST_PASSES] times at most: then the free agents that it could have
/// are kept for it until it begins, so that it waits only for jobs that have begun by then. A job
/// for which too few agents are there has nothing kept, since nobody knows whether more will come;
/// nor has one that waits for its target.
public final class Scheduler {
  /// How many later jobs may take agents that a job waits for.
  public static final int MOST_PASSES = 3;

  /// In the place of a job: the agent gets none.
  public static final String DRAINED = "";

  private static final String DISABLED = "disabled; begins when somebody enables it";

  /// Longer lists of agents are cut in reasons.
  private static final int SHOWN = 4;

  private final Set<String> connected;
  private final TargetUse targets;
  private final Instant now;

  /// The job of each agent that has one.
  private final Map<String, String> busy;

  /// The run that goes on of each definition that has one.
  private final Map<String, String> going;

  /// The job for which each free agent is kept.
  private final Map<String, String> kept = new HashMap<>();

  /// The jobs that wait and could have each free agent that is not kept.
  private final Map<String, Set<String>> wanted = new HashMap<>();

  private final Map<String, Integer> passes = new HashMap<>();

  private Scheduler(Scene scene, Instant now) {
    connected = scene.connected();
    busy = new HashMap<>(scene.busy());
    going = new HashMap<>(scene.going());
    targets = scene.targets();
    this.now = now;
  }

  /// What else there is.
  ///
  /// @param connected names of the agents that are there and answer
  /// @param busy the job of each agent that has one; [#DRAINED] where it is to get none
  /// @param going a run that goes on, by its definition
  /// @param targets what the jobs at work take of their targets; those that begin are put to it
  public record Scene(
      Set<String> connected,
      Map<String, String> busy,
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

  /// What keeps a job from beginning, whatever agents there are.
  private Optional<Decision> notYet(Waiting job) {
    JobSpec spec = job.spec();
    Optional<Instant> stop = ScheduleFields.stopAt(spec).filter(at -> !at.isAfter(now));
    if (stop.isPresent()) {
      String when = ScheduleFields.shown(stop.get(), spec);
      return Optional.of(
          new Decision.GiveUp(job.jobId(), "it had not begun when it was to stop, at " + when));
    }
    if (ScheduleFields.DISABLED.in(spec)) {
      return Optional.of(new Decision.Wait(job.jobId(), DISABLED));
    }
    if (spec.startAt().filter(now::isBefore).isPresent()) {
      return Optional.of(new Decision.Wait(job.jobId(), begins(spec)));
    }
    String earlier = going.getOrDefault(JobDocument.definition(job.jobId(), spec), "");
    return earlier.isEmpty() ? Optional.empty() : behind(job, earlier);
  }

  private static Optional<Decision> behind(Waiting job, String earlier) {
    return ScheduleFields.OVERLAP
        .given(job.spec())
        .flatMap(overlap ->
            switch (overlap) {
              case TOGETHER -> Optional.empty();
              case QUEUE ->
                  Optional.of(
                      new Decision.Wait(
                          job.jobId(),
                          "begins when the run before it, " + earlier + ", has ended"));
              case SKIP ->
                  Optional.of(
                      new Decision.Skip(
                          job.jobId(), "left out a time, since run " + earlier + " still went on"));
            });
  }

  /// Why a job waits whose time has not come: `begins at 2026-11-23 02:00 Europe/Berlin`.
  public static String begins(JobSpec spec) {
    return "begins at " + ScheduleFields.shown(spec.startAt().orElseThrow(), spec);
  }

  private Decision place(Waiting job) {
    JobSpec spec = job.spec();
    Optional<String> noRoom = targets.objection(job.jobId(), spec);
    if (noRoom.isPresent()) {
      return new Decision.Wait(job.jobId(), noRoom.get());
    }
    List<String> candidates = candidates(spec.agents(), connected);
    int count = spec.agents().count();
    if (candidates.size() < count) {
      String reason = tooFew(spec.agents(), connected, candidates.size());
      return spec.waitForAgents()
          ? new Decision.Wait(job.jobId(), reason)
          : new Decision.GiveUp(job.jobId(), reason + ", and the job does not wait for agents");
    }
    List<String> free = candidates.stream().filter(this::isFree).toList();
    return free.size() < count ? wait(job, candidates, free) : begin(job, free);
  }

  private boolean isFree(String agent) {
    return !busy.containsKey(agent) && !kept.containsKey(agent);
  }

  private Decision wait(Waiting job, List<String> candidates, List<String> free) {
    passes.put(job.jobId(), job.passed());
    free.forEach(
        agent -> wanted.computeIfAbsent(agent, _ -> new LinkedHashSet<>()).add(job.jobId()));
    keepWherePassedEnough(job.jobId());
    List<String> others = candidates.stream().filter(agent -> !free.contains(agent)).toList();
    return new Decision.Wait(
        job.jobId(), reason(others, job.spec().agents().count() - free.size()));
  }

  /// On agents that nobody else waits for, as far as there are any.
  private Decision begin(Waiting job, List<String> free) {
    List<String> chosen =
        free.stream()
            .sorted(Comparator.comparing(agent -> wanted.containsKey(agent)))
            .limit(job.spec().agents().count())
            .toList();
    Set<String> passed = new LinkedHashSet<>();
    for (String agent : chosen) {
      passed.addAll(wanted.getOrDefault(agent, Set.of()));
      wanted.remove(agent);
      busy.put(agent, job.jobId());
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

  /// Which agent has which job, and what ends the waiting.
  private String reason(List<String> others, int missing) {
    Map<String, List<String>> byJob = new LinkedHashMap<>();
    for (String agent : others) {
      String what =
          !busy.containsKey(agent)
              ? "kept for job " + kept.get(agent) + ", which waits for longer"
              : busy.get(agent).equals(DRAINED) ? "drained" : "busy with job " + busy.get(agent);
      byJob.computeIfAbsent(what, _ -> new ArrayList<>()).add(agent);
    }
    List<String> parts = new ArrayList<>();
    byJob.forEach(
        (what, agents) -> parts.add(list(agents) + (agents.size() == 1 ? " is " : " are ") + what));
    int more = parts.size() - SHOWN;
    String shown = parts.stream().limit(SHOWN).collect(Collectors.joining("; "));
    return shown + (more > 0 ? "; and " + more + " more" : "") + ends(others.size(), missing);
  }

  private static String ends(int others, int missing) {
    if (others == 1) {
      return "; begins when it is free";
    }
    return missing == others
        ? "; begins when they are free"
        : "; begins when " + missing + " of them " + (missing == 1 ? "is" : "are") + " free";
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
