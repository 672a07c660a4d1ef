/// The two processes that live long: the server and the agent.
@NullMarked
package dev.broadside.cli.serve;

import org.jspecify.annotations.NullMarked;
