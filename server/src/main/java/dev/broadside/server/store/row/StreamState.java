package dev.broadside.server.store.row;

import java.util.Set;

/// How far the records of a stream have come.
///
/// @param through all records up to this sequence number are stored; -1 if the first is missing
/// @param early stored sequence numbers above that
/// @param duplicates how many came more than once
public record StreamState(StreamKey key, long through, Set<Long> early, long duplicates) {
  public StreamState {
    early = Set.copyOf(early);
  }
}
