package dev.broadside.client.link;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;

/// Frames that wait to be sent, in two queues: control overtakes bulk, and each is in order. Safe
/// for use by several threads.
///
/// Bounded: whoever sends bulk looks at [#pendingBytes()] and waits, so a queue that grows to
/// [#MAX_BYTES] all the same means that the peer has not read for long.
final class OutgoingFrames {
  /// More than this waits for nobody.
  static final long MAX_BYTES = 64L << 20;

  private final Queue<byte[]> control = new ArrayDeque<>();
  private final Queue<byte[]> bulk = new ArrayDeque<>();
  private long pendingBytes;

  /// Adds a frame.
  ///
  /// @return false where there is no more room, and the frame is not added
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
