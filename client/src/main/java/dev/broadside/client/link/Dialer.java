package dev.broadside.client.link;

import dev.broadside.core.wire.Link;
import java.time.Duration;

/// Makes connections to one server. A real one is [WebSocketDialer]; tests use links in memory.
public interface Dialer extends AutoCloseable {

  /// Begins to connect, and reports the result by exactly one call of the outcome, from any thread.
  ///
  /// @param credential proves to the server who the caller is
  /// @param patience how long the handshake may take once the server's host has answered
  void dial(String credential, Duration patience, Outcome outcome);

  /// Gives up a connection attempt, and frees threads and sockets.
  @Override
  void close();

  /// Takes the result of an attempt to connect. Must not block.
  interface Outcome {
    /// Connected.
    ///
    /// @return who listens to the link
    Link.Listener opened(Link link);

    /// Not connected.
    void failed(DialFailure failure);
  }
}
