package dev.broadside.core.threshold;

import dev.broadside.core.stat.Distribution;

/// The part of the measured load that has not ended, and so has no latency yet, or never will.
///
/// @param dropped arrivals that were given up while they waited
/// @param ages a lower bound of the latency of each of these, of those overdue, and of those that
///   never ended
/// @param gone how many of these never will end
/// @param lost how many of these never end because their worker died
/// @param why what kept them from ending, in words; empty if all ended
public record Unfinished(long dropped, Distribution ages, long gone, long lost, String why) {
  public static final Unfinished NONE = new Unfinished(0, Distribution.EMPTY, 0, 0, "");
}
