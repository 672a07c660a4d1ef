/// The server's port: the listener, and the path of a request from it to its resource.
///
/// [dev.broadside.server.http.RequestDispatcher] takes each request through the same steps:
///
/// ```
/// Host -> route -> caller -> access -> same origin, CSRF -> body within its limit -> action -> reply
/// ```
///
/// Actions run on virtual threads and may block.
@NullMarked
package dev.broadside.server.http;

import org.jspecify.annotations.NullMarked;
