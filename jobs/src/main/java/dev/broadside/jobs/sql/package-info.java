/// What every job class on a SQL database shares: target, sessions, trials, loading.
///
/// A job class asks [dev.broadside.jobs.sql.Target] for connections,
/// [dev.broadside.jobs.engine.Engines] for the dialect of the database that answered, and writes
/// its statements once, with the few words that differ taken from the
/// [dev.broadside.jobs.engine.Dialect]. No class here knows a workload.
@NullMarked
package dev.broadside.jobs.sql;

import org.jspecify.annotations.NullMarked;
