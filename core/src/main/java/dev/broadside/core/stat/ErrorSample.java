package dev.broadside.core.stat;

import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Failure;
import java.util.List;

/// One kind of failure: its count and its first message.
///
/// @param operation the name of the failed operation; empty if none had begun
/// @param count how often, repetitions included
/// @param firstMillis when first, on the run's time axis
/// @param lastMillis when last, on the run's time axis
public record ErrorSample(
    ErrorClass errorClass,
    int vendorCode,
    String sqlState,
    String operation,
    String message,
    long count,
    long firstMillis,
    long lastMillis) {

  /// One failure.
  ///
  /// @param message the message for the whole kind
  public static ErrorSample of(Failure failure, String message, long atMillis) {
    return new ErrorSample(
        failure.errorClass(),
        failure.vendorCode(),
        failure.sqlState(),
        failure.operation(),
        message,
        1,
        atMillis,
        atMillis);
  }

  /// Whether another one is the same kind of failure.
  public boolean sameKind(ErrorSample other) {
    return errorClass == other.errorClass
        && vendorCode == other.vendorCode
        && sqlState.equals(other.sqlState)
        && operation.equals(other.operation);
  }

  /// Both together, with the earlier message.
  public ErrorSample plus(ErrorSample other) {
    return new ErrorSample(
        errorClass,
        vendorCode,
        sqlState,
        operation,
        other.firstMillis < firstMillis ? other.message : message,
        count + other.count,
        Math.min(firstMillis, other.firstMillis),
        Math.max(lastMillis, other.lastMillis));
  }

  /// Adds this one to the sample of its kind. A new kind is added at the end if there is room.
  ///
  /// @param most how many kinds there may be
  public void addTo(List<ErrorSample> kinds, int most) {
    for (int i = 0; i < kinds.size(); i++) {
      if (kinds.get(i).sameKind(this)) {
        kinds.set(i, kinds.get(i).plus(this));
        return;
      }
    }
    if (kinds.size() < most) {
      kinds.add(this);
    }
  }
}
