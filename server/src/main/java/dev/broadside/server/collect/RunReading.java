package dev.broadside.server.collect;

import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.verdict.RecordSpan;
import dev.broadside.server.store.row.StreamKey;
import dev.broadside.server.store.row.StreamState;
import dev.broadside.server.store.row.StreamTrack;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A run whose stored records are being read back by another thread, while new ones come in, are
/// stored and acknowledged. Belongs to the collector's thread.
final class RunReading {
  /// Beyond this number of records, they are read from the store instead.
  private static final int MOST_HELD = 2_000;

  private final RunPlan plan;
  private final List<IntervalRecord> came = new ArrayList<>();
  private final List<Runnable> whenOpen = new ArrayList<>();
  private final List<Runnable> whenTracked = new ArrayList<>();
  private final Map<StreamKey, StreamTrack> tracks = new HashMap<>();
  private Optional<Set<String>> reachable = Optional.empty();
  private boolean tracked;
  private boolean overrun;

  RunReading(RunPlan plan) {
    this.plan = plan;
  }

  RunPlan plan() {
    return plan;
  }

  /// A record is durable.
  ///
  /// @param first whether it was stored for the first time
  void stored(IntervalRecord record, boolean first) {
    track(record);
    overrun |= first && came.size() == MOST_HELD;
    if (first && !overrun) {
      came.add(record);
    }
  }

  private void track(IntervalRecord record) {
    tracks
        .computeIfAbsent(StreamKey.of(record.key()), _ -> new StreamTrack())
        .stored(record.key().seq());
  }

  /// What the store had when the reading began.
  void begins(List<StreamState> streams) {
    streams.forEach(state -> tracks.merge(state.key(), new StreamTrack(state), StreamTrack::plus));
    tracked = true;
    whenTracked.forEach(Runnable::run);
    whenTracked.clear();
  }

  /// Runs a task as soon as it is known how far each stream has come.
  void whenTracked(Runnable task) {
    if (tracked) {
      task.run();
    } else {
      whenTracked.add(task);
    }
  }

  /// How far a stream goes without a gap.
  long through(StreamKey stream) {
    return tracks.computeIfAbsent(stream, _ -> new StreamTrack()).through();
  }

  /// The durable records by stream, if more came than could be held: they have to be read, too.
  Optional<List<StreamState>> more() {
    if (!overrun) {
      return Optional.empty();
    }
    came.clear();
    overrun = false;
    List<StreamState> now = new ArrayList<>();
    tracks.forEach((stream, track) -> now.add(track.state(stream)));
    return Optional.of(now);
  }

  void reachable(Set<String> agents) {
    reachable = Optional.of(agents);
  }

  /// Runs a task when the run is open.
  void whenOpen(Runnable task) {
    whenOpen.add(task);
  }

  /// Takes over into the run what came while it was read back.
  void handOver(RunCollection run) {
    for (IntervalRecord record : came) {
      if (!run.has(record.key())) {
        run.stored(StreamKey.of(record.key()), record.key().seq(), 1);
        run.add(RecordSpan.of(record));
      }
    }
    reachable.ifPresent(run.aggregate()::reachable);
  }

  /// Runs the tasks that have waited.
  void opened() {
    whenOpen.forEach(Runnable::run);
  }
}
