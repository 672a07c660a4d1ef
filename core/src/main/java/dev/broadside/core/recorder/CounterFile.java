package dev.broadside.core.recorder;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.FigureRow;
import dev.broadside.core.stat.FigureValue;
import dev.broadside.core.stat.OperationCounts;
import dev.broadside.core.stat.OperationStats;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.JobDescription;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
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
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.LongStream;

/// The counts of one worker's load threads so far, and the latencies that are not yet in a sealed
/// record, in a mapped file that outlives the worker.
///
/// The file belongs on a file system in memory ([#directory()]): then a store into it never waits
/// for a disk, and a worker that is killed at any instant leaves every count that it had made. Each
/// thread has a slot of its own and is its only writer, with release stores. The operations' counts
/// have a slot for each stripe, shared by the threads that share the stripe ([Recorder]). No thread
/// waits for another. The file is readable by its owner only.
///
/// ```
/// header  magic | cells | threads | stripes | operations | figures | bytes of their declarations | chunks in use | intervals that the Recorder's slots hold | where the load began | until when its worker is known to have lived
/// slot of thread 0: cells of Counter | a cell per figure of the job class | padding    ... of thread 1    ...
/// slot of stripe 0: per operation the cells of OperationCounter | padding    ... of stripe 1    ...
/// declarations of the figures | padding
/// chunk 0 of LatencyCounts: which one it is | padding | counts    ... chunk 1    ... up to MOST_CHUNKS
/// ```
///
/// That is 384 bytes a thread and 64 bytes for each operation of a stripe: with 20 operations and
/// 16 stripes 1 MiB holds the counts of 2,600 threads, and 10,000 threads have 3.7 MiB. Latencies
/// take 4 KiB for each 512 slots of their layout that a stripe's series meets, in each of
/// [Recorder#RING] intervals: one thread with ten operations that take 0.2 to 2 ms has 960 KiB, and
/// sixteen have sixteen times that. The file is as long as [#MOST_CHUNKS] need, but has room for
/// those alone that are in use. Where there is no more room, further chunks lie in the process's
/// own memory, and die with it.
///
/// ## What a killed worker leaves
///
/// It may be killed between any two stores. Each outcome of an iteration, and of an operation, is
/// one store into a cell of its own, made once the outcome is known; what was begun and has no
/// outcome stays uncertain. So these hold at every instant:
///
/// - `begun = ok + failed + uncertain` of iterations, and of operations `begun = failed + effective
/// + rolled back + undone + uncertain`, where `uncertain` includes unanswered ones;
/// - nothing is counted as ok, failed, effective or rolled back that was not;
/// - what took effect lies between `effective` and `effective + uncertain`.
///
/// The operations inside an iteration that had not ended are uncertain as it is. In the instant
/// after an iteration's outcome its operations may be uncertain still, and its rows and its
/// repetitions not be counted. An operation under way is uncertain under the name by which it was
/// begun, and in the instant of being renamed under both.
///
/// Each latency is stored after its count, so there is no latency without a count; at most one
/// latency of each thread is missing. Sums and maxima are not kept: those that remain come from the
/// slots ([Distribution#ofSlotsOnly()]).
public final class CounterFile implements AutoCloseable {
  private static final long MAGIC = 0x42_53_43_4E_54_52_30_36L; // BSCNTR06
  private static final long HEADER_BYTES = 128;

  /// Slots are whole numbers of pairs of cache lines, since processors fetch those together.
  private static final long UNIT_BYTES = 128;

  /// The place in the header of the number of chunks in use, and of the intervals.
  private static final long CHUNKS_IN_USE = 56;

  private static final long INTERVALS = 64;

  /// From the run's common start, in nanoseconds.
  private static final long FROM = INTERVALS + 8L * Recorder.RING;

  private static final long UNTIL = FROM + 8;

  /// 52 MB, of the 64 MB that a container has by default.
  private static final int MOST_CHUNKS = 12_288;

  private static final long CHUNK_HEAD_BYTES = UNIT_BYTES;
  private static final long CHUNK_BYTES = CHUNK_HEAD_BYTES + LatencyCounts.CHUNK_BYTES;

  private static final VarHandle CELL = JAVA_LONG.varHandle();
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  private final Arena arena;
  private final MemorySegment memory;

  /// The file that is mapped. It is made longer before a store: a store beyond its end would kill
  /// the process.
  private final RandomAccessFile file;

  private final Shape shape;
  private final List<Figure> figures;

