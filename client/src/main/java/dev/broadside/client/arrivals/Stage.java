package dev.broadside.client.arrivals;

import dev.broadside.core.job.LoadModel;
import dev.broadside.core.pace.Curve;
import dev.broadside.core.pace.Share;
import dev.broadside.core.pace.ThreadRamp;
import dev.broadside.core.param.ParameterValues;

/// One phase of the run as one share sees it. Moments are nanoseconds from the common start.
///
/// @param number the phase's number, from 0
/// @param load what makes iterations begin
/// @param staffing which threads are at work, and from when on
/// @param values of the job class's parameters
public record Stage(
    int number,
    long startNanos,
    long endNanos,
    LoadModel load,
    ThreadRamp staffing,
    ParameterValues values) {

  /// When a thread goes to work in this phase; [Curve#NEVER] where it does not.
  long joinNanos(int thread, Share share) {
    long fromStart = staffing.startNanos(thread, share);
    return fromStart == Curve.NEVER ? Curve.NEVER : startNanos + fromStart;
  }
}
