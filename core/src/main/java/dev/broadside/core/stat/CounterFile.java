package dev.broadside.core.stat;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.broadside.core.work.JobDescription;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// What the load threads of one worker have counted so far, in a mapped file that outlives the
/// worker.
///
/// The file belongs on a file system in memory ([#directory()]): then a store into it never waits
/// for a disk, and a worker that is killed at any instant leaves every count that it had made. Each
/// thread has a slot of its own and is its only writer, with release stores; the operations' counts
/// lie in a slot for each stripe, which threads share as they share the stripe ([Recorder]). Nobody
/// waits for anybody. The file is private to its owner.
///
/// ```
/// header  magic | cells | threads | stripes | operations
/// slot of thread 0: cells of Counter | padding    ... of thread 1    ...
/// slot of stripe 0: per operation the cells of OperationCounter | padding    ... of stripe 1    ...
/// ```
///
/// That is 256 bytes a thread and 64 bytes for each operation of a stripe: with 20 operations and
/// 16 stripes 1 MiB holds 4,000 threads, and 10,000 threads have 2.5 MiB.
///
/// ## What a killed worker leaves
///
/// It may be killed between any two stores. Each fate of an iteration, and of an operation, is one
/// store into a cell of its own, made once the fate is known; what was begun and has none is
/// uncertain for ever. So, whatever the instant:
///
/// - `begun = ok + failed + uncertain` of iterations, and of operations `begun = failed + effective
///   + rolled back + undone + uncertain`, where `uncertain` includes what nobody answered;
/// - nothing is counted as ok, failed, effective or rolled back that was not;
/// - what took effect lies between `effective` and `effective + uncertain`.
///
/// The operations inside an iteration that had not ended are uncertain as it is. In the instant
/// after an iteration's outcome its operations may be uncertain still, and its rows and its
/// repetitions not be counted. An operation under way is uncertain under the name by which it was
/// begun, and in the instant of being renamed under both.
public final class CounterFile implements AutoCloseable {
  private static final long MAGIC = 0x42_53_43_4E_54_52_30_32L; // BSCNTR02
  private static final long HEADER_BYTES = 128;

  /// Slots are whole numbers of pairs of cache lines, since processors fetch those together.
  private static final long UNIT_BYTES = 128;

  private static final VarHandle CELL = JAVA_LONG.varHandle();
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  private final Arena arena;
  private final MemorySegment memory;
  private final Shape shape;

  /// What a dead worker left.
  ///
  /// @param transactions those that had not ended are among the uncertain ones
  /// @param operations by index; what was under way is uncertain or unanswered
  /// @param inFlight how many iterations had not ended
  public record Left(OutcomeCounts transactions, List<OperationCounts> operations, long inFlight) {
    /// Where no worker has counted anything.
    public static final Left NOTHING = new Left(OutcomeCounts.NONE, List.of(), 0);

    public Left {
      operations = List.copyOf(operations);
    }
  }

  /// How many there are of everything, and where it lies.
  private record Shape(int threads, int stripes, int operations) {
    private static final long THREAD_BYTES = slotBytes(Counter.CELLS);

    static Shape read(Path file, MemorySegment memory) throws IOException {
      if (memory.byteSize() < HEADER_BYTES || memory.get(JAVA_LONG, 0) != MAGIC) {
        throw new IOException(file + " is no counter file of ours, or one of another version");
      }
      long threads = memory.get(JAVA_LONG, 16);
      long stripes = memory.get(JAVA_LONG, 24);
      long operations = memory.get(JAVA_LONG, 32);
      long most = memory.byteSize() / UNIT_BYTES;
      if (memory.get(JAVA_LONG, 8) == Counter.CELLS
          && Math.min(Math.min(threads, stripes), operations) >= 0
          && Math.max(threads, stripes) <= most
          && operations <= JobDescription.MAX_OPERATIONS) {
        Shape shape = new Shape((int) threads, (int) stripes, (int) operations);
        if (shape.bytes() == memory.byteSize()) {
          return shape;
        }
      }
      throw new IOException(file + " is a counter file of another version, or cut off");
    }

    private static long slotBytes(int cells) {
      return Math.ceilDiv(cells * 8L, UNIT_BYTES) * UNIT_BYTES;
    }

    void write(MemorySegment memory) {
      memory.set(JAVA_LONG, 8, Counter.CELLS);
      memory.set(JAVA_LONG, 16, threads);
      memory.set(JAVA_LONG, 24, stripes);
      memory.set(JAVA_LONG, 32, operations);
      CELL.setRelease(memory, 0L, MAGIC);
    }

    long stripeBytes() {
      return slotBytes(operations * OperationCounter.CELLS);
    }

    long thread(int thread) {
      return HEADER_BYTES + thread * THREAD_BYTES;
    }

    long stripe(int stripe) {
      return thread(threads) + stripe * stripeBytes();
    }

