package dev.broadside.server.store.row;

import java.util.TreeSet;

/// Follows which records of one stream are durable: acknowledgements cover a prefix without gaps.
///
/// Not safe for use by several threads.
public final class StreamTrack {
  private final TreeSet<Long> early = new TreeSet<>();
  private long through = -1;

  public StreamTrack() {}

  public StreamTrack(StreamState state) {
    through = state.through();
    early.addAll(state.early());
  }

  public void stored(long seq) {
    if (seq > through) {
      early.add(seq);
    }
    while (!early.isEmpty() && early.first() == through + 1) {
      through = early.removeFirst();
    }
  }

  /// Notes a record that stands for several rolled-up ones.
  public boolean stored(long first, int count) {
    if (early.isEmpty() && first == through + 1) {
      through += count;
      return true;
    }
    for (long seq = first; seq < first + count; seq++) {
      stored(seq);
    }
    return true;
  }

  /// The records in either of two tracks.
  public StreamTrack plus(StreamTrack other) {
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

  /// An immutable copy.
  public StreamState state(StreamKey stream) {
    return state(stream, 0);
  }

  /// The state of a stream with a number of duplicates.
  public StreamState state(StreamKey stream, long duplicates) {
    return new StreamState(stream, through, early, duplicates);
  }

  public boolean has(long seq) {
    return seq <= through || early.contains(seq);
  }

  /// All records up to this sequence number are durable; -1 if the first is missing.
  public long through() {
    return through;
  }
}
