/// Interval records on the agent's disk, from the moment a worker sealed them until the server has
/// stored them.
///
/// [dev.broadside.client.spool.Spool] keeps one worker's records; [dev.broadside.client.spool.Disk]
/// is all that it needs of a file system, so that a test may lose power at any write.
@NullMarked
package dev.broadside.client.spool;

import org.jspecify.annotations.NullMarked;
