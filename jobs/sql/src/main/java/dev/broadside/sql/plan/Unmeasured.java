package dev.broadside.sql.plan;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.work.Iteration;
import java.util.random.RandomGenerator;

/// Takes the place of an iteration outside the run, where nothing is timed and nothing is counted.
///
/// @param values of the job
/// @param random of the thread
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
