/// Who may come in: credentials, sessions and limits of requests, for people and for agents.
@NullMarked
package dev.broadside.server.door;

import org.jspecify.annotations.NullMarked;
