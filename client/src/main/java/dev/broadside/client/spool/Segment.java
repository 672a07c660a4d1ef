package dev.broadside.client.spool;

import java.io.IOException;
import java.nio.file.Path;

/// One file of a spool, only ever added to at its end.
final class Segment {
  private final Path path;
  private final DiskFile file;
  private long size;
  private int held;
  private boolean abandoned;

  /// @param size where the next frame goes
  Segment(Path path, DiskFile file, long size) {
    this.path = path;
    this.file = file;
    this.size = size;
  }

  /// Writes a frame at the end.
  ///
  /// @return where it begins
  long append(byte[] frame) throws IOException {
    long at = size;
    file.write(at, frame);
    size += frame.length;
    return at;
  }

  void force() throws IOException {
    file.force();
  }

  /// Takes back what was written from an offset on, and lets nothing more be written: after a
  /// failed write or flush nobody knows what the disk holds of it.
  void abandon(long from, IOException cause) {
    abandoned = true;
    size = from;
    try {
      file.truncate(from);
    } catch (IOException e) {
      // What stays behind is whole records that will be written again elsewhere; the newer copy is
      // passed over.
      cause.addSuppressed(e);
    }
  }

  /// Cuts the file off behind what is known to be whole.
  void cutOff() throws IOException {
    file.truncate(size);
    file.force();
  }

  boolean abandoned() {
    return abandoned;
  }

  byte[] read(long offset, int length) throws IOException {
    return file.read(offset, length);
  }

  long size() {
    return size;
  }

  Path path() {
    return path;
  }

  /// One more of its frames is needed.
  void hold() {
    held++;
  }

  /// One of its frames is not needed any more.
  void release() {
    held--;
  }

  boolean needed() {
    return held > 0;
  }

  void close() throws IOException {
    file.close();
  }
}
