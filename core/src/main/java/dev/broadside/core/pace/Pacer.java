package dev.broadside.core.pace;

/// The intended starts of one thread, as a pure function of how many there were: the n-th start
/// never depends on how late the one before was.
public interface Pacer {

  /// The intended start of this thread's n-th iteration.
  ///
  /// @param n from 0
  /// @return nanoseconds from the run's common start; never less than for `n - 1`
  long startNanos(long n);
}
