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
    Slots slots) {

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

  /// Rows that a thread owns.
  ///
  /// @param query empty where it begins with none
  public record QueuePlan(String name, List<SqlVariants> query, int width, int atMost) {}

  /// The operation of a commit, behind those of the statements.
  public int commit() {
    return statements.size();
  }

  /// The operation of a rollback that the business rule wants.
  public int rollback() {
    return statements.size() + 1;
  }

  /// A frame for whoever is no load thread.
  public Frame frame() {
    return new Frame(size);
  }
}
