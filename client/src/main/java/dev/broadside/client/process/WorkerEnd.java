package dev.broadside.client.process;

import dev.broadside.core.time.Time;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;

/// The end of a worker: when both its process and its output have ended, so that everything it said
/// has been heard. Safe for use by several threads.
public final class WorkerEnd {
  /// A grandchild may hold the output open after the worker's death.
  private static final Duration OUTPUT_PATIENCE = Duration.ofSeconds(2);

  private final Time time;
  private final CompletableFuture<Boolean> outputEnded = new CompletableFuture<>();

  public WorkerEnd(Time time) {
    this.time = time;
  }

  /// Everything the worker said has been heard.
  public void outputEnded() {
    outputEnded.complete(true);
  }

  /// Begins to wait for the end.
  ///
  /// @param exit completes with the exit status of the process
  /// @param then is told the status, once, on any thread
  public void await(CompletableFuture<Integer> exit, IntConsumer then) {
    var _ = exit.thenRun(() -> time.runIn(OUTPUT_PATIENCE, () -> outputEnded.complete(false)));
    var _ = exit.thenAcceptBoth(outputEnded, (status, _) -> then.accept(status));
  }
}
