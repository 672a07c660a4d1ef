package dev.broadside.core.address;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Set;

/// Resolves names of hosts.
@FunctionalInterface
public interface Resolver {
  /// All addresses of a host.
  ///
  /// @param host a name or an address in any notation
  /// @return empty where nobody knows, or not in time
  Set<InetAddress> addresses(String host);

  /// As this host resolves them; blocks for as long as its resolver does.
  static Resolver ofThisHost() {
    return host -> {
      try {
        return Set.of(InetAddress.getAllByName(host));
      } catch (UnknownHostException _) {
        return Set.of();
      }
    };
  }
}
