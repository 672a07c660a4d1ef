package dev.broadside.core.threshold;

import dev.broadside.core.stat.Distribution;

/// What of the measured load has not ended, and so has no latency yet, or never will.
///
/// @param dropped arrivals that were given up while they waited
/// @param ages of these, of what is overdue, and of what never ended: for each one that its latency
///   is not below
/// @param gone how many of these never will
/// @param lost how many of those never ended since their worker died
/// @param why what kept them from ending, in words; empty where all ended
public record Unfinished(long dropped, Distribution ages, long gone, long lost, String why) {
  public static final Unfinished NONE = new Unfinished(0, Distribution.EMPTY, 0, 0, "");
}
