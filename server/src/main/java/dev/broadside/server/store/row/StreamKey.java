package dev.broadside.server.store.row;

import dev.broadside.core.stat.RecordKey;
import java.util.Comparator;

/// A source of records: one worker of one agent within one run.
public record StreamKey(String runId, String agent, long incarnation, String stream)
    implements Comparable<StreamKey> {
  private static final Comparator<StreamKey> ORDER =
      Comparator.comparing(StreamKey::runId)
          .thenComparing(StreamKey::agent)
          .thenComparingLong(StreamKey::incarnation)
          .thenComparing(StreamKey::stream);

  public static StreamKey of(RecordKey key) {
    return new StreamKey(key.runId(), key.agent(), key.incarnation(), key.stream());
  }

  /// The key of one of its records.
  public RecordKey record(long seq) {
    return new RecordKey(runId, agent, incarnation, stream, seq);
  }

  @Override
  public int compareTo(StreamKey other) {
    return ORDER.compare(this, other);
  }
}
