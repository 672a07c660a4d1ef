/// The ledger: transactions that leave a trace each, so that what the engine counted can be held
/// against the database row by row, whatever failed meanwhile.
///
/// Read [dev.broadside.jobs.ledger.Move] for what a transaction does, and
/// [dev.broadside.jobs.ledger.Ledger] for what must hold afterwards.
@NullMarked
package dev.broadside.jobs.ledger;

import org.jspecify.annotations.NullMarked;
