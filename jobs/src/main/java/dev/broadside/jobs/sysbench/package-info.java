/// The eleven OLTP jobs of sysbench 1.0.20, statement by statement.
///
/// [dev.broadside.jobs.sysbench.OltpJobs] declares what an event of each job is, and
/// [dev.broadside.jobs.sysbench.OltpThread] does it on the database;
/// [dev.broadside.jobs.sysbench.BulkInsert] alone is of another kind. docs/sysbench.md says what is
/// reproduced and what is not.
@NullMarked
package dev.broadside.jobs.sysbench;

import org.jspecify.annotations.NullMarked;
