package dev.broadside.server.store.row;

import dev.broadside.core.wire.SealedRecord;

/// A record that has come and was found to be whole.
///
/// @param index the interval that it is of
/// @param closing whether it closes its stream
public record Arrival(SealedRecord sealed, int index, boolean closing) {

  /// What became of it.
  public enum Fate {
    /// It is new, and durable.
    STORED,
    /// It was there already.
    DUPLICATE,
    /// One of its key but with other bytes was there already; that one stands, this one is kept
    /// aside.
    CONFLICT
  }
}
