/// Access to the server: credentials, sessions and limits of requests, for users and agents.
@NullMarked
package dev.broadside.server.door;

import org.jspecify.annotations.NullMarked;
