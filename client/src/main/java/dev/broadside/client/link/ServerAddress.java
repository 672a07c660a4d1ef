package dev.broadside.client.link;

import dev.broadside.core.param.Parsed;
import dev.broadside.core.param.Problem;
import java.net.URI;
import java.util.Locale;

/// Where a server is: `https://HOST:PORT`.
///
/// @param host name or address, without brackets
/// @param port from 1 to 65535
public record ServerAddress(String host, int port) {
  private static final int HTTPS = 443;
  private static final String EXAMPLE = "write it like https://host:8080";

  /// Reads an address as a user writes it.
  public static Parsed<ServerAddress> parse(String text) {
    URI uri;
    try {
      uri = URI.create(text.strip());
    } catch (IllegalArgumentException _) {
      return wrong("it is no URL", EXAMPLE);
    }
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    if (scheme.equals("http")) {
      return wrong(
          "agents and commands speak with a server over TLS, and plain http is for browsers on its"
              + " host",
          "write https instead of http");
    }
    if (uri.getHost() == null || !scheme.equals("https")) {
      return wrong("it is no https URL with a host", EXAMPLE);
    }
    if (uri.getUserInfo() != null || !(uri.getPath().isEmpty() || uri.getPath().equals("/"))) {
      return wrong("it holds more than scheme, host and port", EXAMPLE);
    }
    String host = uri.getHost().replaceAll("[\\[\\]]", "");
    int port = uri.getPort() == -1 ? HTTPS : uri.getPort();
    return new Parsed.Value<>(new ServerAddress(host, port));
  }

  private static Parsed<ServerAddress> wrong(String what, String mend) {
    return new Parsed.Wrong<>(Problem.wrong("server address", what, mend));
  }

  /// @param path begins with a slash
  private URI url(String scheme, String path) {
    String shownHost = host.contains(":") ? "[" + host + "]" : host;
    return URI.create(scheme + "://" + shownHost + ":" + port + path);
  }

  /// The URL of a path for HTTP.
  public URI http(String path) {
    return url("https", path);
  }

  /// The URL of a path for WebSockets.
  public URI webSocket(String path) {
    return url("wss", path);
  }

  @Override
  public String toString() {
    return http("").toString();
  }
}
