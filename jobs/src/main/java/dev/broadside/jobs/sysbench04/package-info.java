/// The OLTP test of sysbench 0.4.12, the one in the MySQL 5.4 articles: one table of identical
/// rows, and a transaction of 14 reads and 4 writes.
///
/// Read [dev.broadside.jobs.sysbench04.ComplexRequests] for what a transaction does,
/// [dev.broadside.jobs.sysbench04.RequestThread] for how it is executed and replayed, and
/// docs/sysbench.md for what differs from the tool.
@NullMarked
package dev.broadside.jobs.sysbench04;

import org.jspecify.annotations.NullMarked;
