/// The commands of a server's agents: list, invite, rename, drain, remove and revoke.
@NullMarked
package dev.broadside.cli.agents;

import org.jspecify.annotations.NullMarked;
