package dev.broadside.core.work;

/// What [JobClass#verify] is given: the job, and what all its agents counted.
public interface VerifyContext extends JobContext {

  /// What [JobClass#prepare] found.
  Facts facts();

  /// Counts of whole iterations.
  Totals transactions();

  /// Counts of one operation. An operation that ended well is counted as its transaction came out:
  /// ok, failed, uncertain, or ok and rolled back by the business rule; so what took effect lies
  /// between [Totals#effective()] and that with the uncertain ones. One that nobody answered
  /// because its transaction stayed uncertain meanwhile is uncertain, too.
  ///
  /// @param operation index into [JobDescription#operations()]
  Totals operation(int operation);

  /// False where counts were lost, with an agent or with what a dead worker left, so that all of
  /// these may be too low.
  boolean complete();
}
