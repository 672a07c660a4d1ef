/// The order entry of a wholesaler, TPC-C 5.11: five transactions on nine tables. Clause numbers
/// are those of the TPC Benchmark C Standard Specification, revision 5.11.
///
/// Read [dev.broadside.jobs.tpcc.NewOrder] first, then the other four transactions;
/// [dev.broadside.jobs.tpcc.Population] for the rows, and [dev.broadside.jobs.tpcc.Consistency] for
/// what must hold among them at any time.
@NullMarked
package dev.broadside.jobs.tpcc;

import org.jspecify.annotations.NullMarked;
