/// An agent's shares of jobs: what it is to do, the worker that does it, and the way of its records
/// to the server. All of it belongs to the agent's one thread. How the server is reached is not
/// here, but in `client.agent`.
@NullMarked
package dev.broadside.client.share;

import org.jspecify.annotations.NullMarked;
