package dev.broadside.client.spool;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/// How payloads follow one another in a file, so that a torn end and flipped bits are found and
/// everything else is kept.
///
/// ```
/// +---------+---------+-------------------------+---------+
/// | mark, 4 | length, | CRC-32C of length       | payload |   numbers big-endian
/// |         | 4       | and payload, 4          |         |
/// +---------+---------+-------------------------+---------+
/// ```
///
/// A reader that finds a damaged frame looks for the next mark that begins an intact one.
final class Framing {
  /// Bytes in front of a payload.
  static final int HEAD = 12;

  private static final int MARK = 0xB50AD51D;

  private Framing() {}

  /// An intact frame.
  ///
  /// @param offset where it begins
  record Frame(int offset, byte[] payload) {}

  /// What a file holds.
  ///
  /// @param frames the intact ones, in order
  /// @param end where the last intact one ends: what follows is a torn end
  /// @param damaged bytes in front of that which belong to no intact frame
  record Content(List<Frame> frames, int end, int damaged) {}

  static byte[] frame(byte[] payload) {
    return ByteBuffer.allocate(HEAD + payload.length)
        .putInt(MARK)
        .putInt(payload.length)
        .putInt(crc(payload, 0, payload.length))
        .put(payload)
        .array();
  }

  /// Finds every intact frame in the bytes of a file.
  static Content scan(byte[] file) {
    List<Frame> frames = new ArrayList<>();
    int end = 0;
    int kept = 0;
    int at = 0;
    while (at + HEAD <= file.length) {
      if (!intactAt(file, at)) {
        at++;
        continue;
      }
      int length = ByteBuffer.wrap(file).getInt(at + 4);
      byte[] payload = new byte[length];
      System.arraycopy(file, at + HEAD, payload, 0, length);
      frames.add(new Frame(at, payload));
      at += HEAD + length;
      kept += HEAD + length;
      end = at;
    }
    return new Content(frames, end, end - kept);
  }

  /// The payload of one frame; empty if the frame is not intact.
  static Optional<byte[]> payload(byte[] frame) {
    return frame.length >= HEAD
            && intactAt(frame, 0)
            && ByteBuffer.wrap(frame).getInt(4) == frame.length - HEAD
        ? Optional.of(Arrays.copyOfRange(frame, HEAD, frame.length))
        : Optional.empty();
  }

  private static boolean intactAt(byte[] file, int at) {
    ByteBuffer bytes = ByteBuffer.wrap(file);
    if (bytes.getInt(at) != MARK) {
      return false;
    }
    int length = bytes.getInt(at + 4);
    return length >= 0
        && length <= file.length - at - HEAD
        && bytes.getInt(at + 8) == crc(file, at + HEAD, length);
  }

  private static int crc(byte[] bytes, int offset, int length) {
    CRC32C crc = new CRC32C();
    crc.update(ByteBuffer.allocate(4).putInt(length).flip());
    crc.update(bytes, offset, length);
    return (int) crc.getValue();
  }
}
