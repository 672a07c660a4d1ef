package dev.broadside.core.wire;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/// A link within one JVM, for tests and simulations: every message passes through the [Codec], as
/// on a socket.
///
/// Deliveries run on the executor that is given; with a single-threaded one they are in order.
public final class MemoryLink implements Link {
  private final Codec codec = new Codec();
  private final Executor executor;
  private final AtomicBoolean open;
  private volatile Listener peer = NOBODY;
  private volatile Listener own = NOBODY;

  private static final Listener NOBODY =
      new Listener() {
        @Override
        public void received(Message message) {}

        @Override
        public void closed(String reason) {}
      };

  /// Both ends of a new link.
  public record Ends(Link left, Link right) {}

  private MemoryLink(Executor executor, AtomicBoolean open) {
    this.executor = executor;
    this.open = open;
  }

  /// Connects two parties. Each is given its own end and returns who listens there.
  public static Ends connect(
      Executor executor, Function<Link, Listener> left, Function<Link, Listener> right) {
    AtomicBoolean open = new AtomicBoolean(true);
    MemoryLink leftEnd = new MemoryLink(executor, open);
    MemoryLink rightEnd = new MemoryLink(executor, open);
    leftEnd.own = left.apply(leftEnd);
    rightEnd.own = right.apply(rightEnd);
    leftEnd.peer = rightEnd.own;
    rightEnd.peer = leftEnd.own;
    return new Ends(leftEnd, rightEnd);
  }

  @Override
  public void send(Message message) {
    byte[] frame = codec.encode(message);
    if (open.get()) {
      executor.execute(() -> deliver(frame));
    }
  }

  /// What was sent before the link was closed still arrives, as on a socket that is closed in good
  /// order.
  private void deliver(byte[] frame) {
    try {
      peer.received(codec.decode(frame));
    } catch (ProtocolException e) {
      throw new IllegalStateException("a message does not survive its own codec", e);
    }
  }

  @Override
  public long pendingBytes() {
    return 0;
  }

  @Override
  public void close() {
    if (open.compareAndSet(true, false)) {
      executor.execute(() -> own.closed("closed by this side"));
      executor.execute(() -> peer.closed("closed by the peer"));
    }
  }
}
