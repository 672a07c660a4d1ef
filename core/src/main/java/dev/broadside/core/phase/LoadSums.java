package dev.broadside.core.phase;

import dev.broadside.core.load.RunAxis;
import dev.broadside.core.stat.DropReason;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.stat.Tally;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;

/// What the load of all agents did, by phase and by agent, and what of it has not ended. Records
/// may come in any order, each once. Not safe for use by several threads.
public final class LoadSums {
  private final RunAxis axis;
  private final PhaseSums phases = new PhaseSums();
  private final Map<String, AgentSums> perAgent = new LinkedHashMap<>();
  private final Backlog backlog;

  public LoadSums(RunAxis axis) {
    this.axis = axis;
    this.backlog = new Backlog(axis.endNanos());
  }

  private AgentSums agent(String name) {
    return perAgent.computeIfAbsent(name, _ -> new AgentSums(axis));
  }

  public void add(IntervalRecord record) {
    int phase = axis.phaseOf(record.index());
    phases.add(phase, record.tally());
    agent(record.key().agent()).add(record, phase);
  }

  /// The agents of which a record has come.
  public Set<String> agents() {
    return Collections.unmodifiableSet(perAgent.keySet());
  }

  /// What an agent counted; empty where no record of it has come.
  public Optional<AgentSums> of(String agent) {
    return Optional.ofNullable(perAgent.get(agent));
  }

  /// What ended in some phases, and what was due in them and never begun.
  public Tally of(IntPredicate some) {
    return phases.of(some).withDropped(dropped(some));
  }

  /// The same of the measured ones.
  public Tally measured() {
    return of(axis::measures);
  }

  private Map<DropReason, Long> dropped(IntPredicate some) {
    Map<DropReason, Long> all = new EnumMap<>(DropReason.class);
    perAgent.values().stream()
        .map(agent -> agent.due().dropped(some))
        .forEach(own -> own.forEach((reason, count) -> all.merge(reason, count, Long::sum)));
    return all;
  }

  /// How many arrivals were due in the measured phases and were given up while they waited.
  public long givenUp() {
    Map<DropReason, Long> dropped = dropped(axis::measures);
    return sum(dropped) - dropped.getOrDefault(DropReason.AWAY, 0L);
  }

  private static long sum(Map<DropReason, Long> arrivals) {
    return arrivals.values().stream().mapToLong(Long::longValue).sum();
  }

  /// What is due and has not ended, by the intervals that were taken in.
  public Backlog backlog() {
    return backlog;
  }

  /// What the measured load ran into where not all of it ended, in words that name the database;
  /// empty where all of it did.
  public Optional<String> unfinished() {
    long due = perAgent.values().stream().mapToLong(agent -> agent.due().due(axis::measures)).sum();
    return backlog.words(due, sum(dropped(axis::measures)));
  }

  /// The same where nothing ended any more; empty where something did to the last.
  public Optional<String> silence() {
    return unfinished().filter(_ -> backlog.silent());
  }
}
