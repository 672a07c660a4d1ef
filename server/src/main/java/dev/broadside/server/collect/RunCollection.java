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

/// An open run: how far each of its streams has come, and the sums so far. Belongs to the
/// collector's thread.
final class RunCollection {
  /// Further conflicts of a run are not counted.
  static final int MAX_CONFLICTS = 200;

  private final RunPlan plan;
  private final RunAggregate aggregate;
  private final Map<StreamKey, StreamTrack> tracks = new HashMap<>();
  private final Map<String, AgentProgress> agents = new HashMap<>();
  private final Deque<IntervalDocument> closed = new ArrayDeque<>();
  private final long newestKept;
  private int conflicts;
  private boolean doubtful;

  /// @param newestKept the newest interval in the store: intervals close in order, so all before it
  ///   are stored too, and only the final document may amend them
  RunCollection(RunPlan plan, List<StreamState> streams, OptionalLong newestKept) {
    this.plan = plan;
    this.newestKept = newestKept.orElse(-1);
    aggregate = plan.noSums(this::closed);
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

  /// Notes that a record was quarantined, or cannot be added up; only the first few hundred.
  void conflict(Conflict conflict) {
    if (conflicts < MAX_CONFLICTS) {
      conflicts++;
      aggregate.conflict(conflict.sentence());
    }
  }

  /// Notes the records of some streams that were found in the store.
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

  /// Storing the oldest closed intervals failed, or succeeded and its answer was lost.
  void doubted() {
    doubtful = true;
  }

  /// Whether the oldest closed intervals may be in the store without having been sent to viewers.
  boolean doubtful() {
    return doubtful;
  }

  /// Notes that the oldest closed intervals are stored.
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
        aggregate.totals().transactions(),
        aggregate.totals().operations(),
        aggregate.totals().figures(),
        aggregate.complete());
  }
}