  /// What a dead worker left.
  ///
  /// @param transactions transactions that had not ended are among the uncertain ones
  /// @param operations by index; those under way are uncertain or unanswered
  /// @param inFlight how many iterations had not ended
  /// @param unsealed the latencies that no record has, without counts
  /// @param figures the job class's own figures: their amounts as totals, and the values that are
  ///   in no record
  /// @param fromNanos where its load began, from the run's common start
  /// @param untilNanos the last time at which it is known to have lived
  public record Left(
      OutcomeCounts transactions,
      List<OperationCounts> operations,
      long inFlight,
      Tally unsealed,
      FigureRow figures,
      long fromNanos,
      long untilNanos) {
    /// Nothing was counted.
    public static final Left NOTHING =
        new Left(OutcomeCounts.NONE, List.of(), 0, Tally.NONE, FigureRow.NONE, 0, 0);

    public Left {
      operations = List.copyOf(operations);
    }

    /// These counts with other counts of transactions.
    public Left with(OutcomeCounts other) {
      return new Left(other, operations, inFlight, unsealed, figures, fromNanos, untilNanos);
    }
  }

  /// The numbers of everything, and the places that follow from them.
  private record Shape(int threads, int stripes, int operations, int figures, int textBytes) {
    static Shape read(Path file, MemorySegment memory) throws IOException {
      if (memory.byteSize() < HEADER_BYTES || memory.get(JAVA_LONG, 0) != MAGIC) {
        throw new IOException(file + " is not a counter file of this version");
      }
      long threads = memory.get(JAVA_LONG, 16);
      long stripes = memory.get(JAVA_LONG, 24);
      long operations = memory.get(JAVA_LONG, 32);
      long figures = memory.get(JAVA_LONG, 40);
      long textBytes = memory.get(JAVA_LONG, 48);
      long most = memory.byteSize() / UNIT_BYTES;
      if (memory.get(JAVA_LONG, 8) == Counter.CELLS
          && LongStream.of(threads, stripes, operations, figures, textBytes).min().orElse(0) >= 0
          && Math.max(threads, stripes) <= most
          && textBytes <= memory.byteSize()
          && operations <= JobDescription.MAX_OPERATIONS
          && figures <= JobDescription.MAX_FIGURES) {
        Shape shape =
            new Shape(
                (int) threads, (int) stripes, (int) operations, (int) figures, (int) textBytes);
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
      memory.set(JAVA_LONG, 40, figures);
      memory.set(JAVA_LONG, 48, textBytes);
      CELL.setRelease(memory, 0L, MAGIC);
    }

    long threadBytes() {
      return slotBytes(Counter.CELLS + figures);
    }

    long stripeBytes() {
      return slotBytes(operations * OperationCounter.CELLS);
    }

    long thread(int thread) {
      return HEADER_BYTES + thread * threadBytes();
    }

    long stripe(int stripe) {
      return thread(threads) + stripe * stripeBytes();
    }

    long text() {
      return stripe(stripes);
    }

    long chunk(int chunk) {
      return Math.ceilDiv(text() + textBytes, UNIT_BYTES) * UNIT_BYTES + chunk * CHUNK_BYTES;
    }

    long bytes() {
      return chunk(MOST_CHUNKS);
    }
  }

  private CounterFile(
      Arena arena, MemorySegment memory, RandomAccessFile file, Shape shape, List<Figure> figures) {
    this.arena = arena;
    this.memory = memory;
    this.file = file;
    this.shape = shape;
    this.figures = figures;
  }

  /// The folder for such files: in shared memory if the system has it, otherwise that for temporary
  /// files.
  public static Path directory() {
    return Files.isWritable(SHARED_MEMORY)
        ? SHARED_MEMORY
        : Path.of(System.getProperty("java.io.tmpdir"));
  }

  /// Creates a file for a job class without figures of its own.
  public static CounterFile create(Path file, int threads, int most, int operations)
      throws IOException {
    return create(file, threads, most, operations, List.of());
  }

