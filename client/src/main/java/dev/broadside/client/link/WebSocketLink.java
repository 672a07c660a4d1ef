package dev.broadside.client.link;

import dev.broadside.core.wire.Link;
import dev.broadside.core.wire.LinkCodec;
import dev.broadside.core.wire.Message;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/// A [Link] over a WebSocket: each message is one binary frame made by the [LinkCodec].
///
/// Frames leave two queues, control first, only while the channel is writable, so that little lies
/// in buffers that nothing can overtake. Safe for use by several threads; no method waits.
public final class WebSocketLink implements Link {
  /// How long the peer may take to read what comes before the end.
  private static final Duration CLOSING = Duration.ofSeconds(5);

  private final LinkCodec codec = new LinkCodec();
  private final OutgoingFrames frames = new OutgoingFrames();
  private final AtomicBoolean drainDue = new AtomicBoolean();
  private final AtomicBoolean closing = new AtomicBoolean();
  private final Channel channel;

  /// Takes over a channel whose handshake is complete.
  WebSocketLink(Channel channel) {
    this.channel = channel;
  }

  @Override
  public void send(Message message) {
    if (!channel.isActive() || closing.get()) {
      return;
    }
    boolean bulk = message instanceof Message.Records || message instanceof Message.PackChunk;
    if (!frames.add(codec.encode(message), bulk)) {
      channel.close();
      return;
    }
    if (drainDue.compareAndSet(false, true)) {
      channel.eventLoop().execute(this::drain);
    }
  }

  /// Writes while the channel takes it. Called by the channel's own thread.
  void drain() {
    drainDue.set(false);
    boolean wrote = false;
    while (channel.isWritable() && !closing.get()) {
      Optional<byte[]> frame = frames.next();
      if (frame.isEmpty()) {
        break;
      }
      write(frame.get());
      wrote = true;
    }
    if (wrote) {
      channel.flush();
    }
  }

  private void write(byte[] frame) {
    channel
        .write(new BinaryWebSocketFrame(Unpooled.wrappedBuffer(frame)))
        .addListener(
            (ChannelFutureListener)
                written -> {
                  frames.written(frame.length);
                  if (!written.isSuccess()) {
                    channel.close();
                  }
                });
  }

  /// The channel has closed: nothing more will be sent.
  void ended() {
    frames.clear();
  }

  @Override
  public long pendingBytes() {
    return Math.max(0, frames.pendingBytes());
  }

  @Override
  public void close() {
    if (channel.isActive() && closing.compareAndSet(false, true)) {
      channel.eventLoop().execute(this::closeInGoodOrder);
    }
  }

  private void closeInGoodOrder() {
    frames.dropBulk();
    for (Optional<byte[]> frame = frames.next(); frame.isPresent(); frame = frames.next()) {
      write(frame.get());
    }
    channel
        .writeAndFlush(new CloseWebSocketFrame(WebSocketCloseStatus.NORMAL_CLOSURE))
        .addListener(ChannelFutureListener.CLOSE);
    // All that waits behind what a frozen peer does not take.
    var _ =
        channel
            .eventLoop()
            .schedule(() -> channel.close(), CLOSING.toNanos(), TimeUnit.NANOSECONDS);
  }

  /// Frames that wait to be sent, in two queues: control overtakes bulk, and each is in order. Safe
  /// for use by several threads.
  ///
  /// Bounded: a sender of bulk looks at [#pendingBytes()] and waits, so a queue that grows to
  /// [#MAX_BYTES] all the same means that the peer has stopped reading.
  static final class OutgoingFrames {
    /// A link with more than this waiting is closed.
    static final long MAX_BYTES = 64L << 20;

    private final Queue<byte[]> control = new ArrayDeque<>();
    private final Queue<byte[]> bulk = new ArrayDeque<>();
    private long pendingBytes;

    /// Adds a frame.
    ///
    /// @return false if there is no more room, and the frame is not added
    synchronized boolean add(byte[] frame, boolean isBulk) {
      if (pendingBytes + frame.length > MAX_BYTES) {
        return false;
      }
      pendingBytes += frame.length;
      return (isBulk ? bulk : control).add(frame);
    }

    /// Takes the next frame; its bytes stay pending until they are [#written].
    synchronized Optional<byte[]> next() {
      return Optional.ofNullable(control.isEmpty() ? bulk.poll() : control.poll());
    }

    /// A frame of this many bytes has been handed to the network.
    synchronized void written(int bytes) {
      pendingBytes -= bytes;
    }

    /// Bytes added and not yet handed to the network.
    synchronized long pendingBytes() {
      return pendingBytes;
    }

    /// Drops the bulk that waits.
    synchronized void dropBulk() {
      bulk.forEach(frame -> pendingBytes -= frame.length);
      bulk.clear();
    }

    /// Drops everything that waits.
    synchronized void clear() {
      control.clear();
      bulk.clear();
      pendingBytes = 0;
    }
  }
}
