package dev.broadside.server.store.row;

import java.util.Set;

/// How far the records of a stream have come.
///
/// @param through all records up to this sequence number are there; -1 where the first is missing
/// @param early sequence numbers above that which are there too
/// @param duplicates how many came more than once
public record StreamState(StreamKey key, long through, Set<Long> early, long duplicates) {
  public StreamState {
    early = Set.copyOf(early);
  }
}
