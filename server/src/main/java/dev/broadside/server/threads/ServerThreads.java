package dev.broadside.server.threads;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// The executors of the server, without those of its HTTP side.
///
/// @param coordinator one thread, the only one that changes jobs and agents
/// @param store one thread, which writes what the coordinator decides, and may be held up by the
///   store
/// @param collector one thread, which takes records in
/// @param reports one thread, which builds final documents, and gives way to the others
/// @param upkeep one thread, which rolls up old intervals and deletes old jobs, and gives way, too
/// @param readers any number, each of which reads back a run that goes on, and gives way, too
/// @param bulk any number, for what may block: packs and slow viewers
public record ServerThreads(
    Executor coordinator,
    Executor store,
    Executor collector,
    Executor reports,
    Executor upkeep,
    Executor readers,
    Executor bulk)
    implements AutoCloseable {

  private static final Duration LAST_WORK = Duration.ofSeconds(5);

  /// Threads whose work can wait. Linux gives them a quarter of a processor that others want, and
  /// all of one that is free: the report of a job that has ended must not hold up the records of
  /// those that go on.
  private static final class LowPriority {
    /// Only Linux has it, and only there `nice(2)` concerns one thread.
    private static final Path THREAD = Path.of("/proc/thread-self");

    private static final int STEPS = 5;

    private LowPriority() {}

    /// Gives way to other threads from now on; only on Linux.
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
      MethodHandle nice =
          linker.downcallHandle(function, FunctionDescriptor.of(JAVA_INT, JAVA_INT));
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

  /// Real threads, each named by its role. What is given to them after they were closed is dropped.
  public static ServerThreads start() {
    return new ServerThreads(
        one(named("coordinator")),
        one(named("store")),
        one(named("collector")),
        one(givingWay("reports")),
        one(givingWay("upkeep")),
        task -> givingWay("reader").newThread(task).start(),
        task -> Thread.ofVirtual().name("bulk").start(task));
  }

  private static ThreadFactory named(String name) {
    return Thread.ofPlatform().name(name).factory();
  }

  static ThreadFactory givingWay(String name) {
    // A server that ends does not wait for what can wait.
    ThreadFactory threads = Thread.ofPlatform().name(name).daemon().factory();
    return work ->
        threads.newThread(() -> {
          LowPriority.ofThisThread();
          work.run();
        });
  }

  private static ExecutorService one(ThreadFactory threads) {
    return new ThreadPoolExecutor(
        1,
        1,
        0,
        TimeUnit.SECONDS,
        new LinkedBlockingQueue<>(),
        threads,
        new ThreadPoolExecutor.DiscardPolicy());
  }

  /// Takes nothing more, and waits a moment for what was given to end.
  @Override
  public void close() {
    for (Executor executor : List.of(coordinator, store, collector, reports, upkeep)) {
      if (executor instanceof ExecutorService service) {
        end(service);
      }
    }
  }

  private static void end(ExecutorService service) {
    service.shutdown();
    try {
      if (!service.awaitTermination(LAST_WORK.toSeconds(), TimeUnit.SECONDS)) {
        service.shutdownNow();
      }
    } catch (InterruptedException e) {
      service.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
