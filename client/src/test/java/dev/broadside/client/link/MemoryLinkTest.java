package dev.broadside.client.link;

import dev.broadside.core.wire.Link;
import dev.broadside.core.wire.MemoryLink;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;

class MemoryLinkTest extends LinkContract {
  private final ExecutorService deliveries =
      Executors.newSingleThreadExecutor(Thread.ofVirtual().name("memory-link").factory());

  @Override
  Ends connect(Function<Link, Link.Listener> left, Function<Link, Link.Listener> right) {
    MemoryLink.Ends ends = MemoryLink.connect(deliveries, left, right);
    return new Ends(ends.left(), ends.right());
  }

  @AfterEach
  void stopDeliveries() {
    deliveries.close();
  }
}
