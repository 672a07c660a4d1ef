/// The order-system workload: four selects, one insert, one delete, nine tenths reads and one tenth
/// writes. It is the model of a job class on the kit.
///
/// Read [dev.broadside.jobs.igenoltp.Igenoltp] for what it is, [dev.broadside.jobs.igenoltp.Look]
/// and [dev.broadside.jobs.igenoltp.Order] for what a transaction does, and
/// [dev.broadside.kit.own.OwnedRows] for how the number of orders stays what it was.
@NullMarked
package dev.broadside.jobs.igenoltp;

import org.jspecify.annotations.NullMarked;
