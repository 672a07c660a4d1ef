package dev.broadside.core.work;

import dev.broadside.core.param.ParameterValues;
import java.util.random.RandomGenerator;

/// As [Iteration#unmeasured] says.
record Unmeasured(ParameterValues values, RandomGenerator random) implements Iteration {
  @Override
  public void begin(int operation) {}

  @Override
  public void end() {}

  @Override
  public void endAs(int operation) {}

  @Override
  public void rowsRead(long rows) {}

  @Override
  public void rowsWritten(long rows) {}

  @Override
  public void committing() {}

  @Override
  public void rolledBack() {}

  @Override
  public int attempt() {
    return 0;
  }
}
