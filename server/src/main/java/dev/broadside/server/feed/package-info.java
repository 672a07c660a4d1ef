/// What viewers see of jobs and agents, the stream that brings it to them, and the lines of the log
/// about jobs. Only values and their distribution; `server.jobs` makes them.
@NullMarked
package dev.broadside.server.feed;

import org.jspecify.annotations.NullMarked;
