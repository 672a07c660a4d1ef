/// An agent as the server sees it: its connection, what is wanted of it and what it has said. Knows
/// no job; who is told what is decided in `server.jobs`.
@NullMarked
package dev.broadside.server.agents;

import org.jspecify.annotations.NullMarked;
