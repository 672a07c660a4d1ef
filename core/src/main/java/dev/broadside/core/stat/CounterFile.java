package dev.broadside.core.stat;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/// What the load threads of one worker have counted so far, in a mapped file that outlives the
/// worker.
///
/// The file belongs on a file system in memory ([#directory()]): then a store into it never waits
/// for a disk, and a worker that is killed at any instant leaves every count that it had made. Each
/// thread has a slot of its own and is its only writer, with release stores; nobody waits for
/// anybody. The file is private to its owner.
///
/// ```
/// header  magic | cells | threads     slot 0: cell 0, cell 1, ... | padding    slot 1: ...
/// ```
public final class CounterFile implements AutoCloseable {
  private static final long MAGIC = 0x42_53_43_4E_54_52_30_31L; // BSCNTR01
  private static final long HEADER_BYTES = 128;

  /// A whole number of pairs of cache lines, since processors fetch those together.
  private static final long SLOT_BYTES = Math.ceilDiv(Counter.CELLS * 8L, 128) * 128;

  private static final VarHandle CELL = JAVA_LONG.varHandle();
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  private final Arena arena;
  private final MemorySegment memory;

  private CounterFile(Arena arena, MemorySegment memory) {
    this.arena = arena;
    this.memory = memory;
  }

  /// Where such files belong: shared memory where the system has it, else its folder for temporary
  /// files.
  public static Path directory() {
    return Files.isWritable(SHARED_MEMORY)
        ? SHARED_MEMORY
        : Path.of(System.getProperty("java.io.tmpdir"));
  }

  /// Creates a file with all counts zero, for which there is room: a store into a file with holes
  /// ends the process where the file system is full.
  ///
  /// @throws IOException where it exists already or cannot be made; it does not exist then, unless
  ///   it did before
  public static CounterFile create(Path file, int threads) throws IOException {
    Set<StandardOpenOption> options =
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try (FileChannel channel = FileChannel.open(file, options, ownerOnly(file))) {
      return mapped(channel, threads);
    } catch (FileAlreadyExistsException e) {
      throw e;
    } catch (IOException e) {
      Files.deleteIfExists(file);
      throw new IOException(
          "the load threads' counters cannot be kept in "
              + file
              + ": "
              + e.getMessage()
              + "; see that there is room in "
              + file.toAbsolutePath().getParent()
              + ", and that it may be written",
          e);
    }
  }

  private static CounterFile mapped(FileChannel channel, int threads) throws IOException {
    long bytes = HEADER_BYTES + threads * SLOT_BYTES;
    fill(channel, bytes);
    Arena arena = Arena.ofShared();
    try {
      MemorySegment memory = channel.map(MapMode.READ_WRITE, 0, bytes, arena);
      memory.set(JAVA_LONG, 8, Counter.CELLS);
      memory.set(JAVA_LONG, 16, threads);
      CELL.setRelease(memory, 0L, MAGIC);
      return new CounterFile(arena, memory);
    } catch (IOException e) {
      arena.close();
      throw e;
    }
  }

  private static void fill(FileChannel channel, long bytes) throws IOException {
    ByteBuffer zeros = ByteBuffer.allocate((int) SLOT_BYTES);
    for (long left = bytes; left > 0; left -= channel.write(zeros)) {
      zeros.clear().limit((int) Math.min(left, SLOT_BYTES));
    }
  }

  private static FileAttribute<?>[] ownerOnly(Path file) {
    boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
    return posix
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }

  /// The slot of one thread. Slots must not be used after [#close()].
  Slot slot(int thread) {
    return new Slot(memory.asSlice(HEADER_BYTES + thread * SLOT_BYTES, SLOT_BYTES));
  }

  /// One thread's cells, for that thread only.
  record Slot(MemorySegment cells) {
    void add(int cell, long more) {
      long offset = 8L * cell;
      CELL.setRelease(cells, offset, cells.get(JAVA_LONG, offset) + more);
    }
  }

  /// Unmaps; the file stays, for whoever reads it.
  @Override
  public void close() {
    arena.close();
  }

  /// The sums over all threads, at this moment, of a worker that may be alive.
  ///
  /// @throws IOException where there is no such file, or it is none of ours
  public static OutcomeCounts read(Path file) throws IOException {
    try (Arena arena = Arena.ofConfined();
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      MemorySegment memory = channel.map(MapMode.READ_ONLY, 0, channel.size(), arena);
      int threads = checkedThreads(file, memory);
      return Counter.outcomes(cell -> {
        long sum = 0;
        for (int thread = 0; thread < threads; thread++) {
          sum += (long) CELL.getAcquire(memory, HEADER_BYTES + thread * SLOT_BYTES + 8L * cell);
        }
        return sum;
      });
    }
  }

  /// The sums left by a worker that is dead: what it had begun and not ended is uncertain for ever.
  ///
  /// @throws IOException where there is no such file, or it is none of ours
  public static OutcomeCounts readDead(Path file) throws IOException {
    OutcomeCounts left = read(file);
    return left.withUncertain(left.begun() - left.ok() - left.failed());
  }

  private static int checkedThreads(Path file, MemorySegment memory) throws IOException {
    if (memory.byteSize() < HEADER_BYTES || memory.get(JAVA_LONG, 0) != MAGIC) {
      throw new IOException(file + " is no counter file of ours");
    }
    long cells = memory.get(JAVA_LONG, 8);
    long threads = memory.get(JAVA_LONG, 16);
    long slots = (memory.byteSize() - HEADER_BYTES) / SLOT_BYTES;
    if (cells != Counter.CELLS || threads < 0 || threads > slots) {
      throw new IOException(file + " is a counter file of another version, or cut off");
    }
    return (int) threads;
  }
}
