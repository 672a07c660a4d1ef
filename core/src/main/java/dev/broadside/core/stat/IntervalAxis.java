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

  /// What was to begin before this moment, and ends in the interval, is carried over: it is none of
  /// the interval's own load. In a measured phase that is where the phase begins. In another one it
  /// is where the measured phase before it ended, so that what the measured load left behind is
  /// known as that to the end; without one, where the phase begins.
  ///
  /// @return nanoseconds from the common start
  long carriedBeforeNanos(int index);
}
