/// Notices about jobs, studies and groups, by webhook and by mail, to channels that the server's
/// operator has named. The only package that calls other hosts, besides PostgreSQL.
@NullMarked
package dev.broadside.server.notify;

import org.jspecify.annotations.NullMarked;
