package dev.broadside.sql.plan;

import dev.broadside.sql.value.Expression;

/// A transaction: how often it is drawn, what it does, and whether its failures are repeated.
///
/// @param place in the file that it was read from
/// @param undone whether a rollback takes back all that it does
public record TransactionPlan(
    String name,
    String place,
    Expression weight,
    Action body,
    boolean undone,
    RetryRules retries,
    Figures figures) {
  /// If there are more transactions, failures are not counted by transaction, to leave room for
  /// other figures.
  public static final int MOST_COUNTED = 16;

  /// The indexes of figures of its kind; -1 for one that is not counted.
  ///
  /// @param duration how long each takes
  /// @param failed how many did not end well
  /// @param done how many took effect
  public record Figures(int duration, int failed, int done) {}
}
