package dev.broadside.server.threads;

import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Does what needs the store on a thread of its own, one after another, and says on the
/// coordinator's thread what became of it: a store that is slow, or hangs, does not hold up the
/// agents.
///
/// Safe for use by several threads.
public final class StoreThread {
  private final Executor store;
  private final Executor own;

  /// @param store runs one thing after another, and may be held up
  /// @param own the coordinator's thread
  public StoreThread(Executor store, Executor own) {
    this.store = store;
    this.own = own;
  }

  /// Does something after all that was given before.
  ///
  /// @param then is given what came of it, on the coordinator's thread
  /// @param failed is given why it could not be done, on the coordinator's thread
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

  /// Does something that has no result.
  public void keep(Runnable work, Runnable then, Consumer<RuntimeException> failed) {
    ask(
        () -> {
          work.run();
          return true;
        },
        _ -> then.run(),
        failed);
  }

  /// Does something, and tells nobody when it is done.
  public void execute(Runnable work) {
    store.execute(work);
  }
}
