package dev.broadside.sql.plan;

import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Failure.Retry;
import java.util.Map;
import java.util.Optional;

/// What becomes of failures where a file says something else than the job's parameter `retry`.
///
/// @param undone by other transactions; empty where the parameter decides
/// @param byClass of single classes of errors, which come first
public record RetryRules(Optional<Retry> undone, Map<ErrorClass, Retry> byClass) {
  public static final RetryRules NONE = new RetryRules(Optional.empty(), Map.of());

  public RetryRules {
    byClass = Map.copyOf(byClass);
  }

  /// @param usual what the user chose for what was undone
  Failure apply(Failure failure, Retry usual) {
    Retry named = byClass.get(failure.errorClass());
    if (named != null) {
      return failure.retrying(named);
    }
    return failure.retry() == Retry.NEVER ? failure : failure.retrying(undone.orElse(usual));
  }

  /// What a word of the file, or of the parameter, means.
  public static Retry of(String word) {
    return switch (word) {
      case "new" -> Retry.NEW_INPUT;
      case "never" -> Retry.NEVER;
      default -> Retry.SAME_INPUT;
    };
  }
}
