/// The eleven OLTP jobs of sysbench 1.0.20, statement by statement.
///
/// Each job class says one event in verbs ([dev.broadside.jobs.sysbench.OltpReadWrite] is the whole
/// set), [dev.broadside.jobs.sysbench.OltpClient] speaks the verbs to the database, and
/// [dev.broadside.jobs.sysbench.Operation] says which of sysbench's counters a statement belongs
/// to. docs/sysbench.md says what is reproduced and what is not.
@NullMarked
package dev.broadside.jobs.sysbench;

import org.jspecify.annotations.NullMarked;
