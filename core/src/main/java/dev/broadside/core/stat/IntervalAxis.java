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
}
