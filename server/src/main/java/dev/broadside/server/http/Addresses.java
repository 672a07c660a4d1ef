package dev.broadside.server.http;

import java.net.InetAddress;
import java.net.UnknownHostException;

/// Which addresses are this host's own loopback.
final class Addresses {
  private Addresses() {}

  /// Whether an address, given as digits and not as a name, is a loopback address.
  static boolean loopback(String address) {
    try {
      return InetAddress.ofLiteral(address).isLoopbackAddress();
    } catch (IllegalArgumentException _) {
      return false;
    }
  }

  /// The addresses that a name or a literal stands for.
  static InetAddress resolve(String host) throws UnknownHostException {
    return InetAddress.getByName(host);
  }
}
