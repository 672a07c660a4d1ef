package dev.broadside.sql.plan;

import dev.broadside.sql.value.Expression;

/// A transaction: how often it is drawn, what it does, and what becomes of its failures.
///
/// @param figure that its duration is added to; -1 where there is none
public record TransactionPlan(
    String name, Expression weight, Action body, RetryRules retries, int figure) {}
