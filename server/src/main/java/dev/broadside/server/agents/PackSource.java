package dev.broadside.server.agents;

import dev.broadside.core.wire.Message.PackChunk;

/// Answers the requests of agents for pieces of packs.
@FunctionalInterface
public interface PackSource {

  /// A piece of a pack, or one that says that there is no such pack. May block; is never called by
  /// the coordinator's own thread.
  PackChunk chunk(String sha256, long offset);
}
