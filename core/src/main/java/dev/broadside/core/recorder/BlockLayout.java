package dev.broadside.core.recorder;

import dev.broadside.core.stat.Distribution;
import dev.broadside.core.work.Figure;
import java.util.List;

/// The layout of a thread's figures of one interval in its block of longs: first all that adds up,
/// then the maxima, then its slowest iterations.
///
/// ```
/// counters of Counter | per series: sum, clamped | counters of OperationCounter per operation | figures || per series: maximum || SlowCells
/// ```
///
/// @param figures how many figures the job class has of its own; each has a cell
/// @param spreads how many of them keep each value, so that they are series, too
public record BlockLayout(int operations, int figures, int spreads) {
  /// Two cache lines between the blocks of two threads, since processors fetch lines in pairs.
  private static final int PADDING = 16;

  public static BlockLayout of(int operations, List<Figure> figures) {
    long spreads = figures.stream().filter(figure -> figure.kind().spreads()).count();
    return new BlockLayout(operations, figures.size(), (int) spreads);
  }

  /// The series of each figure that keeps its values; -1 for the others.
  int[] seriesOf(List<Figure> figures) {
    int[] series = new int[figures.size()];
    int next = SeriesIndex.FIRST_OPERATION + operations;
    for (int i = 0; i < series.length; i++) {
      series[i] = figures.get(i).kind().spreads() ? next++ : -1;
    }
    return series;
  }

  int series() {
    return SeriesIndex.FIRST_OPERATION + operations + spreads;
  }

  public int sum(int series) {
    return Counter.CELLS + 2 * series;
  }

  int clamped(int series) {
    return sum(series) + 1;
  }

  /// @param counter one of the first [OperationCounter#OF_INTERVAL]
  int operation(int operation, int counter) {
    return sum(series()) + operation * OperationCounter.OF_INTERVAL + counter;
  }

  int figure(int figure) {
    return operation(operations, 0) + figure;
  }

  int maximum(int series) {
    return figure(figures) + series;
  }

  SlowCells slow() {
    return new SlowCells(maximum(series()));
  }

  public int cells() {
    return slow().end() + PADDING;
  }

  /// Adds a block to sums of the same layout, and clears it, but for the slowest iterations. Sums
  /// of times stop like those of a [Distribution].
  public void move(long[] block, long[] sums) {
    int firstMaximum = maximum(0);
    for (int cell = 0; cell < firstMaximum; cell++) {
      sums[cell] = Distribution.addNanos(sums[cell], block[cell]);
      block[cell] = 0;
    }
    for (int cell = firstMaximum; cell < slow().first(); cell++) {
      sums[cell] = Math.max(sums[cell], block[cell]);
      block[cell] = 0;
    }
  }
}
