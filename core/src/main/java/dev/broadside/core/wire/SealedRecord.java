package dev.broadside.core.wire;

import dev.broadside.core.stat.RecordKey;
import java.util.Arrays;
import java.util.zip.CRC32C;

/// An [dev.broadside.core.stat.IntervalRecord] as bytes, made once by the worker and then carried,
/// spooled and stored as it is.
///
/// @param key the record's key, which the bytes also contain
/// @param bytes the record as [Codec] wrote it, at most [#MAX_BYTES]
/// @param crc CRC-32C of the bytes
public record SealedRecord(RecordKey key, byte[] bytes, int crc) {
  /// The largest record.
  public static final int MAX_BYTES = 256 * 1024;

  public SealedRecord {
    if (bytes.length > MAX_BYTES) {
      throw new IllegalArgumentException(
          "a record of " + bytes.length + " bytes is larger than " + MAX_BYTES);
    }
  }

  public static SealedRecord of(RecordKey key, byte[] bytes) {
    return new SealedRecord(key, bytes, crcOf(bytes));
  }

  /// Whether the bytes are the ones that were sealed.
  public boolean intact() {
    return crcOf(bytes) == crc;
  }

  private static int crcOf(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return (int) crc.getValue();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SealedRecord that
        && key.equals(that.key)
        && crc == that.crc
        && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return key.hashCode() * 31 + crc;
  }
}
