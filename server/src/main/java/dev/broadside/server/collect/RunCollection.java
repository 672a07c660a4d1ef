package dev.broadside.server.collect;

import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.RunAggregate;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.verdict.RecordSpan;
import dev.broadside.server.store.row.Conflict;
import dev.broadside.server.store.row.StreamKey;
import dev.broadside.server.store.row.StreamState;
import dev.broadside.server.store.row.StreamTrack;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// One run whose records come in: how far each stream is, and the sums so far. Belongs to the
/// collector's thread.
final class RunCollection {
  /// More conflicts of one run are counted nowhere.
  static final int MAX_CONFLICTS = 200;

  private final RunPlan plan;
  private final RunAggregate aggregate;
  private final Map<StreamKey, StreamTrack> tracks = new HashMap<>();
  private final Map<String, AgentProgress> agents = new HashMap<>();
  private final Deque<IntervalDocument> closed = new ArrayDeque<>();
  private final long newestKept;
  private int conflicts;
  private boolean doubtful;

  /// @param newestKept the newest interval that is kept already: intervals close in order, so all
  ///   before it are kept too, and only the final document may tell them otherwise
  RunCollection(RunPlan plan, List<StreamState> streams, OptionalLong newestKept) {
    this.plan = plan;
    this.newestKept = newestKept.orElse(-1);
    aggregate =
        new RunAggregate(
            plan.axis(),
            plan.operations(),
            plan.agents(),
            plan.watchers(),
            plan.criteria(),
            this::closed);
    stored(streams);
  }

  private void closed(IntervalDocument interval) {
    if (interval.index() > newestKept) {
      closed.add(interval);
    }
  }

  RunPlan plan() {
    return plan;
  }

  RunAggregate aggregate() {
    return aggregate;
  }

  /// Whether a record is known to be durable.
  boolean has(RecordKey key) {
    return tracks.get(StreamKey.of(key)) instanceof StreamTrack track && track.has(key.seq());
  }

  /// Notes that a record was put aside, or that no sum can take it; the first few hundred say
  /// enough.
  void conflict(Conflict aside) {
    if (conflicts < MAX_CONFLICTS) {
      conflicts++;
      aggregate.conflict(aside.sentence());
    }
  }

  /// Notes that everything of some streams is durable that a reading of the store found.
  void stored(List<StreamState> streams) {
    streams.forEach(state -> tracks.merge(state.key(), new StreamTrack(state), StreamTrack::plus));
  }

  /// How far each stream goes without a gap.
  Map<StreamKey, Long> through() {
    Map<StreamKey, Long> through = new HashMap<>();
    tracks.forEach((stream, track) -> through.put(stream, track.through()));
    return through;
  }

  /// Notes that records are durable.
  void stored(StreamKey stream, long firstSeq, int count) {
    tracks.computeIfAbsent(stream, _ -> new StreamTrack()).stored(firstSeq, count);
  }

  long through(StreamKey stream) {
    return tracks.computeIfAbsent(stream, _ -> new StreamTrack()).through();
  }

  /// Adds records that were stored for the first time.
  void add(RecordSpan span) {
    aggregate.add(span);
    String agent = span.record().key().agent();
    int last = span.endIndex() - 1;
    AgentProgress before = agents.getOrDefault(agent, AgentProgress.NONE);
    boolean newer = last >= before.lastInterval();
    agents.put(
        agent,
        new AgentProgress(
            aggregate.complete(agent),
            newer ? last : before.lastInterval(),
            aggregate.arrivals(agent),
            newer ? span.record().threads() : before.threads(),
            newer ? span.record().generator() : before.generator()));
  }

  /// How many intervals have closed and are not kept yet.
  int unkept() {
    return closed.size();
  }

  /// The oldest intervals that have closed and are not kept yet.
  List<IntervalDocument> closed(int most) {
    return closed.stream().limit(most).toList();
  }

  /// The keeping of the oldest closed intervals failed, or only its answer was lost.
  void doubted() {
    doubtful = true;
  }

  /// Whether the oldest closed intervals may be kept already, and nobody was told of them.
  boolean doubtful() {
    return doubtful;
  }

  /// Notes that the oldest closed intervals are kept.
  void kept(int count) {
    doubtful = false;
    for (int i = 0; i < count; i++) {
      closed.remove();
    }
  }

  RunProgress progress() {
    return new RunProgress(
        plan.runId(),
        agents,
        aggregate.transactionTotals(),
        aggregate.operationTotals(),
        aggregate.complete());
  }
}
