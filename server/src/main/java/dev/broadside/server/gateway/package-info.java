/// Connections of agents: WebSockets on the HTTP port, turned into links for the coordinator.
///
/// An agent has to authenticate before the connection is upgraded, and to introduce itself within
/// seconds after that; until then it may send almost nothing.
@NullMarked
package dev.broadside.server.gateway;

import org.jspecify.annotations.NullMarked;
