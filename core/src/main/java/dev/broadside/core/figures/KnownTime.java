package dev.broadside.core.figures;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/// In how much of a run's measured time each of its figures is known, and how many transactions
/// ended well in that time. Averages are taken over this time, since a gap is not a zero.
///
/// A record that comes after its interval has settled counts by its length, as if transactions were
/// spread evenly over the measured time. Not safe for use by several threads.
public final class KnownTime {
  private final TreeMap<Integer, Interval> open = new TreeMap<>();
  private final Map<String, Known> settled = new HashMap<>();
  private final Map<String, Long> lateNanos = new HashMap<>();
  private Known all = Known.NEVER;
  private long lateTransactions;
  private int next;

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

    void add(Interval other) {
      other.nanos.forEach((id, more) -> nanos.merge(id, more, Long::sum));
      transactions += other.transactions;
    }
  }

  private Interval interval(int index) {
    return open.computeIfAbsent(index, _ -> new Interval());
  }

  /// Transactions ended well in an interval.
  public void ended(int interval, long transactions) {
    if (interval < next) {
      lateTransactions += transactions;
    } else {
      interval(interval).transactions += transactions;
    }
  }

  /// A figure is known in an interval, by one agent or by several.
  ///
  /// @param nanos for how long
  public void known(int interval, String id, long nanos) {
    if (interval < next) {
      lateNanos.merge(id, nanos, Long::sum);
    } else {
      interval(interval).nanos.merge(id, nanos, Math::max);
    }
  }

  /// Settles all intervals before one. Some agents report several intervals as one; then these
  /// settle together. Reports for them are late from now on.
  ///
  /// @param before the first interval that stays open
  /// @param nanos the settled intervals' length; 0 if they are not measured
  public void settle(int before, long nanos) {
    Map<Integer, Interval> past = open.headMap(before);
    Interval whole = new Interval();
    past.values().forEach(whole::add);
    whole.nanos.keySet().forEach(id -> settled.merge(id, whole.of(id), Known::plus));
    all = all.plus(new Known(nanos, whole.transactions));
    past.clear();
    next = Math.max(next, before);
  }

  /// In how much of all intervals a figure is known.
  public Known of(String id) {
    Known sum = ofSettled(id);
    for (Interval interval : open.values()) {
      sum = sum.plus(interval.of(id));
    }
    return sum;
  }

  private Known ofSettled(String id) {
    Known known = settled.getOrDefault(id, Known.NEVER);
    long late = lateNanos.getOrDefault(id, 0L);
    if (late == 0 && lateTransactions == 0) {
      return known;
    }
    long nanos = Math.min(all.nanos, known.nanos + late);
    double share = all.nanos == 0 ? 0 : (double) nanos / all.nanos;
    return new Known(nanos, Math.round((all.transactions + lateTransactions) * share));
  }
}
