package dev.broadside.sql.plan;

import dev.broadside.sql.value.Expression;

/// A transaction: how often it is drawn, what it does, and what becomes of its failures.
///
/// @param place in the file that it was read from
/// @param undone whether a rollback takes back all that it does
/// @param figure that its duration is added to; -1 where there is none
/// @param failed the figure that counts those that did not end well; -1 where there is none
public record TransactionPlan(
    String name,
    String place,
    Expression weight,
    Action body,
    boolean undone,
    RetryRules retries,
    int figure,
    int failed) {
  /// Of more transactions failures are not told apart: figures are for other things, too.
  public static final int MOST_COUNTED = 16;
}
