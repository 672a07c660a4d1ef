/// Pushes the intervals of running jobs to receivers that the server's operator has named. Beside
/// notices it is all that calls other hosts, and no job waits for it.
@NullMarked
package dev.broadside.server.push;

import org.jspecify.annotations.NullMarked;
