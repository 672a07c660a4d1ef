package dev.broadside.core.report;

import dev.broadside.core.report.RunAggregate.State;
import dev.broadside.core.verdict.RecordSpan;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/// Intervals of a run whose records are still coming. Each closes once, in ascending order: as soon
/// as every agent's record for it has come, or when it lies [#PATIENCE] intervals behind; so memory
/// stays bounded however long the run is.
///
/// Not safe for use by several threads.
final class OpenIntervals {
  /// How many intervals an agent may lag behind before intervals are closed without it.
  static final int PATIENCE = 120;

  private final TreeMap<Integer, Open> open = new TreeMap<>();
  private final Predicate<String> ended;
  private final Closing closing;
  private Set<String> awaited;

  /// One of those waited for last; it is asked about first, for they may be a thousand.
  private Optional<String> missing = Optional.empty();

  private int nextToClose;
  private boolean ordered;

  /// Takes an interval that closes, or several that were rolled up into one.
  @FunctionalInterface
  interface Closing {
    /// @param index of the first
    /// @param sum what has come of it, be it nothing
    void closed(int index, int intervals, IntervalSum sum);
  }

  /// What has come of an interval, or of several that were rolled up into one and close together.
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

    State.Open state(int index) {
      return new State.Open(index, intervals, sum.state());
    }
  }

  /// @param agents whose records are waited for
  /// @param ended whether no record of an agent is to come any more
  OpenIntervals(Set<String> agents, Predicate<String> ended, Closing closing) {
    this.awaited = Set.copyOf(agents);
    this.ended = ended;
    this.closing = closing;
  }

  /// In the order of their intervals.
  List<State.Open> state() {
    return open.entrySet().stream().map(one -> one.getValue().state(one.getKey())).toList();
  }

  /// Takes up what was open before.
  void restore(List<State.Open> kept, int next) {
    kept.forEach(
        one -> open.put(one.index(), new Open(new IntervalSum(one.sum()), one.intervals())));
    nextToClose = next;
  }

  /// Whether an interval has closed.
  boolean closed(int index) {
    return index < nextToClose;
  }

  /// The first that has not closed.
  int nextToClose() {
    return nextToClose;
  }

  /// From now on waits for the records of these agents only.
  void await(Set<String> agents) {
    awaited = Set.copyOf(agents);
    missing = Optional.empty();
    closeWhatIsDue();
  }

  /// From now on records come in the order of their intervals: one closes when the next begins.
  void ordered() {
    ordered = true;
  }

  /// Takes records in. Those of an interval that has closed are not held against it any more.
  void add(RecordSpan span) {
    if (!closed(span.record().index())) {
      open(span);
    }
    closeWhatIsDue();
  }

  /// Intervals that some agents have one by one and others rolled up close together.
  private void open(RecordSpan span) {
    int index = span.record().index();
    Map.Entry<Integer, Open> before = open.floorEntry(index);
    boolean within = before != null && index < before.getKey() + before.getValue().intervals;
    int from = within ? before.getKey() : index;
    Open here = open.computeIfAbsent(from, _ -> Open.nothing());
    here.intervals = Math.max(here.intervals, span.endIndex() - from);
    Map<Integer, Open> inside = open.subMap(from, false, from + here.intervals, false);
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
  }

  private void closeNext() {
    int index = nextToClose;
    Open here = Optional.ofNullable(open.remove(index)).orElseGet(Open::nothing);
    nextToClose = index + here.intervals;
    closing.closed(index, here.intervals, here.sum);
  }
}
