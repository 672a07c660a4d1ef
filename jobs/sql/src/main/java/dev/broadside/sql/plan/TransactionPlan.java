package dev.broadside.sql.plan;

import dev.broadside.sql.value.Expression;

/// A transaction: how often it is drawn, what it does, and whether its failures are repeated.
///
/// @param place in the file that it was read from
/// @param undone whether a rollback takes back all that it does
/// @param figure the index of the figure of its duration; -1 for none
/// @param failed the index of the figure that counts those that did not end well; -1 for none
public record TransactionPlan(
    String name,
    String place,
    Expression weight,
    Action body,
    boolean undone,
    RetryRules retries,
    int figure,
    int failed) {
  /// If there are more transactions, failures are not counted by transaction, to leave room for
  /// other figures.
  public static final int MOST_COUNTED = 16;
}
