/// The order-system workload: four selects, one insert, one delete, nine tenths reads and one tenth
/// writes.
///
/// Read [dev.broadside.jobs.igenoltp.OrderTransaction] for what a transaction does,
/// [dev.broadside.jobs.igenoltp.OrderThread] for its statements, and
/// [dev.broadside.jobs.igenoltp.OrderBook] for how the number of orders stays what it was.
@NullMarked
package dev.broadside.jobs.igenoltp;

import org.jspecify.annotations.NullMarked;
