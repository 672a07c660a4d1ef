package dev.broadside.server.exchange;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.ParameterValues;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// A request that has passed the checks common to all routes.
///
/// @param caller who sends it
/// @param path parameters in the path
/// @param query parameters after it, as the route declares them
/// @param headers the few headers that actions look at, by lower-case name
/// @param body the body, if the route takes one in memory
/// @param file the body, if the route takes a file
public record Call(
    Caller caller,
    Client client,
    Map<String, String> path,
    ParameterValues query,
    Map<String, String> headers,
    byte[] body,
    Optional<Path> file) {

  /// The other end of the connection.
  ///
  /// @param sameHost whether its address is on this host
  /// @param encrypted whether it uses TLS
  public record Client(String address, boolean sameHost, boolean encrypted) {}

  /// A parameter of the path, which the route's path names.
  public String path(String name) {
    return Optional.ofNullable(path.get(name)).orElseThrow();
  }

  /// A parameter after the path, which the route declares.
  public <T> T query(Parameter<T> parameter) {
    return query.get(parameter);
  }

  public Optional<String> header(String lowerCaseName) {
    return Optional.ofNullable(headers.get(lowerCaseName));
  }
}
