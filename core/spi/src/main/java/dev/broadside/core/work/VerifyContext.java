package dev.broadside.core.work;

import java.util.OptionalLong;

/// What [JobClass#verify] is given: the job, and what all its agents counted.
public interface VerifyContext extends JobContext {

  /// What [JobClass#prepare] found.
  Facts facts();

  /// Counts of whole iterations.
  Totals transactions();

  /// Counts of one operation. An operation that ended well is counted with the outcome of its
  /// transaction: ok, failed, uncertain, or ok and rolled back by the business rule. So what took
  /// effect lies between [Totals#effective()] and that plus the uncertain ones. An operation
  /// without an answer is uncertain if its transaction is.
  ///
  /// @param operation index into [JobDescription#operations()]
  Totals operation(int operation);

  /// What the iterations that ended well have added to a count or a sum of the job class's own, and
  /// the others too if it is of every attempt. What uncertain iterations would have added is not in
  /// it.
  ///
  /// @param figure index into [JobDescription#figures()]
  /// @return empty if it is not known to the last one, as when a worker died
  OptionalLong figure(int figure);

  /// False if counts were lost with an agent or a dead worker, so that all counts may be too low.
  boolean complete();
}
