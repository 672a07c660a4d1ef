package dev.broadside.server.store.row;

import dev.broadside.core.stat.RecordKey;

/// A record that was put aside instead of being added up.
///
/// @param reason why; empty where one of its key with other bytes was there before
public record Conflict(RecordKey key, String reason) {
  public static final String OTHER_BYTES = "";

  /// Its counts are none that a sum can hold.
  public static final String NO_SUM = "it cannot be added up";

  /// For the audit.
  public String sentence() {
    return key.agent()
        + ", worker "
        + key.incarnation()
        + ": record "
        + key.seq()
        + (reason.isEmpty() ? " came again with other bytes" : " was put aside: " + reason);
  }
}
