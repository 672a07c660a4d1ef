package dev.broadside.core.work;

/// The kinds of failure that all databases share. Results count failures by these.
public enum ErrorClass {
  /// The database chose this transaction as the victim of a deadlock.
  DEADLOCK,
  /// A lock was not granted in time.
  LOCK_WAIT,
  /// Concurrent transactions cannot be serialized.
  SERIALIZATION,
  /// The snapshot that the transaction reads is no longer kept, or no longer fits the tables.
  SNAPSHOT_TOO_OLD,
  /// A unique, foreign-key, check or not-null constraint was violated.
  CONSTRAINT,
  /// The connection broke, or could not be made.
  CONNECTION_LOST,
  /// The database has become read-only or has failed over.
  READ_ONLY,
  /// Too many connections, no space, no memory.
  RESOURCE_EXHAUSTED,
  /// The statement ran longer than allowed.
  TIMEOUT,
  /// The statement was cancelled from outside, or the end of the run cancelled a repetition.
  CANCELLED,
  /// The driver itself failed: it threw an exception that JDBC does not allow, or could not say
  /// what is wrong.
  DRIVER,
  /// The job class broke the SPI's contract or has a defect.
  JOB_CODE,
  /// None of these.
  OTHER
}
