package dev.broadside.client.watch;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// The processors that Linux lets this process use, and the binding of threads to them by
/// `sched_setaffinity(2)`. Safe for use by several threads.
public final class Processors {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String ALLOWED = "Cpus_allowed_list:";
  private static final int CALLING_THREAD = 0;

  private final List<Integer> numbers;
  private final MethodHandle setAffinity;

  private Processors(List<Integer> numbers, MethodHandle setAffinity) {
    this.numbers = numbers;
    this.setAffinity = setAffinity;
  }

  /// The processors of this process; empty except on Linux.
  // A worker's JVM is started with permission for native calls.
  @SuppressWarnings("restricted")
  public static Optional<Processors> ofThisProcess() {
    List<Integer> numbers = allowed(STATUS);
    Linker linker = Linker.nativeLinker();
    return numbers.isEmpty()
        ? Optional.empty()
        : linker
            .defaultLookup()
            .find("sched_setaffinity")
            .map(function ->
                linker.downcallHandle(
                    function, FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS)))
            .map(handle -> new Processors(numbers, handle));
  }

  /// The processors that a `status` file of procfs allows; none if there is no such file.
  static List<Integer> allowed(Path status) {
    try {
      return allowed(Files.readString(status));
    } catch (IOException _) {
      // Not Linux: threads cannot be bound, and the caller says so.
      return List.of();
    }
  }

  /// Reads the line whose ranges look like `0-3,8`.
  static List<Integer> allowed(String status) {
    return status
        .lines()
        .filter(line -> line.startsWith(ALLOWED))
        .flatMap(line -> Arrays.stream(line.substring(ALLOWED.length()).strip().split(",")))
        .flatMapToInt(Processors::range)
        .boxed()
        .toList();
  }

  private static IntStream range(String text) {
    String[] ends = text.split("-", 2);
    int first = Integer.parseInt(ends[0]);
    return IntStream.rangeClosed(first, ends.length == 1 ? first : Integer.parseInt(ends[1]));
  }

  /// Binds the calling platform thread, and those that it will start, to one processor.
  ///
  /// @param turn counts through the processors, over and over
  /// @throws IllegalStateException if the system refuses
  public void bind(int turn) {
    int number = numbers.get(turn % numbers.size());
    try (Arena arena = Arena.ofConfined()) {
      long words = number / Long.SIZE + 1L;
      MemorySegment mask = arena.allocate(JAVA_LONG, words);
      mask.setAtIndex(JAVA_LONG, words - 1, 1L << number);
      int refused = (int) setAffinity.invokeExact(CALLING_THREAD, mask.byteSize(), mask);
      if (refused != 0) {
        throw new IllegalStateException(
            "the system refuses to bind a thread to processor " + number);
      }
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("a native call threw an exception", e);
    }
  }
}
