package dev.broadside.server.exchange;

/// The authenticated sender of a request.
public sealed interface Caller {
  /// An anonymous caller.
  record Nobody() implements Caller {}

  /// A caller with the administrator's token, which lies in a file of the data folder.
  record TokenHolder() implements Caller {}

  /// A browser that has logged in.
  ///
  /// @param token the session's token, from the cookie
  /// @param csrf what it has to send with each request that changes something
  record Browser(String token, String csrf) implements Caller {}

  /// Whether this caller may use a route. Agents authenticate on their own route.
  default boolean may(Access access) {
    return switch (access) {
      case OPEN, AGENT -> true;
      case VIEWER, OPERATOR, AUTHOR, ADMIN -> proven();
    };
  }

  /// Whether the caller has authenticated.
  default boolean proven() {
    return !(this instanceof Nobody);
  }

  /// The name in logs and histories; empty for nobody.
  default String user() {
    return switch (this) {
      case Nobody _ -> "";
      case TokenHolder _, Browser _ -> "admin";
    };
  }
}
