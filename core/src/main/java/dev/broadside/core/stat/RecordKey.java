package dev.broadside.core.stat;

/// What makes an interval record one of its kind, for ever: two records with equal keys are the
/// same record.
///
/// @param runId the run
/// @param agent the agent's stable name
/// @param incarnation a number that grows with each start of a worker for this run on this agent
/// @param stream what is recorded; `load` for the load threads
/// @param seq 0, 1, 2, ... without gaps within an incarnation and stream
public record RecordKey(String runId, String agent, long incarnation, String stream, long seq)
    implements Comparable<RecordKey> {
  /// The stream of the load threads.
  public static final String LOAD = "load";

  public RecordKey {
    if (incarnation < 0 || seq < 0) {
      throw new IllegalArgumentException(
          "incarnation " + incarnation + " and seq " + seq + " must not be negative");
    }
    if (runId.length() > 100 || agent.length() > 100 || stream.length() > 100) {
      throw new IllegalArgumentException("a name in a record key is longer than 100 characters");
    }
  }

  @Override
  public int compareTo(RecordKey other) {
    return ORDER.compare(this, other);
  }

  private static final java.util.Comparator<RecordKey> ORDER =
      java.util.Comparator.comparing(RecordKey::runId)
          .thenComparing(RecordKey::agent)
          .thenComparingLong(RecordKey::incarnation)
          .thenComparing(RecordKey::stream)
          .thenComparingLong(RecordKey::seq);
}
