package dev.broadside.core.wire;

/// One connection to a peer, over which messages go both ways in order.
///
/// All methods may be called from any thread and return at once. What is sent over a link that has
/// closed is dropped; a sender that must not lose a message keeps it until it is acknowledged.
public interface Link extends AutoCloseable {

  /// Queues a message. Control messages, which are all others, overtake [Message.Bulk].
  void send(Message message);

  /// Bytes that are queued and not yet passed to the network. A sender of much data waits while
  /// there are many.
  long pendingBytes();

  /// Closes, once the control messages sent before have gone; bulk that still waits may be dropped.
  /// A peer that does not read is not waited for longer than some seconds. The peer's and our own
  /// [Listener#closed] are called once.
  @Override
  void close();

  /// Receives from a link. Called by one thread at a time, and must not block.
  interface Listener {
    void received(Message message);

    /// The link is closed; nothing more will be received.
    ///
    /// @param reason for people
    void closed(String reason);
  }
}
