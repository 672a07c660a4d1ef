/// One request and its reply: who calls, what was asked, the answer's shapes, and every failure as
/// a problem document (RFC 9457), made in [dev.broadside.server.exchange.Failures] alone. What the
/// resources are is in `server.api`.
@NullMarked
package dev.broadside.server.exchange;

import org.jspecify.annotations.NullMarked;
