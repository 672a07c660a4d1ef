package dev.broadside.kit.job;

import dev.broadside.core.work.Figure;

/// One of the job's own figures, as a [Transaction] adds to it.
///
/// What an attempt adds counts when its iteration ends well; what it adds to a figure [of every
/// attempt][Figure#ofEveryAttempt()] counts in any case.
public final class Amount {
  private final Figure figure;
  private final Operations operations;
  private int index;

  Amount(Figure figure, Operations operations) {
    this.figure = figure;
    this.operations = operations;
  }

  Figure figure() {
    return figure;
  }

  void open(int position) {
    index = position;
  }

  /// Adds to a count or a sum; to a distribution or a duration one more value.
  ///
  /// @param amount 0 or more, in the figure's unit; of a duration, nanoseconds
  public void add(long amount) {
    operations.add(index, amount);
  }
}
