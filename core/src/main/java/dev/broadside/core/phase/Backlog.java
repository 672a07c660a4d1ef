package dev.broadside.core.phase;

import dev.broadside.core.figures.Rounding;
import dev.broadside.core.load.Counted;
import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.DropReason;
import dev.broadside.core.stat.LatencyLayout;
import dev.broadside.core.stat.OutcomeCounts;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Transactions that are due and have not ended, interval by interval, and a lower bound of their
/// age. Those of a closed load are due when they begin. Intervals come in their order; not safe for
/// use by several threads.
///
/// Records say how many were due in each interval, and how many had not ended at its end, but not
/// which ones. At best these are the newest that were due, and one that was due in an interval is
/// at least as old as that interval's end. So these ages are never too high, in any order of
/// transactions. Memory does not grow with the run.
public final class Backlog {
  /// If there are more stretches than this, they are joined in pairs and get the younger age of
  /// both.
  private static final int MOST = 512;

  private static final long NANOS_PER_MICRO = 1_000;

  /// A shorter pause is not mentioned.
  private static final long LEAST_SILENCE_NANOS = 1_000_000_000;

  private final long plannedEndNanos;

  /// The newest that were due, the oldest of them first.
  private Deque<Due> due = new ArrayDeque<>();

  private final Map<Integer, Queue> queues = new TreeMap<>();

  /// The ages of what was given up or lost.
  private Distribution never = Distribution.EMPTY;

  private long lost;
  private long unfinished;
  private long nanos;
  private long silentNanos;

  /// A number of transactions that were due up to a moment.
  ///
  /// @param measured whether in a measured phase
  private record Due(long count, long untilNanos, boolean measured) {
    private Due with(Due newer) {
      return new Due(count + newer.count, newer.untilNanos, measured);
    }
  }

  /// Arrivals that wait for a thread at the end of a phase.
  ///
  /// @param oldestNanos for how long the oldest has been due
  public record Queue(long waiting, long oldestNanos) {
    public static final Queue EMPTY = new Queue(0, 0);
  }

  /// What is known of an interval.
  ///
  /// @param counts of what happened in it
  /// @param unfinished how many were due and had not ended at its end, without those given up
  /// @param lost how many of those counted as ended were under way when their worker died, and so
  ///   never really ended
  /// @param queue what waits at its end
  public record Interval(
      int phase,
      boolean measured,
      long startNanos,
      long endNanos,
      OutcomeCounts counts,
      long unfinished,
      long lost,
      Queue queue) {}

  /// @param plannedEndNanos the end of the last phase, at which waiting arrivals are given up
  public Backlog(long plannedEndNanos) {
    this.plannedEndNanos = plannedEndNanos;
  }

  /// Takes in the next interval.
  public void add(Interval interval) {
    OutcomeCounts counts = interval.counts();
    if (counts.due() > 0) {
      due.addLast(new Due(counts.due(), interval.endNanos(), interval.measured()));
      joinIfMany();
    }
    nanos = interval.endNanos();
    unfinished = Math.max(0, interval.unfinished());
    long gone = counts.givenUp() + interval.lost();
    forgetBut(unfinished + gone);
    if (gone > 0) {
      never = never.plus(newest(gone, givenUpNanos(counts), 0));
      lost += interval.lost();
    }
    if (interval.measured()) {
      boolean silent = counts.ended() == interval.lost() && unfinished + gone > 0;
      silentNanos = silent ? silentNanos + nanos - interval.startNanos() : 0;
    }
    queues.put(interval.phase(), interval.queue());
  }

  /// The earliest time at which the newest interval's arrivals were given up: those cut off by a
  /// stop may have been due at that very moment.
  private long givenUpNanos(OutcomeCounts counts) {
    return counts.droppedBy().containsKey(DropReason.STOPPED)
        ? 0
        : Math.min(nanos, plannedEndNanos);
  }

  private void joinIfMany() {
    if (due.size() <= MOST) {
      return;
    }
    Deque<Due> joined = new ArrayDeque<>();
    Iterator<Due> each = due.iterator();
    while (each.hasNext()) {
      Due one = each.next();
      Optional<Due> next = each.hasNext() ? Optional.of(each.next()) : Optional.empty();
      if (next.isPresent() && next.get().measured() == one.measured()) {
        joined.addLast(one.with(next.get()));
      } else {
        joined.addLast(one);
        next.ifPresent(joined::addLast);
      }
    }
    due = joined;
  }

