package dev.broadside.client.worker;

import dev.broadside.core.job.LoadModel;
import dev.broadside.core.job.ShareSlice;
import dev.broadside.core.pace.ConstantRate;
import java.util.random.RandomGenerator;

/// When one load thread's next iteration begins, and the waiting for it. For that thread only.
interface Starts {

  /// Waits for the next start.
  ///
  /// @param nanos a clock reading taken just now, such as the end of the iteration before
  /// @return false where there is none any more: the run is over or was stopped
  boolean await(long nanos);

  /// When the iteration was intended to begin; in a closed load, when the thread was free for it.
  long intendedNanos();

  /// When a sleeping thread had wanted to wake for it;
  /// [dev.broadside.core.stat.ThreadRecorder#AT_ONCE] where it did not sleep.
  long dueNanos();

  /// Arrivals that were due and were not started, once there are no more starts.
  long dropped(long nanos);

  /// The starts of a thread under a load model.
  ///
  /// @param thread the thread's job-wide number
  /// @param random for think times
  static Starts of(
      LoadModel load, int thread, ShareSlice slice, RandomGenerator random, RunClock clock) {
    return switch (load) {
      case LoadModel.Closed(int _, var think) -> new ClosedStarts(think, random, clock);
      case LoadModel.ConstantRate(int _, double perSecond) ->
          new OpenStarts(new ConstantRate(perSecond, thread, slice.totalThreads()), clock);
    };
  }
}
