/// An agent as the server sees it: its connection, its orders and its reports. Has no logic of
/// jobs; `server.jobs` decides on the orders.
@NullMarked
package dev.broadside.server.agents;

import org.jspecify.annotations.NullMarked;
