/// The HTTP API, its live streams and the static page.
///
/// [dev.broadside.server.http.HttpApi] is the table of routes, and the only way in: a route says
/// who may use it, what body it takes and what it does.
/// [dev.broadside.server.http.RequestDispatcher] leads each request through the same steps:
///
/// ```
/// Host -> route -> who calls -> may he -> same origin, CSRF -> body within its limit -> action -> reply
/// ```
///
/// Actions run on virtual threads and may block. Whatever goes wrong on the way becomes a problem
/// document (RFC 9457) in one place, [dev.broadside.server.http.Failures].
@NullMarked
package dev.broadside.server.http;

import org.jspecify.annotations.NullMarked;
