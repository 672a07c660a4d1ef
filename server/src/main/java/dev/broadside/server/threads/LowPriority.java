package dev.broadside.server.threads;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;

/// Threads whose work can wait. Linux gives them a quarter of a processor that others want, too,
/// and all of it where nobody does: the report of a job that has ended is not to hold up the
/// records of those that go on.
final class LowPriority {
  /// Linux alone has it, and there alone `nice(2)` is about one thread.
  private static final Path THREAD = Path.of("/proc/thread-self");

  private static final int STEPS = 5;

  private LowPriority() {}

  /// Gives way to other threads from now on; no more than before where this is no Linux.
  // A server's JVM is started with leave to call the system.
  @SuppressWarnings("restricted")
  static void ofThisThread() {
    if (Files.exists(THREAD)) {
      Linker linker = Linker.nativeLinker();
      linker.defaultLookup().find("nice").ifPresent(function -> giveWay(linker, function));
    }
  }

  @SuppressWarnings("restricted")
  private static void giveWay(Linker linker, MemorySegment function) {
    MethodHandle nice = linker.downcallHandle(function, FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    try {
      // A system that refuses it leaves things as they were.
      int unused = (int) nice.invokeExact(STEPS);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("a call of the system threw what none can throw", e);
    }
  }
}
