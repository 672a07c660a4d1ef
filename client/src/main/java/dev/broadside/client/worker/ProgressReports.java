package dev.broadside.client.worker;

import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Message;
import java.util.function.Consumer;

/// Passes on how far a long step is, a few times a second at most, however often job code tells it.
///
/// Safe for use by several threads.
final class ProgressReports {
  private static final long LEAST_DISTANCE_NANOS = 200_000_000;

  private final String runId;
  private final Consumer<Message> out;
  private final Time time;
  private String lastStep = "";
  private long lastNanos;

  ProgressReports(String runId, Consumer<Message> out, Time time) {
    this.runId = runId;
    this.out = out;
    this.time = time;
  }

  void tell(String step, long done, long total) {
    String harmless = TargetProblems.harmless(step);
    if (worthTelling(harmless, done >= total)) {
      out.accept(new Message.Progress(runId, harmless, done, total));
    }
  }

  private synchronized boolean worthTelling(String step, boolean finished) {
    long now = time.nanos();
    if (step.equals(lastStep) && !finished && now - lastNanos < LEAST_DISTANCE_NANOS) {
      return false;
    }
    lastStep = step;
    lastNanos = now;
    return true;
  }
}
