package dev.broadside.core.stat;

/// The places of collection intervals on a run's time axis. A recorder needs to know nothing else
/// about a run.
///
/// Intervals are numbered from 0 without gaps, and follow each other without gaps.
public interface IntervalAxis {

  /// The interval in which a moment lies.
  ///
  /// @param nanos from the common start; before it counts as 0
  int indexAt(long nanos);

  /// The end of an interval, in nanoseconds from the common start.
  long endNanos(int index);

  /// An iteration that was to begin before this moment, and ends in the interval, is carried over:
  /// it does not belong to the interval's own load. In a measured phase the moment is the phase's
  /// begin. In another phase it is the end of the measured phase before it, so that iterations
  /// which the measured load left unfinished count as carried over to the end; without a measured
  /// phase before it, it is the phase's begin.
  ///
  /// @return nanoseconds from the common start
  long carriedBeforeNanos(int index);
}
