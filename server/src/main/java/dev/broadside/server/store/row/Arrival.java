package dev.broadside.server.store.row;

import dev.broadside.core.wire.SealedRecord;

/// A record that has come and passed all checks.
///
/// @param index its interval
/// @param closing whether it closes its stream
public record Arrival(SealedRecord sealed, int index, boolean closing) {

  /// What storing it did.
  public enum Result {
    /// It is new, and durable.
    STORED,
    /// It was stored before.
    DUPLICATE,
    /// A record with the same key and other bytes was stored before: that one counts, and this one
    /// is quarantined.
    CONFLICT
  }
}
