package dev.broadside.core.compare;

import dev.broadside.core.stat.Distribution;

/// The unit of resampling: an interval of a run, or one of several runs.
///
/// @param seconds how long it was measured
/// @param ok transactions that ended well in it
/// @param latency latencies of these
record Unit(double seconds, long ok, Distribution latency) {}
