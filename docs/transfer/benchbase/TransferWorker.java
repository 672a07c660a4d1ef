package com.oltpbenchmark.benchmarks.transfer;

import com.oltpbenchmark.api.Procedure.UserAbortException;
import com.oltpbenchmark.api.TransactionType;
import com.oltpbenchmark.api.Worker;
import com.oltpbenchmark.benchmarks.transfer.procedures.Move;
import com.oltpbenchmark.types.TransactionStatus;
import java.sql.Connection;
import java.sql.SQLException;

/// Commits, rolls back, repeats deadlocks (the dialect's retryable SQLSTATEs) and reconnects in the
/// base class.
final class TransferWorker extends Worker<TransferBenchmark> {
  private long moved;

  TransferWorker(TransferBenchmark benchmark, int id) {
    super(benchmark, id);
  }

  @Override
  protected TransactionStatus executeWork(Connection connection, TransactionType type)
      throws UserAbortException, SQLException {
    Move move = getProcedure(Move.class);
    moved += move.run(connection, rng(), getBenchmark().accounts);
    return TransactionStatus.SUCCESS;
  }

  /// There is no figure of one's own in the results: each worker logs its share. Nor is there a
  /// hook for a check after the run; see verify.sql.
  @Override
  public void tearDown() {
    System.out.printf("worker %d: money moved %d EUR%n", getId(), moved);
    super.tearDown();
  }
}
