package dev.broadside.jobs.noop;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.work.Iteration;
import dev.broadside.core.work.JobClass;
import dev.broadside.core.work.JobDescription;
import dev.broadside.core.work.JobShare;
import dev.broadside.core.work.ShareContext;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/// An iteration of a given length without any target: it shows the agent's own ceiling.
///
/// The length is waited for without load on a processor, so it is a lower bound: the operating
/// system may wake the thread a little later.
public final class Noop implements JobClass {
  static final Parameter.Span ITERATION_TIME =
      Parameter.span("iteration-time", "How long an iteration takes")
          .between(Duration.ZERO, Duration.ofHours(1))
          .preset(Duration.ZERO);

  private static final int WAIT = 0;

  @Override
  public JobDescription describe() {
    return new JobDescription(
        "noop",
        "No operation",
        "Iterations of a given length that do nothing: they show the most that an agent can do.",
        Parameters.of(ITERATION_TIME),
        List.of("wait"));
  }

  @Override
  public JobShare open(ShareContext context) {
    long nanos = context.values().get(ITERATION_TIME).toNanos();
    return _ -> iteration -> waitFor(nanos, iteration);
  }

  private static void waitFor(long nanos, Iteration iteration) {
    iteration.begin(WAIT);
    if (nanos > 0) {
      park(nanos);
    }
    iteration.end();
  }

  /// Parks may end early for no reason, so the rest is waited for; an interrupt ends the iteration
  /// at once.
  private static void park(long nanos) {
    long end = System.nanoTime() + nanos;
    for (long left = nanos; left > 0; left = end - System.nanoTime()) {
      if (Thread.currentThread().isInterrupted()) {
        return;
      }
      LockSupport.parkNanos(left);
    }
  }
}
