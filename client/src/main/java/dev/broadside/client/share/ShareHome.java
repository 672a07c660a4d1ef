package dev.broadside.client.share;

import dev.broadside.client.spool.Disk;
import dev.broadside.client.spool.DiskFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/// Where one incarnation of a share keeps its files: its spool on disk, its worker's counters in
/// memory.
///
/// @param incarnation the number that names it
/// @param folder holds the spool and the worker's mark
/// @param counters the worker's counter file
public record ShareHome(Disk disk, long incarnation, Path folder, Path counters) {
  private static final String MARK = "worker";
  private static final int MARK_BYTES = 200;

  /// Notes which process the worker is, so that the next agent can end it if this one dies.
  void mark(long pid) throws IOException {
    String mark = pid + " " + startOf(pid).map(Instant::toEpochMilli).orElse(0L);
    disk.replace(folder.resolve(MARK), mark.getBytes(StandardCharsets.UTF_8));
  }

  /// The worker that an earlier agent left behind, if it is alive: same process number, same start.
  Optional<ProcessHandle> leftover() throws IOException {
    if (!disk.exists(folder.resolve(MARK))) {
      return Optional.empty();
    }
    try (DiskFile file = disk.open(folder.resolve(MARK))) {
      String[] mark = new String(file.read(0, MARK_BYTES), StandardCharsets.UTF_8).split(" ", -1);
      long pid = Long.parseLong(mark[0]);
      long start = Long.parseLong(mark[1]);
      return ProcessHandle.of(pid)
          .filter(_ -> startOf(pid).map(Instant::toEpochMilli).orElse(-1L) == start);
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      throw new IOException(folder.resolve(MARK) + " does not name a process", e);
    }
  }

  private static Optional<Instant> startOf(long pid) {
    return ProcessHandle.of(pid).flatMap(handle -> handle.info().startInstant());
  }

  /// Deletes the counters; the spool deletes its folder itself.
  void forget() throws IOException {
    disk.delete(counters);
  }
}
