package dev.broadside.cli.db;

import java.net.InetSocketAddress;

/// Where a local database listens.
///
/// @param host an address of this machine, in numbers
record Endpoint(String host, int port) {
  static final String LOOPBACK = "127.0.0.1";

  InetSocketAddress socketAddress() {
    return new InetSocketAddress(host, port);
  }

  @Override
  public String toString() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
