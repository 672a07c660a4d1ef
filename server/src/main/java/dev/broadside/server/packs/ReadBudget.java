package dev.broadside.server.packs;

import java.io.IOException;
import java.io.InputStream;

/// What reading one archive has used up of its [PackLimits]. For one thread.
final class ReadBudget {
  private static final int BUFFER_BYTES = 16 * 1024;

  private final PackLimits limits;
  private final long fileBytes;
  private long expandedBytes;
  private int entries;

  ReadBudget(PackLimits limits, long fileBytes) {
    this.limits = limits;
    this.fileBytes = fileBytes;
  }

  void entry() throws RefusedPack {
    if (++entries > limits.entries()) {
      throw new RefusedPack(
          "it holds more than " + limits.entries() + " entries", "take out what is not needed");
    }
  }

  void expanded(long bytes) throws RefusedPack {
    expandedBytes += bytes;
    if (expandedBytes > limits.expandedBytes()) {
      throw new RefusedPack(
          "it expands to more than " + limits.expandedBytes() + " bytes",
          "take out what is not needed");
    }
    if (expandedBytes > Math.multiplyExact(fileBytes, limits.ratio())) {
      throw new RefusedPack(
          "it expands to more than " + limits.ratio() + " times its size",
          "take out files that hold nothing but repetition");
    }
  }

  /// Reads a stream to its end and throws it away.
  void drain(InputStream in) throws IOException {
    byte[] buffer = new byte[BUFFER_BYTES];
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      expanded(read);
    }
  }

  /// The stream, with each byte that is read from it counted.
  InputStream counting(InputStream in) {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        int read = in.read();
        expanded(read < 0 ? 0 : 1);
        return read;
      }

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        int read = in.read(bytes, offset, length);
        expanded(Math.max(0, read));
        return read;
      }
    };
  }
}
