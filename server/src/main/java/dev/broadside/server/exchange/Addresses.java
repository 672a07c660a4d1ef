package dev.broadside.server.exchange;

import dev.broadside.core.input.JsonFields;
import dev.broadside.core.param.Problem;
import dev.broadside.server.security.SetupException;
import java.io.UncheckedIOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// The addresses on which a server listens, and its names.
public final class Addresses {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,253}");

  private Addresses() {}

  /// Whether an address, given as digits and not as a name, is a loopback address.
  public static boolean loopback(String address) {
    try {
      return InetAddress.ofLiteral(address).isLoopbackAddress();
    } catch (IllegalArgumentException _) {
      return false;
    }
  }

  /// The addresses that names and literals stand for.
  public static List<InetAddress> resolve(List<String> hosts) throws SetupException {
    List<InetAddress> addresses = new ArrayList<>();
    for (String host : hosts) {
      try {
        addresses.add(InetAddress.getByName(host));
      } catch (UnknownHostException e) {
        throw new SetupException(
            Problem.wrong(
                "address " + host,
                "nobody knows a host of that name",
                "give an address of this host with --listen, and a port with --port"),
            e);
      }
    }
    return addresses;
  }

  /// Refuses names that no client could use.
  ///
  /// @param names as the user wrote them
  public static void checkNames(List<String> names) throws SetupException {
    for (String name : names) {
      if (isName(name) && !NAME.matcher(name).matches()) {
        throw new SetupException(
            Problem.wrong(
                "--name " + JsonFields.shown(name),
                "it is neither the name nor the address of a host",
                "give one such as load.example.com, without scheme and port"));
      }
    }
  }

  /// All names and addresses of a server that listens on some addresses. Given names come first: a
  /// server that listens on all addresses shows the first to others.
  ///
  /// @param hosts as the user wrote them
  /// @param addresses the resolved ones
  /// @param more further names, such as an alias in the DNS
  public static Set<String> names(
      List<String> hosts, List<InetAddress> addresses, List<String> more) {
    Set<String> names = new LinkedHashSet<>(more);
    for (InetAddress address : addresses) {
      if (address.isAnyLocalAddress()) {
        names.addAll(ownAddresses());
        names.add("localhost");
      } else {
        names.add(plain(address));
      }
      if (address.isLoopbackAddress()) {
        names.add("localhost");
      }
    }
    hosts.stream().filter(Addresses::isName).forEach(names::add);
    if (addresses.stream().anyMatch(address -> !address.isLoopbackAddress())) {
      ownName(names);
    }
    return names;
  }

  private static boolean isName(String host) {
    try {
      InetAddress.ofLiteral(host);
      return false;
    } catch (IllegalArgumentException _) {
      return true;
    }
  }

  private static void ownName(Set<String> names) {
    try {
      names.add(InetAddress.getLocalHost().getHostName());
    } catch (UnknownHostException _) {
      // A host without a name is called by its address, which is among them already.
    }
  }

  private static List<String> ownAddresses() {
    try {
      return NetworkInterface.networkInterfaces()
          .flatMap(NetworkInterface::inetAddresses)
          .filter(address -> !address.isLinkLocalAddress() || address.isLoopbackAddress())
          // Where no name was given, the first is the one that is shown to others.
          .sorted(
              Comparator.comparing(InetAddress::isLoopbackAddress)
                  .thenComparing(address -> !(address instanceof Inet4Address)))
          .map(Addresses::plain)
          .toList();
    } catch (SocketException e) {
      throw new UncheckedIOException("the host's own addresses cannot be listed", e);
    }
  }

  /// The address in digits, without the interface's name.
  public static String plain(InetAddress address) {
    return address.getHostAddress().replaceFirst("%.*", "");
  }

  /// The address as it stands in a URL.
  public static String inUrl(String host) {
    return host.contains(":") ? "[" + host + "]" : host;
  }
}
