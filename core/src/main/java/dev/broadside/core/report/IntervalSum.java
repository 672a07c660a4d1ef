package dev.broadside.core.report;

import dev.broadside.core.stat.GeneratorSample;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.verdict.Limit;
import dev.broadside.core.verdict.Limit.Cause;
import dev.broadside.core.verdict.RecordSpan;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The sums of an interval, or of several that are handed on together. Its document is made of
/// them.
///
/// It holds sums and not records, because intervals wait for the slowest of a thousand agents, and
/// the records of the others would fill the memory of any server. Not safe for use by several
/// threads.
public final class IntervalSum {
  private final Tally.Sum tally = new Tally.Sum();
  private final Map<String, Load> loads = new HashMap<>();
  private final Set<String> agents = new HashSet<>();
  private final Map<Where, Limit> limits = new LinkedHashMap<>();
  private GeneratorSample generator = GeneratorSample.UNKNOWN;
  private long endNanos;
  private long lost;

  /// The load of one agent: its newest record, since a worker may take over from another within an
  /// interval; how much time there are records of; and the last phase of any record.
  ///
  /// @param waiting arrivals that are due and have not begun at its end
  /// @param unfinished the same with those that have begun and not ended
  private record Load(
      RecordKey newest, int threads, long nanos, int phase, long waiting, long unfinished) {
    static Load of(IntervalRecord record) {
      OutcomeCounts counts = record.total().transactions();
      return new Load(
          record.key(),
          record.threads(),
          record.lengthNanos(),
          record.phase(),
          counts.waiting(),
          counts.unfinished());
    }

    Load and(Load other) {
      Load later = newest.compareTo(other.newest) < 0 ? other : this;
      return new Load(
          later.newest,
          later.threads,
          nanos + other.nanos,
          Math.max(phase, other.phase),
          later.waiting,
          later.unfinished);
    }
  }

  private record Where(String agent, Cause cause) {
    static Where of(Limit limit) {
      return new Where(limit.agent(), limit.cause());
    }
  }

  public void add(RecordSpan span) {
    IntervalRecord record = span.record();
    String agent = record.key().agent();
    agents.add(agent);
    if (!RunStreams.load(record.key())) {
      return;
    }
    tally.add(record.tally());
    loads.merge(agent, Load.of(record), Load::and);
    span.limited().stream()
        .flatMap(interval -> interval.limits().stream())
        .forEach(limit -> limits.putIfAbsent(Where.of(limit), limit));
    generator = generator.worse(record.generator());
    endNanos = Math.max(endNanos, record.endNanos());
    lost += record.total().inFlight();
  }

  void add(IntervalSum other) {
    tally.add(other.tally());
    other.loads.forEach((agent, load) -> loads.merge(agent, load, Load::and));
    agents.addAll(other.agents);
    other.limits.forEach(limits::putIfAbsent);
    generator = generator.worse(other.generator);
    endNanos = Math.max(endNanos, other.endNanos);
    lost += other.lost;
  }

  /// The tally of all load in the interval.
  public Tally tally() {
    return tally.toTally();
  }

  /// Whether a record of an agent has come, of its load or only of its host.
  boolean has(String agent) {
    return agents.contains(agent);
  }

  /// The agents whose load's records have come.
  Set<String> loads() {
    return loads.keySet();
  }

  /// Whether the whole load is known: each agent worked for the whole interval, and none was
  /// ordered to stop in it.
  ///
  /// @param nanos the length of the interval
  /// @param phase the phase of the interval; an agent that was ordered to stop has left it
  ///   ([IntervalRecord#phase()])
  boolean whole(Set<String> of, long nanos, int phase) {
    return loads.keySet().containsAll(of)
        && loads.values().stream().allMatch(load -> load.nanos == nanos && load.phase == phase);
  }

  /// The number of load threads at work.
  int threads() {
    return loads.values().stream().mapToInt(Load::threads).sum();
  }

  /// The number of arrivals that are due and have not begun at the end of the interval.
  long waiting() {
    return loads.values().stream().mapToLong(Load::waiting).sum();
  }

  /// The number of arrivals that are due and have not ended at the end of the interval.
  long unfinished() {
    return loads.values().stream().mapToLong(Load::unfinished).sum();
  }

  /// The number of iterations that were under way when their workers died.
  long lost() {
    return lost;
  }

  /// The causes that limited the load generator, each once for each agent, in the order of their
  /// first time.
  List<Limit> limits() {
    return List.copyOf(limits.values());
  }

  /// The worst figures of all load generators.
  GeneratorSample generator() {
    return generator;
  }

  /// The end of the last record of any load, from the run's common start.
  long endNanos() {
    return endNanos;
  }
}
