package dev.broadside.core.compare;

import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.DistributionSum;
import dev.broadside.core.stat.LatencyLayout;
import dev.broadside.core.stat.TransactionStats;
import java.util.ArrayList;
import java.util.List;

/// The measured intervals of a run, added up over its agents without loss. If there are more than
/// [#MOST], neighbours are joined. Records come in the order of their intervals' ends. For a run
/// without records it has only sums, which are enough for throughput and mean. Not safe for use by
/// several threads.
public final class Sample {
  /// More intervals would add nothing: blocks are longer than an interval anyway.
  static final int MOST = 4_096;

  /// How many intervals of the run's axis are joined into one.
  private int width = 1;

  private boolean sumsOnly;
  private final List<Bin> bins = new ArrayList<>();

  private static final class Bin {
    private long nanos;
    private long fromNanos = Long.MAX_VALUE;
    private long untilNanos;
    private long ok;
    private Distribution latency = Distribution.EMPTY;

    /// Agents share their intervals: time that one of them has covered is not counted again.
    void add(long start, long end, long moreOk, Distribution more) {
      add(start, end, end - start, moreOk, more);
    }

    private void add(long start, long end, long covered, long moreOk, Distribution more) {
      nanos += Math.clamp(end - Math.max(start, untilNanos), 0, covered);
      fromNanos = Math.min(fromNanos, start);
      untilNanos = Math.max(untilNanos, end);
      ok += moreOk;
      latency = latency.plus(more);
    }

    void add(Bin part) {
      if (part.nanos > 0) {
        add(part.fromNanos, part.untilNanos, part.nanos, part.ok, part.latency);
      }
    }

    /// Ends the unit the beginning of the next unit: a record that goes beyond its interval must
    /// not count time twice.
    ///
    /// @param nextNanos where the next one begins
    Unit until(long nextNanos) {
      long beyond = Math.max(0, untilNanos - nextNanos);
      return new Unit(Math.max(1, nanos - beyond) / 1e9, ok, latency);
    }
  }

  /// Adds what one agent did in an interval, or in several that were rolled up.
  ///
  /// @param index the interval's number, or the first one's
  /// @param intervals how many it stands for
  /// @param startNanos its beginning, from the common start
  public void add(
      int index, int intervals, long startNanos, long lengthNanos, TransactionStats transactions) {
    long ok = transactions.counts().ok();
    add(index, intervals, startNanos, lengthNanos, ok, transactions.latency());
  }

  /// Adds an interval of a document, over all agents.
  ///
  /// @param ok transactions that ended well
  /// @param meanMillis their mean latency
  public void addSums(
      int index, int intervals, long startNanos, long lengthNanos, long ok, double meanMillis) {
    sumsOnly = true;
    add(index, intervals, startNanos, lengthNanos, ok, allAtMean(ok, meanMillis));
  }

  /// A distribution of which only the count and the sum are true.
  private static Distribution allAtMean(long count, double meanMillis) {
    long nanos = Math.round(meanMillis * 1e6);
    int slot = LatencyLayout.slot(Math.min(nanos / 1_000, LatencyLayout.MAX_MICROS));
    return count == 0
        ? Distribution.EMPTY
        : new Distribution(
            new int[] {slot}, new long[] {count}, Math.round(meanMillis * 1e6 * count), nanos, 0);
  }

  /// Whether it has no distributions.
  boolean sumsOnly() {
    return sumsOnly;
  }

  private void add(
      int index, int intervals, long startNanos, long lengthNanos, long ok, Distribution latency) {
    if (intervals > width) {
      join(Math.ceilDiv(intervals, width));
    }
    while (index / width >= MOST) {
      join(2);
    }
    while (bins.size() <= index / width) {
      bins.add(new Bin());
    }
    bins.get(index / width).add(startNanos, startNanos + lengthNanos, ok, latency);
  }

  private void join(int factor) {
    List<Bin> before = List.copyOf(bins);
    bins.clear();
    width *= factor;
    for (int i = 0; i < before.size(); i++) {
      if (i % factor == 0) {
        bins.add(new Bin());
      }
      bins.getLast().add(before.get(i));
    }
  }

  /// The units in which anything was measured, in order.
  List<Unit> units() {
    List<Unit> units = new ArrayList<>();
    long nextNanos = Long.MAX_VALUE;
    for (Bin bin : bins.reversed()) {
      if (bin.nanos > 0) {
        units.add(bin.until(nextNanos));
        nextNanos = bin.fromNanos;
      }
    }
    return List.copyOf(units.reversed());
  }

  /// The whole sample as one unit.
  Unit whole() {
    double seconds = 0;
    long ok = 0;
    DistributionSum latency = new DistributionSum();
    for (Unit unit : units()) {
      seconds += unit.seconds();
      ok += unit.ok();
      latency.add(unit.latency());
    }
    return new Unit(seconds, ok, latency.toDistribution());
  }
}
