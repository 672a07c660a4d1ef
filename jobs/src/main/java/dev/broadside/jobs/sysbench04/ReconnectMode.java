package dev.broadside.jobs.sysbench04;

/// When a thread gives its connection up for a new one.
enum ReconnectMode {
  /// Never.
  SESSION,
  /// After every query, but after BEGIN, COMMIT, delete and insert.
  QUERY,
  /// After every transaction that was committed.
  TRANSACTION,
  /// As one of the others, drawn anew for each transaction.
  RANDOM
}
