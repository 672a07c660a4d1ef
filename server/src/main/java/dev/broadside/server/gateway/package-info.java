/// Where agents come in: WebSocket connections on the HTTP port, made into links that the
/// coordinator talks over.
///
/// An agent has to prove itself before the connection is upgraded, and to introduce itself within
/// seconds after; until then it may send next to nothing.
@NullMarked
package dev.broadside.server.gateway;

import org.jspecify.annotations.NullMarked;
