/// The agent's connection to the server: one outgoing WebSocket, in the clear only on this host,
/// otherwise over TLS 1.3 with the server's authority pinned; and how far the clocks at its ends
/// are apart.
///
/// [dev.broadside.client.link.Dialer] is what the agent needs of a network, and
/// [dev.broadside.client.link.WebSocketDialer] the one that is real.
@NullMarked
package dev.broadside.client.link;

import org.jspecify.annotations.NullMarked;
