package dev.broadside.core.work;

/// What [JobClass#verify] is given: the job, and what all its agents counted.
public interface VerifyContext extends JobContext {

  /// What [JobClass#prepare] found.
  Facts facts();

  /// Counts of whole iterations.
  Totals transactions();

  /// Counts of one operation. An operation that ended well inside a transaction that then failed or
  /// stayed uncertain is counted with its transaction: see `ok` as "took effect".
  ///
  /// @param operation index into [JobDescription#operations()]
  Totals operation(int operation);

  /// False where agents were lost, so that the counts may be too low.
  boolean complete();
}
