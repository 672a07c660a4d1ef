package dev.broadside.core.stat;

/// Where collection intervals lie on a run's time axis: all that a recorder has to know of a run.
///
/// Intervals are numbered from 0 without gaps, and lie behind one another without gaps.
public interface IntervalAxis {

  /// The interval in which a moment lies.
  ///
  /// @param nanos from the common start; before it counts as 0
  int indexAt(long nanos);

  /// Where an interval ends, in nanoseconds from the common start.
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
