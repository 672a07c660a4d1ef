package dev.broadside.core.wire;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import tools.jackson.dataformat.cbor.CBORMapper;

/// What a program keeps of its own work to go on with later, as bytes, and back. Unlike what
/// [Codec] writes, it is read by the very same version only, and never by anybody else. Safe for
/// use by several threads.
///
/// The bytes are compressed, and end with a checksum of what is in them.
public final class StateCode {
  private static final int LONGEST = 256 << 20;

  private final CBORMapper mapper = Codec.mapper(LONGEST);

  /// @param state a record of records, collections and values that records of intervals are made of
  public byte[] encode(Object state) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(mapper.writeValueAsBytes(state));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /// @throws ProtocolException where they are damaged, or no such state
  public <T> T decode(byte[] bytes, Class<T> type) throws ProtocolException {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      byte[] state = in.readNBytes(LONGEST);
      // The checksum is read behind the last byte.
      if (in.read() >= 0) {
        throw new ProtocolException("the state is larger than " + LONGEST + " bytes");
      }
      return mapper.readValue(state, type);
    } catch (IOException | RuntimeException e) {
      throw new ProtocolException("the bytes are no " + type.getSimpleName() + " of ours", e);
    }
  }
}
