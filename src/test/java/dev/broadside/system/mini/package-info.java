/// A whole cluster in one JVM, on one thread and in manual time: the real server on its real store,
/// real agents with their real spools, links in memory.
///
/// Only what needs processes and threads of its own is played: the workers. Their counts are made
/// by the real recorder. Nothing sleeps and nothing is left to chance, so that an hour of trouble
/// takes a moment, and comes out the same each time.
@NullMarked
package dev.broadside.system.mini;

import org.jspecify.annotations.NullMarked;
