package dev.broadside.client.link;

import dev.broadside.core.wire.Link;
import dev.broadside.core.wire.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// A listener that keeps what it hears, for tests to wait for.
public final class Heard implements Link.Listener {
  private static final int PATIENCE_SECONDS = 120;

  private final BlockingQueue<Message> messages = new LinkedBlockingQueue<>();
  private final CompletableFuture<String> closed = new CompletableFuture<>();
  private final AtomicInteger timesClosed = new AtomicInteger();

  @Override
  public void received(Message message) {
    messages.add(message);
  }

  @Override
  public void closed(String reason) {
    timesClosed.incrementAndGet();
    closed.complete(reason);
  }

  /// The next message, waited for.
  public Message next() throws InterruptedException {
    Message message = messages.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (message == null) {
      throw new AssertionError("nothing was heard within " + PATIENCE_SECONDS + " s");
    }
    return message;
  }

  /// The next messages, waited for.
  public List<Message> next(int count) throws InterruptedException {
    List<Message> next = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      next.add(next());
    }
    return next;
  }

  /// Waits until the link is closed and returns why.
  public String awaitClosed() throws Exception {
    return closed.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  public int timesClosed() {
    return timesClosed.get();
  }
}
