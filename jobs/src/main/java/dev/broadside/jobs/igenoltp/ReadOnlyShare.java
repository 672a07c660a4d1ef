package dev.broadside.jobs.igenoltp;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.work.Iteration;
import dev.broadside.core.work.JobContext;

/// Draws whether an iteration leaves its writes out, as often as the present phase wants. For one
/// thread.
final class ReadOnlyShare {
  private ParameterValues values;
  private double percent;

  ReadOnlyShare(ParameterValues values) {
    this.values = values;
    this.percent = values.get(IgenoltpParameters.READ_ONLY_SHARE);
  }

  /// Whether any phase has iterations that write.
  static boolean everWrites(JobContext context) {
    return context.valuesByPhase().stream()
        .anyMatch(values -> values.get(IgenoltpParameters.READ_ONLY_SHARE) < 100);
  }

  boolean next(Iteration iteration) {
    if (iteration.values() != values) {
      values = iteration.values();
      percent = values.get(IgenoltpParameters.READ_ONLY_SHARE);
    }
    return iteration.random().nextDouble() * 100 < percent;
  }
}
