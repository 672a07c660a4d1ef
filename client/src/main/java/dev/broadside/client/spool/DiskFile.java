package dev.broadside.client.spool;

import java.io.IOException;

/// An open file of a [Disk]. Used by one thread at a time.
public interface DiskFile extends AutoCloseable {

  long size() throws IOException;

  /// Writes all bytes at an offset.
  void write(long offset, byte[] bytes) throws IOException;

  /// Reads bytes at an offset; fewer than wanted if the file ends before.
  byte[] read(long offset, int length) throws IOException;

  /// Cuts the file off.
  void truncate(long size) throws IOException;

  /// Returns when everything written is durable.
  void force() throws IOException;

  @Override
  void close() throws IOException;
}
