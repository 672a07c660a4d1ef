package dev.broadside.client.process;

import dev.broadside.core.wire.Link;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/// A forked worker, as its agent uses it. [Forker#PROCESSES] makes real ones, simulations make
/// others. No method waits, and each may be called by any thread.
public interface Worker {
  /// The agent's end of the link to the worker.
  Link link();

  /// The number of its process, by which a later agent ends a worker that outlived this one.
  long pid();

  /// The end of what it wrote so far, for people.
  String lastWords();

  /// Completes with the exit status.
  CompletableFuture<Integer> end();

  /// Whether the system killed it because memory was short, if the system reports that. Known when
  /// it has ended.
  default boolean killedForMemory() {
    return false;
  }

  /// Ends it at once; what it has not sent is lost.
  void kill();

  /// Makes workers.
  interface Forker {
    /// Makes processes.
    Forker PROCESSES = WorkerProcess::start;

    /// Starts a worker, which waits for its first order.
    ///
    /// @param name what the threads that serve it are called
    /// @param listener takes the link and gives the listener for the worker's messages
    /// @param line takes each line that the worker writes for people
    /// @throws IOException if none can be started
    Worker fork(
        String name,
        WorkerProcess.Launch launch,
        Function<Link, Link.Listener> listener,
        Consumer<String> line)
        throws IOException;
  }

  /// A worker that is a thread of the agent's own process. It is itself its end of the link, and
  /// writes no lines for people.
  interface Within extends Worker, Link {
    @Override
    default Link link() {
      return this;
    }

    /// The agent's own process.
    @Override
    default long pid() {
      return ProcessHandle.current().pid();
    }

    @Override
    default String lastWords() {
      return "";
    }

    @Override
    default long pendingBytes() {
      return 0;
    }
  }
}
