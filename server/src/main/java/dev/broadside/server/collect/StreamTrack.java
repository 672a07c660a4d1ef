package dev.broadside.server.collect;

import dev.broadside.server.store.row.StreamKey;
import dev.broadside.server.store.row.StreamState;
import java.util.TreeSet;

/// Follows which records of one stream are durable: acknowledgements cover a prefix without gaps.
///
/// Not safe for use by several threads.
final class StreamTrack {
  private final TreeSet<Long> early = new TreeSet<>();
  private long through = -1;

  StreamTrack() {}

  StreamTrack(StreamState state) {
    through = state.through();
    early.addAll(state.early());
  }

  void stored(long seq) {
    if (seq > through) {
      early.add(seq);
    }
    while (!early.isEmpty() && early.first() == through + 1) {
      through = early.removeFirst();
    }
  }

  /// What either of two knows.
  StreamTrack plus(StreamTrack other) {
    for (long seq : other.early) {
      stored(seq);
    }
    if (other.through > through) {
      through = other.through;
      early.headSet(through, true).clear();
      stored(through);
    }
    return this;
  }

  /// A copy that does not change any more.
  StreamState state(StreamKey stream) {
    return new StreamState(stream, through, early, 0);
  }

  boolean has(long seq) {
    return seq <= through || early.contains(seq);
  }

  /// All records up to this sequence number are durable; -1 where the first is missing.
  long through() {
    return through;
  }
}
