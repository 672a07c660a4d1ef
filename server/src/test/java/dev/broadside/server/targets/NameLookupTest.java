package dev.broadside.server.targets;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.core.address.Resolver;
import dev.broadside.core.address.TargetAddress;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/// Names of hosts, for those who cannot wait.
class NameLookupTest {
  @Test
  void aResolverThatHangsKeepsNobodyWaiting() {
    CountDownLatch over = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newFixedThreadPool(1)) {
      Resolver hangs =
          _ -> {
            try {
              over.await();
            } catch (InterruptedException _) {
              Thread.currentThread().interrupt();
            }
            return Set.of();
          };
      Resolver names = new NameLookup(hangs, threads, Duration.ofMillis(50)).check(Set::of);
      for (int i = 0; i < 1_000; i++) {
        assertEquals(Set.of(), names.addresses("db" + i + ".example"));
      }
      over.countDown();
    }
  }

  /// A job says localhost, and means the host of the agent that runs it.
  @Test
  void theAddressOfAnAgentIsThatOfItsOwnHost() {
    Resolver names =
        new NameLookup(
                host -> Set.of(InetAddress.ofLiteral(host)), Runnable::run, Duration.ofMinutes(1))
            .check(() -> Set.of("192.0.2.7", ""));
    TargetAddress target = TargetAddress.of("jdbc:mysql://192.0.2.7/orders", "");
    TargetAddress other = TargetAddress.of("jdbc:mysql://192.0.2.8/orders", "");
    TargetAddress local = TargetAddress.of("jdbc:mysql://localhost/orders", "");
    assertEquals(true, local.mayBe(target, names));
    assertEquals(false, local.mayBe(other, names));
  }
}
