package dev.broadside.core.phase;

import dev.broadside.core.load.RunAxis;
import dev.broadside.core.stat.DropReason;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.stat.Tally;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/// What the load of all agents did, by phase and by agent, and which part of it has not ended.
/// Records may come in any order, each once. Not safe for use by several threads.
public final class LoadSums {
  private final RunAxis axis;
  private final Map<Integer, Tally.Sum> perPhase = new TreeMap<>();
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
    perPhase.computeIfAbsent(phase, _ -> new Tally.Sum()).add(record.tally());
    agent(record.key().agent()).add(record, phase);
  }

  /// The agents that have sent a record.
  public Set<String> agents() {
    return Collections.unmodifiableSet(perAgent.keySet());
  }

  /// What an agent counted; empty if it has sent no record.
  public Optional<AgentSums> of(String agent) {
    return Optional.ofNullable(perAgent.get(agent));
  }

  /// What ended in some phases, and what was due in them and dropped. What ended after the last
  /// phase counts in a phase of its own, whose number is the number of phases.
  public Tally of(IntPredicate some) {
    List<Tally> ended =
        perPhase.entrySet().stream()
            .filter(one -> some.test(one.getKey()))
            .map(one -> one.getValue().toTally())
            .toList();
    Tally all = ended.size() == 1 ? ended.getFirst() : Tally.sum(ended);
    return all.withDropped(dropped(some));
  }

  /// What ended in the measured phases, and what was due in them and dropped.
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

  /// What is due and has not ended after the added intervals.
  public Backlog backlog() {
    return backlog;
  }

  /// What happened to the measured load that has not ended, in words that name the database; empty
  /// if all of it has ended.
  public Optional<String> unfinished() {
    long due = perAgent.values().stream().mapToLong(agent -> agent.due().due(axis::measures)).sum();
    return backlog.words(due, sum(dropped(axis::measures)));
  }

  /// The unfinished load in words, if nothing ended any more before the end; otherwise empty.
  public Optional<String> silence() {
    return unfinished().filter(_ -> backlog.silent());
  }
}
