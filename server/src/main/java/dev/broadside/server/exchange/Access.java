package dev.broadside.server.exchange;

/// What a route needs of its caller. The column of the table of routes that says so has no default:
/// a new route has to decide.
///
/// Whoever has logged in is an administrator today; the roles below that are named already, so that
/// giving them to people later changes no route.
public enum Access {
  /// Anybody who reaches the port.
  OPEN,
  /// Whoever may look.
  VIEWER,
  /// Whoever may start and stop jobs.
  OPERATOR,
  /// Whoever may bring in code.
  AUTHOR,
  /// Whoever may let agents in.
  ADMIN,
  /// An agent with its credential, over TLS, and nobody else.
  AGENT
}
