package dev.broadside.kit.rehearsal;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.work.Iteration;
import java.util.List;
import java.util.random.RandomGenerator;

/// An iteration of which nothing is counted, and only the operation that has begun is known.
final class RehearsedIteration implements Iteration {
  private final ParameterValues values;
  private final RandomGenerator random;
  private final List<String> operations;
  private String open = "";

  /// @param operations their names
  RehearsedIteration(ParameterValues values, RandomGenerator random, List<String> operations) {
    this.values = values;
    this.random = random;
    this.operations = operations;
  }

  /// The operation that was begun and has not ended; empty where there is none.
  String openOperation() {
    return open;
  }

  @Override
  public void begin(int operation) {
    open = operations.get(operation);
  }

  @Override
  public void end() {
    open = "";
  }

  @Override
  public void endAs(int operation) {
    open = "";
  }

  @Override
  public void rowsRead(long rows) {}

  @Override
  public void rowsWritten(long rows) {}

  @Override
  public void committing() {}

  @Override
  public void rolledBack() {}

  @Override
  public ParameterValues values() {
    return values;
  }

  @Override
  public int attempt() {
    return 0;
  }

  @Override
  public RandomGenerator random() {
    return random;
  }
}