    long bytes() {
      return stripe(stripes);
    }
  }

  private CounterFile(Arena arena, MemorySegment memory, Shape shape) {
    this.arena = arena;
    this.memory = memory;
    this.shape = shape;
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
  /// @param threads how many load threads there are
  /// @param most the most stripes; see [Recorder#stripes(int)]
  /// @param operations how many operations the job class has
  /// @throws IOException where it exists already or cannot be made; it does not exist then, unless
  ///   it did before
  public static CounterFile create(Path file, int threads, int most, int operations)
      throws IOException {
    Set<StandardOpenOption> options =
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try (FileChannel channel = FileChannel.open(file, options, ownerOnly(file))) {
      return mapped(channel, new Shape(threads, Math.min(threads, most), operations));
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

  private static CounterFile mapped(FileChannel channel, Shape shape) throws IOException {
    fill(channel, shape.bytes());
    Arena arena = Arena.ofShared();
    try {
      MemorySegment memory = channel.map(MapMode.READ_WRITE, 0, shape.bytes(), arena);
      shape.write(memory);
      return new CounterFile(arena, memory, shape);
    } catch (IOException e) {
      arena.close();
      throw e;
    }
  }

  private static void fill(FileChannel channel, long bytes) throws IOException {
    ByteBuffer zeros = ByteBuffer.allocate((int) Math.min(bytes, 64 * UNIT_BYTES));
    for (long left = bytes; left > 0; left -= channel.write(zeros)) {
      zeros.clear().limit((int) Math.min(left, zeros.capacity()));
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

  int threads() {
    return shape.threads();
  }

  int stripes() {
    return shape.stripes();
  }

  int operations() {
    return shape.operations();
  }

  /// The slot of one thread. Slots must not be used after [#close()].
  Slot slot(int thread) {
    return new Slot(memory.asSlice(shape.thread(thread), Shape.THREAD_BYTES), false);
  }

  /// The slot of the operations' counts of one stripe, safe for all threads of that stripe.
  Slot operations(int stripe) {
    boolean shared = shape.threads() > shape.stripes();
    return new Slot(memory.asSlice(shape.stripe(stripe), shape.stripeBytes()), shared);
  }

  /// Some cells to count in.
  static class Slot {
    private final MemorySegment cells;
    private final boolean shared;

    /// @param shared whether several threads add to it
    Slot(MemorySegment cells, boolean shared) {
      this.cells = cells;
      this.shared = shared;
    }

    void add(int cell, long more) {
      long offset = 8L * cell;
      if (shared) {
        CELL.getAndAdd(cells, offset, more);
      } else {
        CELL.setRelease(cells, offset, cells.get(JAVA_LONG, offset) + more);
      }
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
  static OutcomeCounts read(Path file) throws IOException {
    return reading(file, CounterFile::transactions);
  }

  /// The sums left by a worker that is dead: what it had begun and not ended is uncertain for ever.
  ///
  /// @throws IOException where there is no such file, it is none of ours, or its counts cannot be
  ///   true
  public static Left readDead(Path file) throws IOException {
    Left left = reading(file, CounterFile::left);
    if (!left.transactions().possible()
        || left.inFlight() < 0
        || !left.operations().stream().allMatch(OperationCounts::possible)) {
      throw new IOException(file + " is damaged: it holds counts that cannot be true");
    }
    return left;
  }

  private interface Reading<T> {
    T of(MemorySegment memory, Shape shape);
  }

  private static <T> T reading(Path file, Reading<T> reading) throws IOException {
    try (Arena arena = Arena.ofConfined();
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      MemorySegment memory = channel.map(MapMode.READ_ONLY, 0, channel.size(), arena);
      return reading.of(memory, Shape.read(file, memory));
    }
  }

  private static OutcomeCounts transactions(MemorySegment memory, Shape shape) {
    return Counter.outcomes(cell -> {
      long sum = 0;
      for (int thread = 0; thread < shape.threads(); thread++) {
        sum += (long) CELL.getAcquire(memory, shape.thread(thread) + 8L * cell);
      }
      return sum;
    });
  }

  private static Left left(MemorySegment memory, Shape shape) {
    OutcomeCounts counts = transactions(memory, shape);
    long inFlight = counts.begun() - counts.ended();
    List<OperationCounts> operations = new ArrayList<>();
    for (int operation = 0; operation < shape.operations(); operation++) {
      int first = operation * OperationCounter.CELLS;
      operations.add(
          OperationCounter.left(cell -> {
            long sum = 0;
            for (int stripe = 0; stripe < shape.stripes(); stripe++) {
              sum += (long) CELL.getAcquire(memory, shape.stripe(stripe) + 8L * (first + cell));
            }
            return sum;
          }));
    }
    return new Left(counts.withUncertain(counts.uncertain() + inFlight), operations, inFlight);
  }
}
