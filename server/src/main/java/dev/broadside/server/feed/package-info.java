/// What those who look on are shown of jobs and agents, and the stream that brings it to them; what
/// the log tells of jobs. Only values and their distribution; they are made in `server.jobs`.
@NullMarked
package dev.broadside.server.feed;

import org.jspecify.annotations.NullMarked;
