package dev.broadside.client.share;

import dev.broadside.client.spool.Disk;
import dev.broadside.client.spool.DiskFile;
import dev.broadside.core.digest.Sha256;
import dev.broadside.core.param.Problem;
import dev.broadside.core.recorder.CounterFile;
import dev.broadside.core.sentence.FileCause;
import dev.broadside.core.time.Time;
import dev.broadside.core.time.TrustedClock;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// An agent's folder: one agent at a time, held by a lock.
///
/// ```
/// lock          held while the agent lives
/// credential    who the agent is to its server, and the server's authority (0600)
/// incarnation   the last number given to a worker
/// clock         the newest moment that an agent here has known
/// packs/        the packs used last
/// spool/N/      records of worker N, while its share is here
/// unclaimed/N/  records of worker N, whose share is gone
/// recordings/   flight recordings on their way to the server
/// ```
///
/// The counter files of workers lie in memory and carry this folder's mark in their name. Safe for
/// use by several threads.
public final class DataFolder implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DataFolder.class);
  private static final String CLOCK = "clock";
  private static final int MAX_SMALL_FILE = 64 * 1024;

  private final Disk disk;
  private final Path folder;
  private final Path counters;
  private final FileChannel lockFile;
  private long lastIncarnation;
  private Optional<TrustedClock> clock = Optional.empty();

  private DataFolder(Disk disk, Path folder, Path counters, FileChannel lockFile)
      throws IOException {
    this.disk = disk;
    this.folder = folder;
    this.counters = counters;
    this.lockFile = lockFile;
    this.lastIncarnation = readIncarnation();
  }

  /// Opens a folder, and makes it if it is missing.
  public static DataFolder open(Disk disk, Path folder) throws StartException {
    return open(disk, folder, CounterFile.directory());
  }

  /// @param counters the folder of counter files
  public static DataFolder open(Disk disk, Path folder, Path counters) throws StartException {
    try {
      disk.createFolder(folder);
      return new DataFolder(disk, folder, counters, lock(folder));
    } catch (IOException e) {
      throw new StartException(
          Problem.wrong(
              "data folder " + folder,
              "it cannot be written (" + FileCause.of(e) + ")",
              "choose one that belongs to you with --data"),
          e);
    }
  }

  private static FileChannel lock(Path folder) throws IOException, StartException {
    FileChannel file =
        FileChannel.open(
            folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      FileLock lock = file.tryLock();
      if (lock != null) {
        return file;
      }
    } catch (OverlappingFileLockException _) {
      // Held by an agent within this very process.
    }
    file.close();
    throw new StartException(
        Problem.wrong(
            "data folder " + folder,
            "another agent uses it",
            "stop that one, or give this one a --name of its own, and where you give --data, another"
                + " folder"));
  }

  public Disk disk() {
    return disk;
  }

  public Path packs() {
    return folder.resolve("packs");
  }

  /// Where flight recordings lie until the server has them.
  public Path recordings() {
    return folder.resolve("recordings");
  }

  /// The place of the records that no share carries.
  UnclaimedFolder unclaimed() {
    return new UnclaimedFolder(disk, folder.resolve("unclaimed"));
  }

  /// The clock that measures the age of these records. All callers share the one made from the
  /// first caller's time.
  public synchronized TrustedClock clock(Time time) {
    if (clock.isEmpty()) {
      clock = Optional.of(new TrustedClock(time, clockBefore()));
    }
    return clock.get();
  }

  private Optional<Instant> clockBefore() {
    try {
      return read(CLOCK).map(String::strip).map(Instant::parse);
    } catch (IOException | DateTimeParseException e) {
      LOG.warn("{} cannot be read: {}", folder.resolve(CLOCK), e.getMessage());
      return Optional.empty();
    }
  }

  /// Keeps what time it is, for the next agent here.
  public void keepClock(Instant now) throws IOException {
    write(CLOCK, now.toString());
  }

  /// The next number for a worker, durable before it is used.
  synchronized long nextIncarnation() throws IOException {
    disk.replace(
        folder.resolve("incarnation"),
        Long.toString(lastIncarnation + 1).getBytes(StandardCharsets.UTF_8));
    return ++lastIncarnation;
  }

  private long readIncarnation() throws IOException {
    Optional<String> text = read("incarnation");
    try {
      return text.map(String::strip).map(Long::parseLong).orElse(0L);
    } catch (NumberFormatException e) {
      throw new IOException(folder.resolve("incarnation") + " holds no number", e);
    }
  }

  /// What a small file of this folder holds.
  public Optional<String> read(String name) throws IOException {
    Path path = folder.resolve(name);
    if (!disk.exists(path)) {
      return Optional.empty();
    }
    try (DiskFile file = disk.open(path)) {
      return Optional.of(new String(file.read(0, MAX_SMALL_FILE), StandardCharsets.UTF_8));
    }
  }

  /// Keeps a small file, for its owner only.
  public void write(String name, String text) throws IOException {
    disk.replace(folder.resolve(name), text.getBytes(StandardCharsets.UTF_8));
  }

  /// Deletes a small file, if it is there.
  public void delete(String name) throws IOException {
    disk.delete(folder.resolve(name));
  }

  ShareHome home(long incarnation) {
    return home(incarnation, folder.resolve("spool").resolve(Long.toString(incarnation)));
  }

  /// The home of a worker whose share is gone.
  ShareHome unclaimedHome(long incarnation) {
    return home(incarnation, unclaimed().place(incarnation));
  }

  private ShareHome home(long incarnation, Path spool) {
    return new ShareHome(disk, incarnation, spool, counters.resolve(mark() + incarnation));
  }

  /// The incarnations that an earlier agent left behind in the folder of live shares, oldest first.
  List<ShareHome> leftHomes() throws IOException {
    return numbers(disk, folder.resolve("spool")).stream().map(this::home).toList();
  }

  /// The names in a folder that are numbers, in their order.
  static List<Long> numbers(Disk disk, Path folder) throws IOException {
    return disk.list(folder).stream()
        .map(path -> path.getFileName().toString())
        .filter(name -> name.matches("[0-9]{1,18}"))
        .map(Long::parseLong)
        .sorted()
        .toList();
  }

  /// Deletes counter files of this folder's agents that belong to no incarnation any more.
  void dropStaleCounters() throws IOException {
    List<Path> needed = new ArrayList<>();
    leftHomes().forEach(home -> needed.add(home.counters()));
    unclaimed().workers().forEach(worker -> needed.add(unclaimedHome(worker).counters()));
    for (Path path : disk.list(counters)) {
      if (path.getFileName().toString().startsWith(mark()) && !needed.contains(path)) {
        disk.delete(path);
      }
    }
  }

  /// Tells this folder's counter files from those of other agents on this host.
  private String mark() {
    return "broadside-" + Sha256.hex(folder.toAbsolutePath().normalize().toString()) + "-";
  }

  /// Lets another agent in.
  @Override
  public void close() throws IOException {
    lockFile.close();
  }
}
