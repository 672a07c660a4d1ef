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
  /// @return empty if the host is unknown or the answer does not come in time
  Set<InetAddress> addresses(String host);

  /// The resolver of this host; calls block for as long as it takes.
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
