package dev.broadside.core.report;

import dev.broadside.core.report.RunAggregate.State;
import dev.broadside.core.verdict.RecordSpan;
import java.util.ArrayList;
import java.util.HashSet;
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
    /// @param spans what has come of it; empty where nobody's record has
    void closed(int index, int intervals, List<RecordSpan> spans);
  }

  /// What has come of an interval, or of several that were rolled up into one and close together.
  private static final class Open {
    private final List<RecordSpan> spans = new ArrayList<>();
    private final Set<String> agents = new HashSet<>();
    private int intervals = 1;

    static Open of(State.Open kept) {
      Open open = new Open();
      open.intervals = kept.intervals();
      kept.spans().forEach(open::add);
      return open;
    }

    State.Open state(int index) {
      return new State.Open(index, intervals, List.copyOf(spans));
    }

    void add(RecordSpan span) {
      spans.add(span);
      agents.add(span.record().key().agent());
    }
  }

  /// @param agents whose records are waited for
  /// @param ended whether no record of an agent is to come any more
  OpenIntervals(Set<String> agents, Predicate<String> ended, Closing closing) {
    this.awaited = Set.copyOf(agents);
    this.ended = ended;
    this.closing = closing;
  }

  /// In the order of their intervals, and within one in that in which the records came.
  List<State.Open> state() {
    return open.entrySet().stream().map(one -> one.getValue().state(one.getKey())).toList();
  }

  /// Takes up what was open before.
  void restore(List<State.Open> kept, int next) {
    kept.forEach(one -> open.put(one.index(), Open.of(one)));
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
    Open here = open.computeIfAbsent(from, _ -> new Open());
    here.intervals = Math.max(here.intervals, span.endIndex() - from);
    Map<Integer, Open> inside = open.subMap(from, false, from + here.intervals, false);
    inside.values().forEach(part -> part.spans.forEach(here::add));
    inside.clear();
    here.add(span);
  }

  private void closeWhatIsDue() {
    while (ordered && !open.isEmpty() && open.firstKey() < open.lastKey()) {
      closeNext();
    }
    while (!ordered && !open.isEmpty()) {
      Set<String> here = open.containsKey(nextToClose) ? open.get(nextToClose).agents : Set.of();
      Predicate<String> wanted = agent -> !here.contains(agent) && !ended.test(agent);
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
    Open here = open.containsKey(index) ? open.remove(index) : new Open();
    nextToClose = index + here.intervals;
    closing.closed(index, here.intervals, here.spans);
  }
}
