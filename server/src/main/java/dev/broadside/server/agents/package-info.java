/// An agent as the server sees it: its connection, what is wanted of it and what it has said. Knows
/// no job; `server.jobs` decides what each agent hears.
@NullMarked
package dev.broadside.server.agents;

import org.jspecify.annotations.NullMarked;
