package dev.broadside.core.work;

/// The context of [JobClass#verify]: the job, and what all its agents counted.
public interface VerifyContext extends JobContext {

  /// What [JobClass#prepare] found.
  Facts facts();

  /// Counts of whole iterations.
  Totals transactions();

  /// Counts of one operation. An operation that ended well counts by the outcome of its
  /// transaction: ok, failed, uncertain, or ok and rolled back by the business rule. So the number
  /// that took effect lies between [Totals#effective()] and that plus the uncertain ones. An
  /// operation without an answer, because its transaction stayed uncertain meanwhile, is uncertain,
  /// too.
  ///
  /// @param operation index into [JobDescription#operations()]
  Totals operation(int operation);

  /// False if counts were lost, with an agent or with a dead worker's counters, so that all of
  /// these may be too low.
  boolean complete();
}
