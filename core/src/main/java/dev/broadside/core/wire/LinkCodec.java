package dev.broadside.core.wire;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/// Messages as the frames of a link between hosts, and back: each with a checksum, so that a bit
/// that flips on the way ends the connection, and never becomes another rate or duration. TCP's own
/// checksum lets one error in some ten thousand pass, and connections without TLS have no other.
///
/// ```
/// | 2, one byte | frame of a Codec | CRC-32C of all before it, 4 bytes, big end |
/// ```
///
/// Safe for use by several threads.
public final class LinkCodec {
  private static final byte CHECKED = 2;
  private static final int CHECK_BYTES = Integer.BYTES;

  /// The largest frame.
  public static final int MAX_FRAME = 1 + Codec.MAX_FRAME + CHECK_BYTES;

  private final Codec codec = new Codec();

  /// A message as one frame.
  ///
  /// @throws IllegalArgumentException if it is larger than [Codec#MAX_FRAME]
  public byte[] encode(Message message) {
    byte[] plain = codec.encode(message);
    ByteBuffer frame = ByteBuffer.allocate(1 + plain.length + CHECK_BYTES);
    frame.put(CHECKED).put(plain);
    return frame.putInt(crc(frame.array())).array();
  }

  /// @throws ProtocolException if it was damaged, or is not a message
  public Message decode(byte[] frame) throws ProtocolException {
    if (frame.length == 0 || frame[0] != CHECKED) {
      throw new ProtocolException(
          "the other side sends frames without a checksum; install the same Broadside on both");
    }
    int end = frame.length - CHECK_BYTES;
    if (end < 1 || ByteBuffer.wrap(frame).getInt(end) != crc(frame)) {
      throw new ProtocolException("the checksum of a frame is wrong: it was damaged on its way");
    }
    byte[] plain = new byte[end - 1];
    System.arraycopy(frame, 1, plain, 0, plain.length);
    return codec.decode(plain);
  }

  /// The checksum of all but the last bytes, which hold it.
  private static int crc(byte[] frame) {
    CRC32C crc = new CRC32C();
    crc.update(frame, 0, frame.length - CHECK_BYTES);
    return (int) crc.getValue();
  }
}
