/// The server's port: the listener, and the way of a request from it to its resource.
///
/// [dev.broadside.server.http.RequestDispatcher] leads each request through the same steps:
///
/// ```
/// Host -> route -> who calls -> may he -> same origin, CSRF -> body within its limit -> action -> reply
/// ```
///
/// Actions run on virtual threads and may block.
@NullMarked
package dev.broadside.server.http;

import org.jspecify.annotations.NullMarked;
