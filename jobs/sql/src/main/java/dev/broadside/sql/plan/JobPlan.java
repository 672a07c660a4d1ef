package dev.broadside.sql.plan;

import dev.broadside.sql.value.Frame;
import java.util.List;

/// What the threads of a job do. Never changes.
///
/// @param constants parameters, and what is worked out from them
/// @param statements by their numbers
/// @param open what a thread does on each new connection
/// @param transactions one of which an iteration does
/// @param queues rows that a thread owns
/// @param buffers how many results are kept for loops
/// @param firstLocal the first value that no iteration inherits
/// @param size how many values there are
/// @param makers what is made for each thread
/// @param slots the values that a thread sets itself
/// @param ends the operations that are no statements
public record JobPlan(
    Constants constants,
    List<StatementPlan> statements,
    Action open,
    List<TransactionPlan> transactions,
    List<QueuePlan> queues,
    int buffers,
    int firstLocal,
    int size,
    List<Frame.StateMaker> makers,
    Slots slots,
    Ends ends) {

  public JobPlan {
    statements = List.copyOf(statements);
    transactions = List.copyOf(transactions);
    queues = List.copyOf(queues);
    makers = List.copyOf(makers);
  }

  /// The numbers of what a thread knows of itself.
  ///
  /// @param thread its job-wide number, from 0
  /// @param threads how many the job has
  /// @param attempt 0 for the first try of an iteration
  /// @param rows that the statement before has read or written
  public record Slots(int thread, int threads, int attempt, int rows) {}

  /// The operations of beginnings and ends of transactions.
  ///
  /// @param begin where it makes a network trip of its own
  /// @param rollback that the business rule wants
  public record Ends(int begin, int commit, int rollback) {}

  /// Rows that a thread owns.
  ///
  /// @param query empty where it begins with none
  public record QueuePlan(String name, List<SqlVariants> query, int width, int atMost) {}

  public List<String> transactionNames() {
    return transactions.stream().map(TransactionPlan::name).toList();
  }

  /// Whether an iteration begins with the values of the one before.
  boolean inherits() {
    return firstLocal == size;
  }

  /// A frame for whoever is no load thread.
  public Frame frame() {
    return new Frame(size);
  }
}
