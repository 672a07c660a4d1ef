package dev.broadside.client.arrivals;

import dev.broadside.core.load.LoadModel;
import dev.broadside.core.pace.Curve;
import dev.broadside.core.pace.ShareTurns;
import dev.broadside.core.pace.Staffing;
import dev.broadside.core.param.ParameterValues;

/// A phase of the run, or a part of one, as one share sees it. Moments are nanoseconds from the
/// common start.
///
/// @param number its number among all of them, from 0
/// @param phaseNanos when its phase begins
/// @param load what makes iterations begin
/// @param staffing which threads are at work, and from when in the phase on
/// @param values of the job class's parameters
/// @param turns which arrivals of an open load are the share's
public record Stage(
    int number,
    long phaseNanos,
    long startNanos,
    long endNanos,
    LoadModel load,
    Staffing staffing,
    ParameterValues values,
    ShareTurns turns) {

  /// When a thread goes to work in it; [Curve#NEVER] if it does not.
  long joinNanos(int thread) {
    long fromStart = staffing.startNanos(thread);
    return fromStart == Curve.NEVER || phaseNanos + fromStart >= endNanos
        ? Curve.NEVER
        : Math.max(startNanos, phaseNanos + fromStart);
  }

  /// The part of it that lies between two moments, as another number.
  Stage part(int other, long fromNanos, long untilNanos) {
    return new Stage(
        other,
        phaseNanos,
        Math.max(startNanos, fromNanos),
        Math.min(endNanos, untilNanos),
        load,
        staffing,
        values,
        turns);
  }
}
