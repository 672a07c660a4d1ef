package dev.broadside.core.stat;

/// Where a thread's figures of one interval lie in its block of longs: first all that adds up, then
/// the maxima.
///
/// ```
/// counters of Counter | per series: sum, clamped | counters of OperationCounter per operation || per series: maximum
/// ```
record BlockLayout(int operations) {
  /// Two cache lines between the blocks of two threads, since processors fetch lines in pairs.
  private static final int PADDING = 16;

  int series() {
    return Series.FIRST_OPERATION + operations;
  }

  int sum(int series) {
    return Counter.CELLS + 2 * series;
  }

  int clamped(int series) {
    return sum(series) + 1;
  }

  /// @param counter one of the first [OperationCounter#OF_INTERVAL]
  int operation(int operation, int counter) {
    return sum(series()) + operation * OperationCounter.OF_INTERVAL + counter;
  }

  int maximum(int series) {
    return operation(operations, 0) + series;
  }

  int cells() {
    return maximum(series()) + PADDING;
  }

  /// Adds a block to sums of the same layout, and clears it. Sums of times stop as those of a
  /// [Distribution] do.
  void move(long[] block, long[] sums) {
    int firstMaximum = maximum(0);
    for (int cell = 0; cell < firstMaximum; cell++) {
      sums[cell] = Distribution.addNanos(sums[cell], block[cell]);
      block[cell] = 0;
    }
    for (int cell = firstMaximum; cell < block.length; cell++) {
      sums[cell] = Math.max(sums[cell], block[cell]);
      block[cell] = 0;
    }
  }
}