  /// Creates a file with all counts zero, and reserves its space.
  ///
  /// @param threads how many load threads there are
  /// @param most the most stripes; see [Recorder#stripes(int)]
  /// @param operations how many operations the job class has
  /// @param figures its own figures
  /// @throws IOException if it exists already or cannot be made; then no new file remains
  public static CounterFile create(
      Path file, int threads, int most, int operations, List<Figure> figures) throws IOException {
    byte[] text = figures.isEmpty() ? new byte[0] : FigureText.write(figures);
    Shape shape =
        new Shape(threads, Math.min(threads, most), operations, figures.size(), text.length);
    Set<StandardOpenOption> options =
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try (FileChannel channel = FileChannel.open(file, options, ownerOnly(file))) {
      return mapped(file, channel, shape, List.copyOf(figures), text);
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

  private static CounterFile mapped(
      Path file, FileChannel channel, Shape shape, List<Figure> figures, byte[] text)
      throws IOException {
    fill(channel, shape.chunk(0));
    Arena arena = Arena.ofShared();
    try {
      MemorySegment memory = channel.map(MapMode.READ_WRITE, 0, shape.bytes(), arena);
      MemorySegment.copy(text, 0, memory, ValueLayout.JAVA_BYTE, shape.text(), text.length);
      for (int i = 0; i < Recorder.RING; i++) {
        memory.set(JAVA_LONG, INTERVALS + 8L * i, i);
      }
      shape.write(memory);
      return new CounterFile(
          arena, memory, new RandomAccessFile(file.toFile(), "rw"), shape, figures);
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

  List<Figure> figures() {
    return figures;
  }

  /// The slot of one thread. Slots must not be used after [#close()].
  Slot slot(int thread) {
    return new Slot(memory.asSlice(shape.thread(thread), shape.threadBytes()), false);
  }

  /// The slot of the operations' counts of one stripe, safe for all threads of that stripe.
  Slot operations(int stripe) {
    return new Slot(memory.asSlice(shape.stripe(stripe), shape.stripeBytes()), shared());
  }

  /// Whether several threads share a stripe.
  boolean shared() {
    return shape.threads() > shape.stripes();
  }

  /// Marks an interval as open: the old counts in its slot of the [Recorder] have been passed on.
  void opened(int interval) {
    CELL.setRelease(memory, INTERVALS + 8L * (interval % Recorder.RING), (long) interval);
  }

  /// The load begins.
  ///
  /// @param fromNanos from the run's common start
  void began(long fromNanos) {
    CELL.setRelease(memory, FROM, fromNanos);
    CELL.setRelease(memory, UNTIL, fromNanos);
  }

  /// Records that the worker is alive at a later moment.
  void lives(long untilNanos) {
    CELL.setRelease(memory, UNTIL, untilNanos);
  }

  /// The whole memory, which contains the chunks. Not to be used after [#close()].
  MemorySegment memory() {
    return memory;
  }

  /// Reserves the place of one more chunk of zeros. Unlike a channel's methods it cannot be
  /// interrupted.
  ///
  /// @param place which slot of the [Recorder] it is of
  /// @return the chunk's beginning; empty if there is no more room
  synchronized OptionalLong chunk(int place, int series, int number) {
    int chunk = (int) memory.get(JAVA_LONG, CHUNKS_IN_USE);
    long at = shape.chunk(chunk);
    if (chunk < MOST_CHUNKS && hasRoom(at)) {
      memory.set(JAVA_LONG, at, new ChunkName(place, series, number).code());
      CELL.setRelease(memory, CHUNKS_IN_USE, chunk + 1L);
      return OptionalLong.of(at + CHUNK_HEAD_BYTES);
    }
    return OptionalLong.empty();
  }

  private boolean hasRoom(long at) {
    try {
      file.seek(at);
      file.write(new byte[(int) CHUNK_BYTES]);
      return true;
    } catch (IOException _) {
      return false;
    }
  }

  /// The name of a chunk: its slot, its series, and its range of latencies.
  ///
  /// @param place which slot of the [Recorder]
  /// @param number which of the [LatencyCounts#CHUNKS]
  private record ChunkName(int place, int series, int number) {
    static ChunkName of(long code) {
      long rest = code / LatencyCounts.CHUNKS;
      return new ChunkName(
          (int) (rest % Recorder.RING),
          (int) (rest / Recorder.RING),
          (int) (code % LatencyCounts.CHUNKS));
    }

    long code() {
      return ((long) series * Recorder.RING + place) * LatencyCounts.CHUNKS + number;
    }
  }

  /// Cells for counters.
  static class Slot {
    private final MemorySegment cells;
    private final boolean shared;

    /// @param shared whether several threads add to it
    Slot(MemorySegment cells, boolean shared) {
      this.cells = cells;
      this.shared = shared;
    }

    long get(int cell) {
      return (long) CELL.getAcquire(cells, 8L * cell);
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

  /// Unmaps the file, which stays on disk to be read.
  @Override
  public void close() {
    arena.close();
    try {
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// What a dead worker left. Iterations that it had begun and not ended stay uncertain.
  ///
  /// @param sealed the newest interval that has a record; -1 if no interval has one
  /// @throws IOException if there is no such file, it is not a counter file, or its counts cannot
  ///   be true
  public static Left readDead(Path file, int sealed) throws IOException {
    Left left = left(file, sealed);
    if (!left.transactions().possible()
        || left.inFlight() < 0
        || left.fromNanos() < 0
        || left.untilNanos() < left.fromNanos()
        || !left.operations().stream().allMatch(OperationCounts::possible)) {
      throw damaged(file);
    }
    return left;
  }

  private static Left left(Path file, int sealed) throws IOException {
    try (Arena arena = Arena.ofConfined();
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      MemorySegment memory = channel.map(MapMode.READ_ONLY, 0, channel.size(), arena);
      return left(file, memory, Shape.read(file, memory), sealed);
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new IOException(file + " is damaged: " + e.getMessage(), e);
    }
  }

  private static OutcomeCounts transactions(MemorySegment memory, Shape shape) {
    return Counter.outcomes(cell -> sum(memory, shape, cell));
  }

  private static long sum(MemorySegment memory, Shape shape, int cell) {
    long sum = 0;
    for (int thread = 0; thread < shape.threads(); thread++) {
      sum += (long) CELL.getAcquire(memory, shape.thread(thread) + 8L * cell);
    }
    return sum;
  }

  private static List<Figure> declared(MemorySegment memory, Shape shape) throws IOException {
    byte[] text = memory.asSlice(shape.text(), shape.textBytes()).toArray(ValueLayout.JAVA_BYTE);
    return FigureText.read(text, shape.figures());
  }

  private static FigureRow figures(
      MemorySegment memory,
      Shape shape,
      List<Figure> declared,
      IntFunction<Distribution> unsealed) {
    int[] series = BlockLayout.of(shape.operations(), declared).seriesOf(declared);
    List<FigureValue> values = new ArrayList<>();
    for (int i = 0; i < declared.size(); i++) {
      values.add(
          declared.get(i).kind().adds()
              ? new FigureValue.Amount(Math.max(0, sum(memory, shape, Counter.CELLS + i)))
              : series[i] >= 0
                  ? new FigureValue.Values(unsealed.apply(series[i]))
                  : FigureValue.UNKNOWN);
    }
    FigureRow row = new FigureRow(declared, values, List.of());
    return new FigureRow(declared, values, row.amounts(declared.size()));
  }

  /// The latencies that are in no record, by series.
  private static IntFunction<Distribution> unsealed(
      Path file, MemorySegment memory, Shape shape, int series, int sealed) throws IOException {
    LatencyPad[] pads = new LatencyPad[series];
    Arrays.setAll(pads, _ -> new LatencyPad());
    long chunks = memory.get(JAVA_LONG, CHUNKS_IN_USE);
    for (int chunk = 0; chunk < chunks; chunk++) {
      long at = shape.chunk(chunk);
      if (at >= memory.byteSize()) {
        throw damaged(file);
      }
      ChunkName name = ChunkName.of(memory.get(JAVA_LONG, at));
      if (name.series() < 0 || name.series() >= series) {
        throw damaged(file);
      }
      if (memory.get(JAVA_LONG, INTERVALS + 8L * name.place()) > sealed) {
        pads[name.series()].add(
            name.number(), memory.asSlice(at + CHUNK_HEAD_BYTES, LatencyCounts.CHUNK_BYTES));
      }
    }
    return one -> pads[one].toDistribution(0, 0, 0).ofSlotsOnly();
  }

  private static IOException damaged(Path file) {
    return new IOException(file + " is damaged: it holds counts that cannot be true");
  }

  private static Left left(Path file, MemorySegment memory, Shape shape, int sealed)
      throws IOException {
    List<Figure> declared = declared(memory, shape);
    int series = BlockLayout.of(shape.operations(), declared).series();
    IntFunction<Distribution> unsealed = unsealed(file, memory, shape, series, sealed);
    OutcomeCounts counts = transactions(memory, shape);
    long inFlight = counts.begun() - counts.ended();
    List<OperationCounts> operations = new ArrayList<>();
    List<OperationStats> timed = new ArrayList<>();
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
      timed.add(
          OperationStats.of(
              OperationCounts.NONE, unsealed.apply(SeriesIndex.FIRST_OPERATION + operation)));
    }
    return new Left(
        counts.withUncertain(counts.uncertain() + inFlight),
        operations,
        inFlight,
        new Tally(SeriesIndex.transactions(OutcomeCounts.NONE, unsealed), timed),
        figures(memory, shape, declared, unsealed),
        (long) CELL.getAcquire(memory, FROM),
        (long) CELL.getAcquire(memory, UNTIL));
  }
}
