package dev.broadside.server.targets;

import dev.broadside.core.address.Resolver;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Resolves names of hosts within a given time. Safe for use by several threads.
///
/// @param names may block
/// @param threads which it may block
/// @param patience for all names of one check together
public record NameLookup(Resolver names, Executor threads, Duration patience) {
  /// A resolver that does not answer holds a thread for half a minute.
  private static final int THREADS = 4;

  private static final int WAITING = 1_000;

  /// As this host resolves them.
  public static NameLookup ofThisHost() {
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(WAITING),
            Thread.ofPlatform().daemon().name("names-", 0).factory(),
            new ThreadPoolExecutor.DiscardPolicy());
    threads.allowCoreThreadTimeOut(true);
    return new NameLookup(Resolver.ofThisHost(), threads, Duration.ofSeconds(2));
  }

  /// A resolver for one check by one thread, which looks each name up once. Addresses of this host
  /// and of its agents all count as loopback, since it is the agents that connect.
  ///
  /// @param agents the agents' addresses
  Resolver check(Supplier<Set<String>> agents) {
    return new Resolver() {
      private final Map<String, Set<InetAddress>> known = new HashMap<>();
      private final CompletableFuture<Set<InetAddress>> over =
          new CompletableFuture<Set<InetAddress>>()
              .completeOnTimeout(Set.of(), patience.toMillis(), TimeUnit.MILLISECONDS);
      private Optional<Set<InetAddress>> own = Optional.empty();

      @Override
      public Set<InetAddress> addresses(String host) {
        return known.computeIfAbsent(host, this::soon);
      }

      private Set<InetAddress> soon(String host) {
        Set<InetAddress> loopback = own.orElseGet(() -> own(agents.get()));
        own = Optional.of(loopback);
        return CompletableFuture.supplyAsync(() -> names.addresses(host), threads)
            .applyToEither(over, found -> found)
            .join()
            .stream()
            .map(one -> loopback.contains(one) ? InetAddress.getLoopbackAddress() : one)
            .collect(Collectors.toSet());
      }
    };
  }

  private static Set<InetAddress> own(Set<String> agents) {
    // An agent that has not connected since the server's start has no known address.
    Set<InetAddress> own =
        agents.stream()
            .filter(address -> !address.isEmpty())
            .map(InetAddress::ofLiteral)
            .collect(Collectors.toCollection(HashSet::new));
    try {
      NetworkInterface.networkInterfaces()
          .flatMap(NetworkInterface::inetAddresses)
          .forEach(own::add);
    } catch (SocketException _) {
      // A host that lists no addresses still has its loopback address.
    }
    return own;
  }
}
