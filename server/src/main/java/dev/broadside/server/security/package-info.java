/// Who may talk to the server, and how secrets are kept: private files, tokens, sessions, the
/// server's own certificate authority, and the rules that a browser's requests have to keep.
///
/// Nothing here knows HTTP or sockets, so that each rule is tested by itself.
@NullMarked
package dev.broadside.server.security;

import org.jspecify.annotations.NullMarked;
