package dev.broadside.server.store.row;

import dev.broadside.core.stat.RecordKey;

/// A record that was not added up.
///
/// @param reason why; empty if a record with the same key and other bytes was stored before
public record Conflict(RecordKey key, String reason) {
  public static final String OTHER_BYTES = "";

  /// Its counts would overflow a sum.
  public static final String NO_SUM = "it cannot be added up";

  /// For the audit.
  public String sentence() {
    return key.agent()
        + ", worker "
        + key.incarnation()
        + ": record "
        + key.seq()
        + (reason.isEmpty() ? " came again with other bytes" : " was quarantined: " + reason);
  }
}
