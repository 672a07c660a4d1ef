package dev.broadside.sql.plan;

import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Failure.Retry;
import java.util.Map;
import java.util.Optional;

/// The rules of a file about repeating failures, beside the job's parameter `retry`.
///
/// @param undone for failures that other transactions caused; empty if the parameter decides
/// @param byClass for single classes of errors; these come first
public record RetryRules(Optional<Retry> undone, Map<ErrorClass, Retry> byClass) {
  public static final RetryRules NONE = new RetryRules(Optional.empty(), Map.of());

  public RetryRules {
    byClass = Map.copyOf(byClass);
  }

  /// @param usual the user's choice for failures that other transactions caused
  Failure apply(Failure failure, Retry usual) {
    Retry named = byClass.get(failure.errorClass());
    if (named != null) {
      return failure.retrying(named);
    }
    return failure.retry() == Retry.NEVER ? failure : failure.retrying(undone.orElse(usual));
  }
}
