package dev.broadside.client.watch;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// The kernel's counts for one thread of this process. Safe for use by several threads. The files
/// stay open, since each is read once per interval. After the thread has ended, its last counts
/// remain.
public final class ThreadAccount {
  private static final Path SELF = Path.of("/proc/thread-self");
  private static final Path THREADS = Path.of("/proc/self/task");
  private static final int LONGEST = 8_192;

  private final RandomAccessFile schedstat;
  private final RandomAccessFile status;
  private final byte[] text = new byte[LONGEST];
  private SchedStat newest = SchedStat.NONE;
  private boolean closed;

  private ThreadAccount(RandomAccessFile schedstat, RandomAccessFile status) {
    this.schedstat = schedstat;
    this.status = status;
  }

  /// The kernel's number of the calling thread; for a virtual thread, that of its carrier at this
  /// moment. Empty except on Linux.
  static Optional<String> currentThread() {
    try {
      return Optional.of(Files.readSymbolicLink(SELF).getFileName().toString());
    } catch (IOException | UnsupportedOperationException _) {
      // Then the figures are unknown, and the result shows them so.
      return Optional.empty();
    }
  }

  /// Opens the account of a thread; empty if the kernel has none.
  static Optional<ThreadAccount> open(String thread) {
    Path folder = THREADS.resolve(thread);
    try {
      RandomAccessFile schedstat = read(folder.resolve("schedstat"));
      try {
        return Optional.of(new ThreadAccount(schedstat, read(folder.resolve("status"))));
      } catch (IOException e) {
        schedstat.close();
        throw e;
      }
    } catch (IOException _) {
      // As above: a kernel may be built without these.
      return Optional.empty();
    }
  }

  private static RandomAccessFile read(Path file) throws IOException {
    return new RandomAccessFile(file.toFile(), "r");
  }

  /// The counts so far.
  synchronized SchedStat read() {
    if (!closed) {
      try {
        newest = SchedStat.parse(text(schedstat), text(status)).orElse(newest);
      } catch (IOException _) {
        // The thread has ended: its last counts remain.
        return newest;
      }
    }
    return newest;
  }

  private String text(RandomAccessFile file) throws IOException {
    file.seek(0);
    int length = Math.max(0, file.read(text));
    return new String(text, 0, length, StandardCharsets.ISO_8859_1);
  }

  /// Reads a last time. To be called while the thread still lives.
  synchronized void close() {
    read();
    closed = true;
    try {
      schedstat.close();
      status.close();
    } catch (IOException _) {
      // Nothing was written to them that could be lost.
      closed = true;
    }
  }
}
