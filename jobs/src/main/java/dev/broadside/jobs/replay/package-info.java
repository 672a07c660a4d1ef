/// Plays what a database was asked once: see [dev.broadside.jobs.replay.Replay].
@NullMarked
package dev.broadside.jobs.replay;

import org.jspecify.annotations.NullMarked;
