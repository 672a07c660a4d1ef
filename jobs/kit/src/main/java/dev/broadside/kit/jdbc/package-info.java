/// The database that a job loads: its parameters, connections and sessions, trials before a run,
/// and what a result says of it.
///
/// A job class asks [dev.broadside.kit.jdbc.Target] for connections,
/// [dev.broadside.kit.engine.Engines] for the dialect of the database that answered, and writes its
/// statements once, with the few words that differ taken from the
/// [dev.broadside.kit.engine.Dialect]. No class here knows a workload.
@NullMarked
package dev.broadside.kit.jdbc;

import org.jspecify.annotations.NullMarked;
