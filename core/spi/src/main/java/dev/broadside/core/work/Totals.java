package dev.broadside.core.work;

/// What the agents counted for one operation, or for the whole transaction, from the first to the
/// last iteration of the job, warm-up and cool-down included.
///
/// What took effect on the target lies between [#effective()] and `effective() + uncertain`.
///
/// @param ok ended well, rolled back by the business rule included
/// @param failed ended badly, or well inside a transaction that then failed: without effect. What
///   was [committed][Iteration#committed()] before is ok
/// @param uncertain may or may not have taken effect: the answer to a commit was lost, or the
///   worker died meanwhile
/// @param rolledBack those of the ok ones that the business rule rolled back, and the operations
///   inside them: they changed nothing. See [Iteration#rolledBack()]
public record Totals(long ok, long failed, long uncertain, long rolledBack) {
  public static final Totals NONE = new Totals(0, 0, 0, 0);

  /// The ok ones that the business rule did not roll back: they took effect.
  public long effective() {
    return ok - rolledBack;
  }

  public Totals plus(Totals other) {
    return new Totals(
        ok + other.ok,
        failed + other.failed,
        uncertain + other.uncertain,
        rolledBack + other.rolledBack);
  }
}
