package dev.broadside.server.gateway;

import dev.broadside.core.wire.Link;
import dev.broadside.core.wire.LinkCodec;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.ProtocolException;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ServerWebSocket;
import java.util.ArrayDeque;
import java.util.Deque;

/// A link over the server's end of a WebSocket: one message, one binary frame.
///
/// What cannot be sent yet waits in two queues, and the one for control messages goes first, so
/// that a stop overtakes a pack. A peer that lets more than [#MAX_QUEUED] bytes pile up is cut off:
/// it comes back, and is told the present state.
final class AgentSocketLink implements Link {
  static final long MAX_QUEUED = 16L << 20;
  private static final int SOCKET_QUEUE_BYTES = 256 * 1024;
  private static final short GOING = 1000;

  private final ServerWebSocket socket;
  private final Context loop;
  private final LinkCodec codec = new LinkCodec();
  private final Deque<byte[]> control = new ArrayDeque<>();
  private final Deque<byte[]> bulk = new ArrayDeque<>();
  private long queuedBytes;
  private boolean pumping;
  private boolean closing;

  /// @param loop the socket's own context
  AgentSocketLink(ServerWebSocket socket, Context loop) {
    this.socket = socket;
    this.loop = loop;
    socket.setWriteQueueMaxSize(SOCKET_QUEUE_BYTES);
    socket.drainHandler(_ -> pump());
  }

  /// A frame that the agent sent.
  Message decode(byte[] frame) throws ProtocolException {
    return codec.decode(frame);
  }

  @Override
  public void send(Message message) {
    byte[] frame = codec.encode(message);
    boolean flooded;
    boolean pumpNow;
    synchronized (this) {
      if (closing) {
        return;
      }
      (isBulk(message) ? bulk : control).add(frame);
      queuedBytes += frame.length;
      flooded = queuedBytes > MAX_QUEUED;
      pumpNow = !pumping;
      pumping = true;
    }
    if (flooded) {
      close();
    } else if (pumpNow) {
      loop.runOnContext(_ -> pump());
    }
  }

  private static boolean isBulk(Message message) {
    return message instanceof Message.PackChunk || message instanceof Message.Records;
  }

  /// Hands to the socket what it takes. On the loop.
  private void pump() {
    while (!socket.writeQueueFull()) {
      byte[] frame;
      synchronized (this) {
        pumping = false;
        frame = control.isEmpty() ? bulk.poll() : control.poll();
        if (frame == null || socket.isClosed()) {
          return;
        }
        queuedBytes -= frame.length;
      }
      write(frame);
    }
    synchronized (this) {
      // Whatever is left goes when the socket has drained.
      pumping = true;
    }
  }

  private void write(byte[] frame) {
    var _ = socket.writeBinaryMessage(Buffer.buffer(frame));
  }

  @Override
  public synchronized long pendingBytes() {
    return queuedBytes;
  }

  /// Sends the control messages that wait, and closes.
  @Override
  public void close() {
    synchronized (this) {
      if (closing) {
        return;
      }
      closing = true;
    }
    loop.runOnContext(_ -> closeNow());
  }

  private void closeNow() {
    if (socket.isClosed()) {
      return;
    }
    synchronized (this) {
      control.forEach(this::write);
      control.clear();
      bulk.clear();
      queuedBytes = 0;
    }
    var _ = socket.close(GOING);
  }
}
