package dev.broadside.core.recorder;

import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.ErrorSample;
import dev.broadside.core.stat.FigureValue;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.Tally;
import java.util.List;

/// The counts of a sealed interval.
///
/// @param tally everything that ended in it
/// @param errors the kinds of failure in it
/// @param lateness how late sleeping threads woke to begin an iteration
/// @param figures the job class's own figures, by position; gauges are unknown here
/// @param slowest the slowest iterations that ended in it, the slowest first
public record IntervalCounts(
    Tally tally,
    List<ErrorSample> errors,
    Distribution lateness,
    List<FigureValue> figures,
    List<SlowIteration> slowest) {
  public IntervalCounts {
    errors = List.copyOf(errors);
    figures = List.copyOf(figures);
    slowest = List.copyOf(slowest);
  }

  /// These counts with other counts of transactions.
  public IntervalCounts with(OutcomeCounts counts) {
    Tally other = new Tally(tally.transactions().withCounts(counts), tally.operations());
    return new IntervalCounts(other, errors, lateness, figures, slowest);
  }
}
