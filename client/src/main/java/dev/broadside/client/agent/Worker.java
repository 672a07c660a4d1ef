package dev.broadside.client.agent;

import dev.broadside.client.worker.WorkerProcess;
import dev.broadside.core.wire.Link;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/// A forked worker, as its supervisor needs it. [Forker#PROCESSES] makes real ones.
interface Worker {
  Link link();

  long pid();

  String lastWords();

  /// Completes with the exit status.
  CompletableFuture<Integer> end();

  void kill();

  /// Makes workers.
  interface Forker {
    /// Makes processes.
    Forker PROCESSES =
        (name, launch, listener, line) ->
            new Process(WorkerProcess.start(name, launch, listener, line));

    /// See [WorkerProcess#start].
    Worker fork(
        String name,
        WorkerProcess.Launch launch,
        Function<Link, Link.Listener> listener,
        Consumer<String> line)
        throws IOException;
  }

  /// A worker that is a process.
  record Process(WorkerProcess process) implements Worker {
    @Override
    public Link link() {
      return process.link();
    }

    @Override
    public long pid() {
      return process.pid();
    }

    @Override
    public String lastWords() {
      return process.lastWords();
    }

    @Override
    public CompletableFuture<Integer> end() {
      return process.end();
    }

    @Override
    public void kill() {
      process.kill();
    }
  }
}
