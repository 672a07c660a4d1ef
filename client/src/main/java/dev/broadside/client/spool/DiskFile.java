package dev.broadside.client.spool;

import dev.broadside.core.digest.Sha256;
import java.io.IOException;
import java.security.MessageDigest;

/// An open file of a [Disk]. Used by one thread at a time.
public interface DiskFile extends AutoCloseable {
  /// How much is read at once to compute a digest.
  int PIECE = 256 * 1024;

  long size() throws IOException;

  /// Writes all bytes at an offset.
  void write(long offset, byte[] bytes) throws IOException;

  /// Reads bytes at an offset; fewer than wanted if the file ends before.
  byte[] read(long offset, int length) throws IOException;

  /// The SHA-256 of the whole file in hex.
  default String sha256() throws IOException {
    MessageDigest digest = Sha256.digest();
    for (long at = 0; at < size(); at += PIECE) {
      digest.update(read(at, PIECE));
    }
    return Sha256.hex(digest);
  }

  /// Cuts the file off.
  void truncate(long size) throws IOException;

  /// Returns when everything written is durable.
  void force() throws IOException;

  @Override
  void close() throws IOException;
}
