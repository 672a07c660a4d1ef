package dev.broadside.core.stat;

/// The identity of an interval record: two records with equal keys are the same record.
///
/// @param agent the agent's stable name
/// @param incarnation a number that grows with each start of a worker for this run on this agent
/// @param stream `load` for the records of load threads, `watch` for those of a host only
/// @param seq 0, 1, 2, ... without gaps within an incarnation and stream
public record RecordKey(String runId, String agent, long incarnation, String stream, long seq)
    implements Comparable<RecordKey> {
  private static final int MAX_NAME = 100;

  /// The stream of the load threads.
  public static final String LOAD = "load";

  /// The stream of an agent that only watches its host.
  public static final String WATCH = "watch";

  public RecordKey {
    if (incarnation < 0 || seq < 0) {
      throw new IllegalArgumentException(
          "incarnation " + incarnation + " and seq " + seq + " must not be negative");
    }
    if (!isName(runId) || !isName(agent) || !isName(stream)) {
      throw new IllegalArgumentException(
          "a name in a record key is not 1 to "
              + MAX_NAME
              + " letters, digits, blanks, dots, dashes and underscores");
    }
  }

  /// Whether a text has only the characters that ids may have. It is not a regular expression,
  /// since a run has millions of keys.
  private static boolean isName(String name) {
    if (name.isEmpty() || name.length() > MAX_NAME) {
      return false;
    }
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean letterOrDigit =
          (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      if (!letterOrDigit && " ._-".indexOf(c) < 0) {
        return false;
      }
    }
    return true;
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
