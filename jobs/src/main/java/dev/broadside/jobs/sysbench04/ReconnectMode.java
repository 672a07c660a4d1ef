package dev.broadside.jobs.sysbench04;

import dev.broadside.jobs.sbtest.Operation;
import java.util.random.RandomGenerator;

/// When a thread gives its connection up for a new one.
enum ReconnectMode {
  /// Never.
  SESSION,
  /// After every query except BEGIN, COMMIT, delete and insert.
  QUERY,
  /// After every transaction that was committed.
  TRANSACTION,
  /// As one of the others, drawn anew for each transaction.
  RANDOM;

  /// Reconnects if a request is a single query: after each in mode `query`, after every second one
  /// by chance in mode `random`, and never else. The mode `transaction` asks for a COMMIT, which
  /// such a request has not.
  void afterSingleQuery(Request request, ThinkTime think, RandomGenerator random) {
    boolean reconnects =
        switch (this) {
          case SESSION, TRANSACTION -> false;
          case QUERY -> true;
          case RANDOM -> random.nextBoolean();
        };
    if (reconnects) {
      request.add(Operation.RECONNECT, 0, think.draw(random));
    }
  }
}
