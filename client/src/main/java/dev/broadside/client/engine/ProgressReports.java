package dev.broadside.client.engine;

import dev.broadside.core.job.ShareStep;
import dev.broadside.core.job.StepProgress;
import dev.broadside.core.time.Time;
import java.util.function.Consumer;

/// Passes on which step a share is at and how far it is, a few times a second at most, however
/// often job code tells it.
///
/// Safe for use by several threads.
final class ProgressReports {
  private static final long LEAST_DISTANCE_NANOS = 200_000_000;

  private final Consumer<StepProgress> out;
  private final Time time;
  private ShareStep step = ShareStep.FORK;
  private String lastDetail = "";
  private long lastNanos;

  ProgressReports(Consumer<StepProgress> out, Time time) {
    this.out = out;
    this.time = time;
  }

  /// A step begins; what is told from now on is told of it.
  ///
  /// @param total how much there is to do; 0 where nobody knows
  synchronized void begin(ShareStep next, long total) {
    step = next;
    lastDetail = "";
    lastNanos = time.nanos() - LEAST_DISTANCE_NANOS;
    out.accept(new StepProgress(next, "", 0, total));
  }

  /// @param detail what is being done within the step; may be empty
  synchronized void tell(String detail, long done, long total) {
    String harmless = TargetProblems.harmless(detail);
    if (worthTelling(harmless, done >= total)) {
      out.accept(new StepProgress(step, harmless, done, total));
    }
  }

  private boolean worthTelling(String detail, boolean finished) {
    long now = time.nanos();
    if (detail.equals(lastDetail) && !finished && now - lastNanos < LEAST_DISTANCE_NANOS) {
      return false;
    }
    lastDetail = detail;
    lastNanos = now;
    return true;
  }
}
