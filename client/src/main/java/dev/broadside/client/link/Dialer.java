package dev.broadside.client.link;

import dev.broadside.core.wire.Link;

/// Makes connections to one server. A real one is [WebSocketDialer]; tests use links in memory.
public interface Dialer extends AutoCloseable {

  /// Begins to connect, and tells how it came out by exactly one call of the outcome, from any
  /// thread.
  ///
  /// @param credential who the caller is, in the server's eyes
  void dial(String credential, Outcome outcome);

  /// Gives up what is under way, and frees threads and sockets.
  @Override
  void close();

  /// How an attempt to connect came out. Must not block.
  interface Outcome {
    /// Connected.
    ///
    /// @return who listens to the link
    Link.Listener opened(Link link);

    /// Not connected.
    void failed(DialFailure failure);
  }
}
