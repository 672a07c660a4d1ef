/// Authentication and secrets: private files, tokens, sessions, the server's own certificate
/// authority, and its host names.
///
/// Nothing here uses HTTP or sockets, so that each rule can be tested alone.
@NullMarked
package dev.broadside.server.security;

import org.jspecify.annotations.NullMarked;
