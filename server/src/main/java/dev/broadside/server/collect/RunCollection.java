package dev.broadside.server.collect;

import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.RunAggregate;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.server.store.StreamKey;
import dev.broadside.server.store.StreamState;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// One run whose records come in: how far each stream is, and the sums so far. Belongs to the
/// collector's thread.
final class RunCollection {
  private final RunPlan plan;
  private final RunAggregate aggregate;
  private final Map<StreamKey, StreamTrack> tracks = new HashMap<>();
  private final Map<String, AgentProgress> agents = new HashMap<>();
  private final Deque<IntervalDocument> closed = new ArrayDeque<>();

  RunCollection(RunPlan plan, List<StreamState> streams) {
    this.plan = plan;
    aggregate = new RunAggregate(plan.axis(), plan.operations(), plan.agents(), closed::add);
    for (StreamState stream : streams) {
      tracks.put(stream.key(), new StreamTrack(stream));
      aggregate.repeated(stream.duplicates());
    }
  }

  RunPlan plan() {
    return plan;
  }

  RunAggregate aggregate() {
    return aggregate;
  }

  /// Notes that a record is durable.
  void stored(StreamKey stream, long seq) {
    tracks.computeIfAbsent(stream, _ -> new StreamTrack()).stored(seq);
  }

  long through(StreamKey stream) {
    return tracks.computeIfAbsent(stream, _ -> new StreamTrack()).through();
  }

  /// Adds a record that was stored for the first time.
  void add(IntervalRecord record) {
    aggregate.add(record);
    String agent = record.key().agent();
    AgentProgress before = agents.getOrDefault(agent, AgentProgress.NONE);
    boolean newer = record.index() >= before.lastInterval();
    agents.put(
        agent,
        new AgentProgress(
            aggregate.complete(agent),
            newer ? record.index() : before.lastInterval(),
            newer ? record.generator() : before.generator()));
  }

  /// The oldest intervals that have closed and are not kept yet.
  List<IntervalDocument> closed(int most) {
    return closed.stream().limit(most).toList();
  }

  /// Notes that the oldest closed intervals are kept.
  void kept(int count) {
    for (int i = 0; i < count; i++) {
      closed.remove();
    }
  }

  RunProgress progress() {
    return new RunProgress(
        plan.runId(), agents, aggregate.transactionTotals(), aggregate.operationTotals());
  }
}
