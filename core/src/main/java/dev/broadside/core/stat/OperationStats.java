package dev.broadside.core.stat;

/// One named operation inside the iterations.
///
/// @param ok how often it ended well
/// @param failed how often it did not
/// @param effective of the ok ones, those whose iteration ended ok, so that they took effect
/// @param uncertain of the ok ones, those whose iteration stayed uncertain
/// @param service how long the ok ones took
public record OperationStats(
    long ok, long failed, long effective, long uncertain, Distribution service) {

  public static final OperationStats NONE = new OperationStats(0, 0, 0, 0, Distribution.EMPTY);

  public OperationStats plus(OperationStats other) {
    return new OperationStats(
        ok + other.ok,
        failed + other.failed,
        effective + other.effective,
        uncertain + other.uncertain,
        service.plus(other.service));
  }
}
