package dev.broadside.client.watch;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/// A process and all that it started.
public final class ProcessTree {
  private ProcessTree() {}

  /// Kills them.
  ///
  /// @return completed when they are gone, which a killed process soon is
  public static CompletableFuture<?> kill(ProcessHandle process) {
    List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process)).toList();
    all.forEach(ProcessHandle::destroyForcibly);
    return CompletableFuture.allOf(
        all.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new));
  }
}
