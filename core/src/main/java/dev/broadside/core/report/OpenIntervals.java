package dev.broadside.core.report;

import dev.broadside.core.verdict.RecordSpan;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/// Intervals of a run whose records are still coming. Each interval closes once, in ascending
/// order: as soon as the record of every awaited agent has come, or when it lies [#PATIENCE]
/// intervals back. So memory stays bounded, however long the run is.
///
/// An interval that closed without an agent's load still takes its records. It *settles*, also once
/// and in ascending order, as soon as the load of all agents has come, or no more of it can come,
/// or it lies [#PATIENCE] intervals back.
///
/// Not safe for use by several threads.
final class OpenIntervals {
  /// How many intervals an agent may lag behind before intervals are closed without it.
  static final int PATIENCE = 120;

  private final TreeMap<Integer, Open> open = new TreeMap<>();
  private final TreeMap<Integer, Open> late = new TreeMap<>();
  private final Set<String> loads;
  private final Predicate<String> ended;
  private final Closing closing;
  private final Closing settling;
  private Set<String> awaited;

  /// An agent whose record was missing at the last look. It is asked about first, since there may
  /// be a thousand agents.
  private Optional<String> missing = Optional.empty();

  private Optional<String> missingLoad = Optional.empty();

  private int nextToClose;
  private int nextToSettle;
  private boolean ordered;

  /// Takes an interval that closes or settles, or several that were rolled up into one.
  @FunctionalInterface
  interface Closing {
    /// @param index of the first
    /// @param sum the sums of its records; it may be empty
    void take(int index, int intervals, IntervalSum sum);
  }

  /// The sums of an interval, or of several that were rolled up into one and close together.
  private static final class Open {
    private final IntervalSum sum;
    private int intervals;

    Open(IntervalSum sum, int intervals) {
      this.sum = sum;
      this.intervals = intervals;
    }

    static Open nothing() {
      return new Open(new IntervalSum(), 1);
    }
  }

  /// @param agents whose records are waited for
  /// @param loads those of the agents that bring load
  /// @param ended whether no more records of an agent can come
  OpenIntervals(
      Set<String> agents,
      Set<String> loads,
      Predicate<String> ended,
      Closing closing,
      Closing settling) {
    this.awaited = Set.copyOf(agents);
    this.loads = Set.copyOf(loads);
    this.ended = ended;
    this.closing = closing;
    this.settling = settling;
  }

  /// Whether an interval has settled.
  boolean settled(int index) {
    return index < nextToSettle;
  }

  /// The first interval that has not closed.
  int nextToClose() {
    return nextToClose;
  }

  /// From now on waits for the records of these agents only.
  void await(Set<String> agents) {
    awaited = Set.copyOf(agents);
    missing = Optional.empty();
    closeWhatIsDue();
    settleWhatIsDue();
  }

  /// From now on records come in the order of their intervals: one closes when the next begins.
  void ordered() {
    ordered = true;
  }

  /// Takes records in. A record of an interval that has settled changes nothing any more; nor does
  /// a rolled-up record that reaches from closed intervals into open ones.
  void add(RecordSpan span) {
    int index = span.record().index();
    if (index >= nextToClose) {
      add(span, open);
    } else if (index >= nextToSettle && span.endIndex() <= nextToClose) {
      add(span, late);
    }
    closeWhatIsDue();
    settleWhatIsDue();
  }

  /// Intervals that some agents have one by one and others rolled up close together.
  private static void add(RecordSpan span, TreeMap<Integer, Open> to) {
    int index = span.record().index();
    Map.Entry<Integer, Open> before = to.floorEntry(index);
    boolean within = before != null && index < before.getKey() + before.getValue().intervals;
    int from = within ? before.getKey() : index;
    Open here = to.computeIfAbsent(from, _ -> Open.nothing());
    here.intervals = Math.max(here.intervals, span.endIndex() - from);
    Map<Integer, Open> inside = to.subMap(from, false, from + here.intervals, false);
    inside.values().forEach(part -> here.sum.add(part.sum));
    inside.clear();
    here.sum.add(span);
  }

  private void closeWhatIsDue() {
    while (ordered && !open.isEmpty() && open.firstKey() < open.lastKey()) {
      closeNext();
    }
    while (!ordered && !open.isEmpty()) {
      Optional<Open> here = Optional.ofNullable(open.get(nextToClose));
      Predicate<String> wanted =
          agent -> here.filter(one -> one.sum.has(agent)).isEmpty() && !ended.test(agent);
      missing = missing.filter(wanted).or(() -> awaited.stream().filter(wanted).findFirst());
      if (missing.isPresent() && open.lastKey() - nextToClose < PATIENCE) {
        return;
      }
      closeNext();
    }
  }

  /// Closes all, at the end of the run.
  void closeAll() {
    while (!open.isEmpty()) {
      closeNext();
    }
    while (!late.isEmpty()) {
      settleNext();
    }
  }

  private void closeNext() {
    int index = nextToClose;
    Open here = Optional.ofNullable(open.remove(index)).orElseGet(Open::nothing);
    nextToClose = index + here.intervals;
    closing.take(index, here.intervals, here.sum);
    late.put(index, here);
  }

  private void settleWhatIsDue() {
    while (!late.isEmpty()) {
      IntervalSum first = late.firstEntry().getValue().sum;
      Predicate<String> wanted = agent -> !first.loads().contains(agent) && !ended.test(agent);
      missingLoad = missingLoad.filter(wanted).or(() -> loads.stream().filter(wanted).findFirst());
      if (missingLoad.isPresent() && !ordered && nextToClose - late.firstKey() <= PATIENCE) {
        return;
      }
      settleNext();
    }
  }

  private void settleNext() {
    Map.Entry<Integer, Open> first = late.pollFirstEntry();
    nextToSettle = first.getKey() + first.getValue().intervals;
    settling.take(first.getKey(), first.getValue().intervals, first.getValue().sum);
  }
}
