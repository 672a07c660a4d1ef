package dev.broadside.client.process;

import dev.broadside.client.engine.LoadObserver;
import dev.broadside.client.engine.WorkerArguments;
import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Link;
import dev.broadside.core.wire.Message;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/// A worker that is a part of this JVM, so that a debugger that is attached here stops in job code,
/// and a [LoadObserver] sees it. Job code is not isolated from the agent: if it ends the JVM or
/// fills its heap, it does that to the agent's JVM.
public final class InProcessWorker implements Worker.Within {
  private static final int KILLED = 137;

  private final Listener agent;
  private final ShareWorker share;
  private final Thread thread;
  private final CompletableFuture<Integer> end = new CompletableFuture<>();
  private boolean ended;

  /// Makes workers of this kind.
  public static Forker forker(LoadObserver observer, Time time) {
    return (name, launch, listener, _) -> {
      InProcessWorker worker =
          new InProcessWorker(name, launch.arguments(), listener, observer, time);
      worker.thread.start();
      return worker;
    };
  }

  private InProcessWorker(
      String name,
      WorkerArguments paths,
      Function<Link, Listener> listener,
      LoadObserver observer,
      Time time) {
    this.agent = listener.apply(this);
    this.share = new ShareWorker(paths, observer, time, new Answers());
    this.thread = Thread.ofPlatform().daemon().name(name).unstarted(this::serve);
  }

  private void serve() {
    try {
      TimerSlack.least();
      var _ = share.run();
      ended(0);
    } catch (InterruptedException _) {
      ended(KILLED);
    }
  }

  private synchronized void ended(int status) {
    if (!ended) {
      ended = true;
      agent.closed(WorkerFrames.PEER_CLOSED);
      end.complete(status);
    }
  }

  /// Takes an order of the agent.
  @Override
  public void send(Message message) {
    share.received(message);
  }

  @Override
  public void close() {
    share.closed("the agent's end was closed");
  }

  @Override
  public CompletableFuture<Integer> end() {
    return end.copy();
  }

  /// Counts the worker as ended. Job code that does not return goes on until the JVM ends.
  @Override
  public void kill() {
    share.closed("killed");
    ended(KILLED);
  }

  /// Takes the worker's messages.
  private final class Answers implements Link {
    @Override
    public void send(Message message) {
      synchronized (InProcessWorker.this) {
        if (!ended) {
          agent.received(message);
        }
      }
    }

    @Override
    public long pendingBytes() {
      return 0;
    }

    @Override
    public void close() {
      // The agent learns of the end by [Worker#end()].
    }
  }
}
