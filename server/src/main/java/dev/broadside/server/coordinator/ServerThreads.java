package dev.broadside.server.coordinator;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// Who does what: the executors of the server's inner half.
///
/// @param coordinator one thread, the only one that changes jobs and agents
/// @param collector one thread, which takes records in
/// @param reports one thread, which builds final documents
/// @param bulk any number, for what may block: packs and slow viewers
public record ServerThreads(
    Executor coordinator, Executor collector, Executor reports, Executor bulk)
    implements AutoCloseable {

  /// Real threads, each named by its role.
  public static ServerThreads start() {
    return new ServerThreads(
        one("coordinator"),
        one("collector"),
        one("reports"),
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("bulk-", 0).factory()));
  }

  /// One executor for everything: in tests, where everything happens in order.
  public static ServerThreads all(Executor executor) {
    return new ServerThreads(executor, executor, executor, executor);
  }

  private static ExecutorService one(String name) {
    return Executors.newSingleThreadExecutor(Thread.ofPlatform().name(name).factory());
  }

  /// Lets what has begun end, and takes nothing more.
  @Override
  public void close() {
    for (Executor executor : new Executor[] {bulk, coordinator, collector, reports}) {
      if (executor instanceof ExecutorService service) {
        service.shutdownNow();
      }
    }
  }
}
