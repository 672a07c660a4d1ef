package dev.broadside.sql.plan;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.sql.value.Expression;
import dev.broadside.sql.value.Frame;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What the threads of a job do. Immutable.
///
/// @param constants parameters, and values derived from them
/// @param statements by their numbers
/// @param open what a thread does on each new connection
/// @param transactions one of which an iteration does
/// @param queues rows that a thread owns
/// @param buffers how many results are kept for loops
/// @param layout of the threads' frames
/// @param ends the operations that are no statements
public record JobPlan(
    Constants constants,
    List<StatementPlan> statements,
    Action open,
    List<TransactionPlan> transactions,
    List<QueuePlan> queues,
    int buffers,
    Layout layout,
    Ends ends) {

  public JobPlan {
    statements = List.copyOf(statements);
    transactions = List.copyOf(transactions);
    queues = List.copyOf(queues);
  }

  /// The layout of a thread's frame.
  ///
  /// @param firstLocal the first value that no iteration inherits
  /// @param size how many values there are
  /// @param makers of the state that each thread keeps
  /// @param slots the values that a thread sets itself
  public record Layout(int firstLocal, int size, List<Frame.StateMaker> makers, Slots slots) {
    public Layout {
      makers = List.copyOf(makers);
    }

    /// A frame for use outside load threads.
    public Frame frame() {
      return new Frame(size);
    }

    /// Whether an iteration begins with the values of the one before.
    boolean inherits() {
      return firstLocal == size;
    }
  }

  /// The slots that a thread sets itself.
  ///
  /// @param thread its job-wide number, from 0
  /// @param threads how many the job has
  /// @param attempt 0 for the first try of an iteration
  /// @param rows that the statement before has read or written
  public record Slots(int thread, int threads, int attempt, int rows) {}

  /// The operations of beginnings and ends of transactions.
  ///
  /// @param begin used if beginning makes a network trip of its own
  /// @param rollback that the business rule wants
  public record Ends(int begin, int commit, int rollback) {}

  /// Rows that a thread owns.
  ///
  /// @param query empty if it begins with none
  public record QueuePlan(String name, List<SqlVariants> query, int width, int atMost) {}

  public List<String> transactionNames() {
    return transactions.stream().map(TransactionPlan::name).toList();
  }

  /// The parameters of the job and the values that the file derives from them, by slot.
  ///
  /// @param parameters whose values are numbers, texts, flags, or lengths of time in milliseconds
  /// @param derived computed in order, from parameters and from each other
  /// @param fragments texts that are repeated in statements
  public record Constants(
      Map<Integer, Parameter<?>> parameters,
      Map<Integer, Expression> derived,
      Map<Integer, SqlTemplate.Fragment> fragments) {

    public Constants {
      parameters = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
      derived = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(derived));
      fragments = Map.copyOf(fragments);
    }

    /// Sets them all.
    public void into(Frame frame, ParameterValues values) {
      parameters.forEach((slot, parameter) -> set(frame, slot, values.get(parameter)));
      derived.forEach((slot, expression) -> expression.into(frame, slot));
      fragments.forEach(frame::setObject);
    }

    private static void set(Frame frame, int slot, Object value) {
      switch (value) {
        case Long whole -> frame.set(slot, (long) whole);
        case Double decimal -> frame.set(slot, (double) decimal);
        case Boolean flag -> frame.set(slot, (boolean) flag);
        case Duration span -> frame.set(slot, span.toNanos() / 1e6);
        default -> frame.set(slot, value.toString());
      }
    }
  }
}
