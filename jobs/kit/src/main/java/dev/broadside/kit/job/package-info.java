/// A job class that reads like its business.
///
/// An author extends [dev.broadside.kit.job.TransactionJob], says in a
/// [dev.broadside.kit.job.JobOutline] what the job is called, which tables it loads, what its
/// transactions are and what must hold afterwards, and writes each transaction as a
/// [dev.broadside.kit.job.Transaction] whose statements are its fields:
///
/// ```java
/// final class Move extends Transaction {
///   private final Read balance = read("read_balance", "select balance from {account} where id = ? for update");
///   private final Write debit = write("debit", "update {account} set balance = balance - ? where id = ?");
///   private final Rollback tooPoor = rollback("too_poor");
///
///   @Override
///   protected void run() throws SQLException {
///     long from = random().nextLong(1, 1_001);
///     long amount = random().nextLong(1, 100);
///     if (balance.set(from).whole() < amount) {
///       tooPoor.rollBack();
///       return;
///     }
///     debit.set(amount).set(from).one();
///   }
/// }
/// ```
///
/// Connections, preparing, timing, counting, commits, retries, lost connections and uncertain
/// outcomes are the kit's part. Between two statements nothing is allocated, boxed or looked up.
@NullMarked
package dev.broadside.kit.job;

import org.jspecify.annotations.NullMarked;
