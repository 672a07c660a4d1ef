package dev.broadside.client.link;

import dev.broadside.core.param.Parsed;
import dev.broadside.core.param.Problem;
import java.net.InetAddress;
import java.net.URI;
import java.util.Locale;

/// Where a server is: `http://127.0.0.1:8080` on this host, `https://HOST:PORT` anywhere.
///
/// @param host name or address, without brackets
/// @param port from 1 to 65535
/// @param tls whether the connection is encrypted and the server has to prove who it is
public record ServerAddress(String host, int port, boolean tls) {
  private static final int HTTPS = 443;
  private static final int HTTP = 80;
  private static final String EXAMPLE = "write it like https://host:8443";

  /// Reads an address as a user writes it.
  public static Parsed<ServerAddress> parse(String text) {
    URI uri;
    try {
      uri = URI.create(text.strip());
    } catch (IllegalArgumentException _) {
      return wrong("it is no URL", EXAMPLE);
    }
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    if (uri.getHost() == null || !(scheme.equals("http") || scheme.equals("https"))) {
      return wrong("it is no http or https URL with a host", EXAMPLE);
    }
    if (uri.getUserInfo() != null || !(uri.getPath().isEmpty() || uri.getPath().equals("/"))) {
      return wrong("it holds more than scheme, host and port", EXAMPLE);
    }
    boolean tls = scheme.equals("https");
    String host = uri.getHost().replaceAll("[\\[\\]]", "");
    if (!tls && !isLoopback(host)) {
      return wrong(
          "over plain http only a server on this host may be spoken to", "use https and --ca");
    }
    int port = uri.getPort() == -1 ? (tls ? HTTPS : HTTP) : uri.getPort();
    return new Parsed.Value<>(new ServerAddress(host, port, tls));
  }

  private static Parsed<ServerAddress> wrong(String what, String mend) {
    return new Parsed.Wrong<>(Problem.wrong("server address", what, mend));
  }

  /// Only literal addresses count: what a name stands for may be changed by others.
  private static boolean isLoopback(String host) {
    if (host.equalsIgnoreCase("localhost")) {
      return true;
    }
    try {
      return InetAddress.ofLiteral(host).isLoopbackAddress();
    } catch (IllegalArgumentException _) {
      return false;
    }
  }

  /// A URL of this server.
  ///
  /// @param scheme for encrypted and for plain connections, such as `wss` and `ws`
  /// @param path begins with a slash
  private URI url(String encrypted, String plain, String path) {
    String shownHost = host.contains(":") ? "[" + host + "]" : host;
    return URI.create((tls ? encrypted : plain) + "://" + shownHost + ":" + port + path);
  }

  /// The URL of a path for HTTP.
  public URI http(String path) {
    return url("https", "http", path);
  }

  /// The URL of a path for WebSockets.
  public URI webSocket(String path) {
    return url("wss", "ws", path);
  }

  @Override
  public String toString() {
    return http("").toString();
  }
}
