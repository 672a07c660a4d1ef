package dev.broadside.server.exchange;

/// The role that a route requires of its caller. There is no default: each new route has to decide.
///
/// Today everybody who has logged in is an administrator. The lower roles are declared already, so
/// that they can be given to people later without a change to any route.
public enum Access {
  /// Anybody who reaches the port.
  OPEN,
  /// May read everything.
  VIEWER,
  /// May start and stop jobs.
  OPERATOR,
  /// May install code.
  AUTHOR,
  /// May admit agents.
  ADMIN,
  /// An agent with its credential, over TLS, and nobody else.
  AGENT
}
