package dev.broadside.server.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/// What would lie on the disk if the process that writes an SQLite file, or its host, died now.
final class StoreFiles {
  private static final int TORN = 4;

  private final Path file;
  private final Path folder;
  private final SplittableRandom random;
  private byte[] data = new byte[0];
  private byte[] log = new byte[0];
  private int copies;

  StoreFiles(Path file, Path folder, SplittableRandom random) {
    this.file = file;
    this.folder = folder;
    this.random = random;
  }

  /// Copies of it: first what a process leaves that is killed now; then, where its log was written
  /// since the last time, what a power failure amid that leaves.
  List<Path> left() {
    byte[] dataNow = bytes(file);
    byte[] logNow = bytes(log(file));
    List<Path> left = new ArrayList<>();
    left.add(copy(dataNow, logNow));
    // What the log holds goes to the file only when all of the log is on the disk.
    if (Arrays.equals(data, dataNow) && !Arrays.equals(log, logNow)) {
      for (int i = 0; i < TORN; i++) {
        left.add(copy(dataNow, torn(logNow)));
      }
    }
    data = dataNow;
    log = logNow;
    return left;
  }

  private byte[] torn(byte[] now) {
    int same = Math.max(0, Arrays.mismatch(log, now));
    int cut = random.nextInt(Math.min(same, now.length - 1), now.length);
    byte[] torn = Arrays.copyOf(now, Math.max(cut, log.length));
    if (log.length > cut) {
      System.arraycopy(log, cut, torn, cut, log.length - cut);
    }
    return torn;
  }

  private Path copy(byte[] dataNow, byte[] logNow) {
    Path to = folder.resolve("left-" + copies++ + ".db");
    try {
      Files.write(to, dataNow);
      Files.write(log(to), logNow);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return to;
  }

  private static Path log(Path file) {
    return file.resolveSibling(file.getFileName() + "-wal");
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
