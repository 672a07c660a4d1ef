package dev.broadside.server.exchange;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.ParameterValues;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// A request, after everything that is checked for all routes alike was checked.
///
/// @param caller who sends it
/// @param address the address it comes from
/// @param sameHost whether that is on this host
/// @param encrypted whether it comes over TLS
/// @param path parameters in the path
/// @param query parameters after it, as the route declares them
/// @param headers the few headers that actions look at, by lower-case name
/// @param body the body, where the route takes one in memory
/// @param file the body, where the route takes a file
public record Call(
    Caller caller,
    String address,
    boolean sameHost,
    boolean encrypted,
    Map<String, String> path,
    ParameterValues query,
    Map<String, String> headers,
    byte[] body,
    Optional<Path> file) {

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
