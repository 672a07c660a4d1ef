package dev.broadside.server.threads;

import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Runs tasks that need the store on a thread of its own, one after another, and reports on the
/// coordinator's thread how each ended: a store that is slow, or hangs, does not hold up the
/// agents.
///
/// Safe for use by several threads.
///
/// @param store runs one thing after another, and may be held up
/// @param own the coordinator's thread
public record StoreThread(Executor store, Executor own) {
  /// Runs a task after all earlier ones.
  ///
  /// @param then gets the result, on the coordinator's thread
  /// @param failed gets the cause of a failure, on the coordinator's thread
  public <T> void ask(Supplier<T> work, Consumer<T> then, Consumer<RuntimeException> failed) {
    store.execute(() -> {
      T done;
      try {
        done = work.get();
      } catch (RuntimeException e) {
        own.execute(() -> failed.accept(e));
        return;
      }
      own.execute(() -> then.accept(done));
    });
  }

  /// Runs a task that has no result.
  public void keep(Runnable work, Runnable then, Consumer<RuntimeException> failed) {
    ask(
        () -> {
          work.run();
          return true;
        },
        _ -> then.run(),
        failed);
  }

  /// Runs a task, and tells nobody when it is done.
  public void execute(Runnable work) {
    store.execute(work);
  }
}
