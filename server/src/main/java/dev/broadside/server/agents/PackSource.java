package dev.broadside.server.agents;

import dev.broadside.core.wire.Message.PackChunk;

/// Answers requests of agents for pieces of packs.
@FunctionalInterface
public interface PackSource {

  /// A piece of a pack, or a reply that there is no such pack. May block; never called by the
  /// coordinator's thread.
  PackChunk chunk(String sha256, long offset);
}
