package dev.broadside.server.security;

import java.net.InetAddress;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The names of this server. A request with another `Host` is refused, since a web page can make a
/// browser call any address under a name of its own (DNS rebinding).
///
/// @param names host names and addresses in lower case, IPv6 addresses without brackets; any port
///   is accepted, because a forwarded port is common and a port proves nothing
public record HostNames(Set<String> names) {
  private static final Pattern AUTHORITY =
      Pattern.compile("(?:\\[([0-9a-f:.]{2,45})]|([a-z0-9._-]{1,253}))(?::\\d{1,5})?");

  public HostNames {
    Set<String> lower = new TreeSet<>();
    names.forEach(name -> lower.add(plain(name.toLowerCase(Locale.ROOT))));
    names = Set.copyOf(lower);
  }

  /// Whether a `Host` header names this server.
  public boolean allows(String hostHeader) {
    Matcher matcher = AUTHORITY.matcher(hostHeader.toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      return false;
    }
    String name = matcher.group(1) != null ? matcher.group(1) : matcher.group(2);
    return names.contains(plain(name));
  }

  /// An IPv6 address has many spellings; this is the JDK's own.
  private static String plain(String name) {
    if (!name.contains(":")) {
      return name;
    }
    try {
      return InetAddress.ofLiteral(name).getHostAddress();
    } catch (IllegalArgumentException _) {
      return name;
    }
  }
}
