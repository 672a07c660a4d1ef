/// Notices of what became of jobs, studies and groups: by webhook and by mail, to channels that the
/// server's operator has named. The only room from which the server calls somebody.
@NullMarked
package dev.broadside.server.notify;

import org.jspecify.annotations.NullMarked;
