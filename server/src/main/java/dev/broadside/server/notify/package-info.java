/// Notices about jobs, studies and groups, by webhook and by mail, to channels that the server's
/// operator has named. Beside the push of metrics it is all that calls other hosts.
@NullMarked
package dev.broadside.server.notify;

import org.jspecify.annotations.NullMarked;
