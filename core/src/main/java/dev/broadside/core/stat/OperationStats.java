package dev.broadside.core.stat;

/// The outcomes and latencies of one named operation inside the iterations. The counts are those of
/// [OperationCounts].
///
/// @param service how long the ok ones took
public record OperationStats(
    long ok,
    long failed,
    long effective,
    long uncertain,
    long rolledBack,
    long unanswered,
    Distribution service) {

  public static final OperationStats NONE = of(OperationCounts.NONE, Distribution.EMPTY);

  public static OperationStats of(OperationCounts counts, Distribution service) {
    return new OperationStats(
        counts.ok(),
        counts.failed(),
        counts.effective(),
        counts.uncertain(),
        counts.rolledBack(),
        counts.unanswered(),
        service);
  }

  public OperationCounts counts() {
    return new OperationCounts(ok, failed, effective, uncertain, rolledBack, unanswered);
  }

  public OperationStats plus(OperationStats other) {
    return of(counts().plus(other.counts()), service.plus(other.service));
  }
}
