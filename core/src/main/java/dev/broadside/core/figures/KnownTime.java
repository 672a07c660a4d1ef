package dev.broadside.core.figures;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// In how much of a run's measured time each of its figures is known, and how many transactions
/// ended well meanwhile: what an average is taken over, since a gap is no zero. Not safe for use by
/// several threads.
public final class KnownTime {
  private final TreeMap<Integer, Interval> open = new TreeMap<>();
  private final Map<String, Known> settled = new HashMap<>();

  /// The time in which a figure is known.
  ///
  /// @param transactions of all agents that ended well in its intervals
  public record Known(long nanos, long transactions) {
    public static final Known NEVER = new Known(0, 0);

    Known plus(Known other) {
      return new Known(nanos + other.nanos, transactions + other.transactions);
    }

    public double seconds() {
      return nanos / 1e9;
    }
  }

  private static final class Interval {
    private final Map<String, Long> nanos = new HashMap<>();
    private long transactions;

    Known of(String id) {
      return nanos.containsKey(id) ? new Known(nanos.get(id), transactions) : Known.NEVER;
    }
  }

  /// All of it, to be kept and taken up again.
  public record State(List<Open> open, Map<String, Known> settled) {
    public State {
      open = List.copyOf(open);
      settled = Map.copyOf(settled);
    }
  }

  record Open(int interval, Map<String, Long> nanos, long transactions) {
    Open {
      nanos = Map.copyOf(nanos);
    }
  }

  public State state() {
    return new State(
        open.entrySet().stream()
            .map(one -> new Open(one.getKey(), one.getValue().nanos, one.getValue().transactions))
            .toList(),
        settled);
  }

  /// Takes up what was kept; nothing was added before.
  public void restore(State kept) {
    kept.open.forEach(one -> {
      interval(one.interval).nanos.putAll(one.nanos);
      interval(one.interval).transactions = one.transactions;
    });
    settled.putAll(kept.settled);
  }

  private Interval interval(int index) {
    return open.computeIfAbsent(index, _ -> new Interval());
  }

  /// Transactions ended well in an interval that has not settled.
  public void ended(int interval, long transactions) {
    interval(interval).transactions += transactions;
  }

  /// A figure is known in an interval that has not settled, by one agent or by several.
  ///
  /// @param nanos for how long
  public void known(int interval, String id, long nanos) {
    interval(interval).nanos.merge(id, nanos, Math::max);
  }

  /// Nothing more is told of the intervals before one.
  public void settle(int before) {
    Map<Integer, Interval> past = open.headMap(before);
    past.values()
        .forEach(interval ->
            interval.nanos.keySet().forEach(id -> settled.merge(id, interval.of(id), Known::plus)));
    past.clear();
  }

  /// In how much of all intervals a figure is known.
  public Known of(String id) {
    Known all = settled.getOrDefault(id, Known.NEVER);
    for (Interval interval : open.values()) {
      all = all.plus(interval.of(id));
    }
    return all;
  }
}
