package dev.broadside.core.stat;

import java.util.List;
import java.util.stream.IntStream;

/// The outcomes of one named operation.
///
/// An operation that ended well shares the outcome of its iteration's attempt, which may become
/// known in a later interval. Over a whole incarnation, what remains of `ok` without `effective`,
/// `uncertain` and `rolledBack` ended well in attempts that failed, and so had no effect.
///
/// @param ok how often it ended well
/// @param failed how often it did not
/// @param effective of the ok ones, those that took effect: their iteration ended ok and was not
///   rolled back
/// @param uncertain of the ok ones, those whose iteration stayed uncertain
/// @param rolledBack of the ok ones, those whose iteration the business rule rolled back
/// @param unanswered neither ok nor failed: those that were under way when their iteration became
///   uncertain, so that they may or may not have taken effect
public record OperationCounts(
    long ok, long failed, long effective, long uncertain, long rolledBack, long unanswered) {

  public static final OperationCounts NONE = new OperationCounts(0, 0, 0, 0, 0, 0);

  public OperationCounts plus(OperationCounts other) {
    return new OperationCounts(
        ok + other.ok,
        failed + other.failed,
        effective + other.effective,
        uncertain + other.uncertain,
        rolledBack + other.rolledBack,
        unanswered + other.unanswered);
  }

  /// Both lists together, by index.
  public static List<OperationCounts> sum(List<OperationCounts> one, List<OperationCounts> other) {
    return IntStream.range(0, Math.max(one.size(), other.size()))
        .mapToObj(i -> at(one, i).plus(at(other, i)))
        .toList();
  }

  /// The counts at an index of a list; [#NONE] if the list is shorter.
  public static OperationCounts at(List<OperationCounts> counts, int index) {
    return index < counts.size() ? counts.get(index) : NONE;
  }

  /// These counts without a part of them.
  public OperationCounts minus(OperationCounts part) {
    return new OperationCounts(
        ok - part.ok,
        failed - part.failed,
        effective - part.effective,
        uncertain - part.uncertain,
        rolledBack - part.rolledBack,
        unanswered - part.unanswered);
  }

  /// Operations that ended well in attempts that failed. Right once every iteration has ended.
  public long undone() {
    return ok - effective - uncertain - rolledBack;
  }

  /// The sum of all counts; see [IntervalRecord#weight].
  long weight() {
    if (!possible()) {
      throw new ArithmeticException("a count is below zero");
    }
    long ended = Math.addExact(Math.addExact(ok, failed), unanswered);
    return Math.addExact(ended, Math.addExact(Math.addExact(effective, uncertain), rolledBack));
  }

  /// Whether none of them is below zero, as counts are.
  public boolean possible() {
    return (ok | failed | effective | uncertain | rolledBack | unanswered) >= 0;
  }
}
