package dev.broadside.client.process;

import dev.broadside.core.wire.Codec;
import dev.broadside.core.wire.Link;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.ProtocolException;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/// The link between an agent and its worker: frames of the [Codec], each after its length, over a
/// pair of streams.
///
/// ```
/// +--------------------------+------------------+
/// | length, 4 bytes, big end | frame of a Codec |   length from 1 to Codec.MAX_FRAME
/// +--------------------------+------------------+
/// ```
///
/// Two daemon threads serve a link, `NAME-in` and `NAME-out`, so that no caller ever waits for the
/// peer. After [#close()] what was queued is still written. The listener hears of the end once,
/// from `NAME-in`: when the peer's stream ends or brings something that is no frame.
///
/// Nothing overtakes on this link: a pipe is fast, and a share that reports its end has by then
/// handed over every record.
public final class WorkerFrames implements Link {
  /// The reason that a listener gets if nothing is wrong.
  public static final String PEER_CLOSED = "the other side closed the stream";

  private static final byte[] END = new byte[0];

  private final Codec codec = new Codec();
  private final DataInputStream in;
  private final DataOutputStream out;
  private final Listener listener;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Queue<byte[]> queue = new ArrayDeque<>();
  private long pendingBytes;
  private boolean closing;
  private boolean written;

  private WorkerFrames(InputStream in, OutputStream out, Function<Link, Listener> listener) {
    this.in = new DataInputStream(new BufferedInputStream(in));
    this.out = new DataOutputStream(new BufferedOutputStream(out));
    this.listener = listener.apply(this);
  }

  /// Begins to read and write.
  ///
  /// @param name what the two threads are called
  /// @param in what the peer writes
  /// @param out what the peer reads
  /// @param listener takes the link and gives its listener
  public static WorkerFrames start(
      String name, InputStream in, OutputStream out, Function<Link, Listener> listener) {
    WorkerFrames frames = new WorkerFrames(in, out, listener);
    Thread.ofPlatform().daemon().name(name + "-in").start(frames::readAll);
    Thread.ofPlatform().daemon().name(name + "-out").start(frames::writeAll);
    return frames;
  }

  /// @throws IllegalArgumentException if the message is larger than [Codec#MAX_FRAME]
  @Override
  public void send(Message message) {
    byte[] frame = codec.encode(message);
    lock.lock();
    try {
      if (!closing) {
        queue.add(frame);
        pendingBytes += frame.length;
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public long pendingBytes() {
    lock.lock();
    try {
      return pendingBytes;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closing = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// Waits until all that was queued before [#close()] is written, or the peer's end has broken.
  ///
  /// @return false if that took longer than the patience
  public boolean awaitWritten(Duration patience) throws InterruptedException {
    long left = patience.toNanos();
    lock.lock();
    try {
      while (!written && left > 0) {
        left = changed.awaitNanos(left);
      }
      return written;
    } finally {
      lock.unlock();
    }
  }

  private void writeAll() {
    try (out) {
      for (byte[] frame = next(); frame.length > 0; frame = next()) {
        out.writeInt(frame.length);
        out.write(frame);
        if (nothingWaits()) {
          out.flush();
        }
        done(frame);
      }
    } catch (IOException _) {
      // The peer reads no more. It will close its own end or die, which the reading thread reports.
      dropQueue();
    } finally {
      endWriting();
    }
  }

  /// The next frame; an empty one when the link is closed and everything is written.
  private byte[] next() {
    lock.lock();
    try {
      while (queue.isEmpty() && !closing) {
        changed.awaitUninterruptibly();
      }
      return queue.isEmpty() ? END : queue.remove();
    } finally {
      lock.unlock();
    }
  }

  /// Whether nothing else is queued, so that it is time to flush.
  private boolean nothingWaits() {
    lock.lock();
    try {
      return queue.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /// Takes a frame off the pending bytes. If none is left, everything is flushed.
  private void done(byte[] frame) {
    lock.lock();
    try {
      pendingBytes -= frame.length;
    } finally {
      lock.unlock();
    }
  }

  private void dropQueue() {
    lock.lock();
    try {
      closing = true;
      queue.clear();
      pendingBytes = 0;
    } finally {
      lock.unlock();
    }
  }

  private void endWriting() {
    lock.lock();
    try {
      written = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void readAll() {
    String reason;
    try {
      while (true) {
        listener.received(codec.decode(readFrame()));
      }
    } catch (EOFException _) {
      reason = PEER_CLOSED;
    } catch (IOException e) {
      reason = "the stream broke: " + e.getMessage();
    } catch (ProtocolException e) {
      reason = e.getMessage() + ", so the stream is closed";
    }
    close();
    listener.closed(reason);
  }

  private byte[] readFrame() throws IOException, ProtocolException {
    int length = in.readInt();
    if (length < 1 || length > Codec.MAX_FRAME) {
      throw new ProtocolException(
          "a frame of " + length + " bytes is not one of Broadside's" + text(length));
    }
    byte[] frame = new byte[length];
    in.readFully(frame);
    return frame;
  }

  /// Quotes a length that is text, since then something has printed between the frames.
  private static String text(int length) {
    byte[] bytes = ByteBuffer.allocate(Integer.BYTES).putInt(length).array();
    String text = new String(bytes, StandardCharsets.US_ASCII);
    return text.matches("\\p{Print}{4}")
        ? ": it begins with the text \"" + text + "\", which something printed there"
        : "";
  }
}