  private void forgetBut(long newest) {
    long older = due.stream().mapToLong(Due::count).sum() - newest;
    while (older > 0) {
      Due oldest = due.removeFirst();
      long left = oldest.count() - older;
      older -= oldest.count();
      if (left > 0) {
        due.addFirst(new Due(left, oldest.untilNanos(), oldest.measured()));
      }
    }
  }

  /// Takes the newest that were due, and gives the ages of those due in measured phases.
  ///
  /// @param leastNanos younger ones are left out
  private Distribution newest(long count, long atNanos, long leastNanos) {
    TreeMap<Long, Long> ages = new TreeMap<>();
    long left = count;
    for (Iterator<Due> each = due.descendingIterator(); each.hasNext() && left > 0; ) {
      Due one = each.next();
      long some = Math.min(left, one.count());
      left -= some;
      long age = Math.max(0, atNanos - one.untilNanos());
      if (one.measured() && age >= leastNanos) {
        ages.merge(age, some, Long::sum);
      }
    }
    return distribution(ages);
  }

  /// Counts each age in the slot below its own. A percentile is the highest value of its slot, and
  /// no age is below the highest value of the slot below.
  private static Distribution distribution(TreeMap<Long, Long> ages) {
    TreeMap<Integer, Long> slots = new TreeMap<>();
    long sumNanos = 0;
    for (Map.Entry<Long, Long> age : ages.entrySet()) {
      long micros = Math.min(age.getKey() / NANOS_PER_MICRO, LatencyLayout.MAX_MICROS);
      slots.merge(Math.max(0, LatencyLayout.slot(micros) - 1), age.getValue(), Long::sum);
      boolean beyond = age.getKey() > Distribution.MAX_SUM_NANOS / age.getValue();
      sumNanos =
          Distribution.addNanos(
              sumNanos, beyond ? Distribution.MAX_SUM_NANOS : age.getKey() * age.getValue());
    }
    return new Distribution(
        slots.keySet().stream().mapToInt(Integer::intValue).toArray(),
        slots.values().stream().mapToLong(Long::longValue).toArray(),
        sumNanos,
        ages.isEmpty() ? 0 : ages.lastKey(),
        0);
  }

  /// Lower bounds of the latencies of the measured load that has not ended: what was due before the
  /// newest interval, and what was given up or lost.
  public Distribution overdue() {
    return never.plus(newest(unfinished, nanos, 1));
  }

  /// How many transactions of the measured load never end, since they were given up or lost.
  public long gone() {
    return never.count();
  }

  /// How many iterations never ended, since their worker died.
  public long lost() {
    return lost;
  }

  /// The arrivals that waited for a thread when a phase ended.
  public Queue queueAfter(int phase) {
    return queues.getOrDefault(phase, Queue.EMPTY);
  }

  /// What happened to the part of the measured load that has not ended, in words; empty if all of
  /// it has ended or still may.
  ///
  /// @param due how many arrivals were due in the measured phases
  /// @param dropped how many of them were never begun
  public Optional<String> words(long due, long dropped) {
    List<String> all = new ArrayList<>();
    if (dropped > 0) {
      all.add(String.format(Locale.ROOT, "%,d of %,d arrivals were never begun", dropped, due));
    }
    if (lost > 0) {
      all.add(Counted.of(lost, "transaction") + " never ended");
    }
    long waiting = overdue().count() - never.count();
    if (waiting > 0) {
      all.add(Counted.of(waiting, "transaction") + " that were due have not ended");
    }
    String what = String.join(", ", all);
    return all.isEmpty()
        ? Optional.empty()
        : Optional.of(silence().map(silent -> silent + ": " + what).orElse(what));
  }

  /// Whether nothing ended for a notable time at the end of the measured phases, or up to now.
  public boolean silent() {
    return silentNanos >= LEAST_SILENCE_NANOS;
  }

  /// For how long nothing ended at the end of the measured phases, or up to now.
  public long silentNanos() {
    return silentNanos;
  }

  private Optional<String> silence() {
    double seconds = Math.round(silentNanos / 1e8) / 10.0;
    return silent()
        ? Optional.of("the database did not answer for the last " + Rounding.plain(seconds) + " s")
        : Optional.empty();
  }
}
