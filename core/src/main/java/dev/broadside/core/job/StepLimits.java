package dev.broadside.core.job;

import java.time.Duration;

/// How long each [Step] of a job may go on without coming any further.
///
/// @param settings of the job, which may give others than the usual limits
public record StepLimits(Settings settings) {
  public Duration of(Step step) {
    return step.settable() ? settings.get(step.limit()) : step.usual();
  }
}
