package dev.broadside.server.threads;

import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Has a thread of its own do what needs the store, one after another, and says on the
/// coordinator's thread what became of it: a store that is slow, or hangs, holds up nobody who
/// talks to agents.
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

  /// Does something behind all that was given before.
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

  /// The same for work that gives nothing back.
  public void keep(Runnable work, Runnable then, Consumer<RuntimeException> failed) {
    ask(
        () -> {
          work.run();
          return true;
        },
        _ -> then.run(),
        failed);
  }

  /// Does something whose end nobody waits for.
  public void execute(Runnable work) {
    store.execute(work);
  }
}
