package dev.broadside.core.recorder;

import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.ErrorSample;
import dev.broadside.core.stat.FigureValue;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.Tally;
import java.util.List;

/// What a recorder gives out when an interval is sealed.
///
/// @param tally everything that ended in it
/// @param errors kinds of failure met in it
/// @param lateness how much later than they wanted threads woke to begin an iteration
/// @param figures the job class's own, by position; its gauges are unknown here
public record IntervalCounts(
    Tally tally, List<ErrorSample> errors, Distribution lateness, List<FigureValue> figures) {
  public IntervalCounts {
    errors = List.copyOf(errors);
    figures = List.copyOf(figures);
  }

  /// These counts with others of the transactions.
  public IntervalCounts with(OutcomeCounts counts) {
    Tally other = new Tally(tally.transactions().withCounts(counts), tally.operations());
    return new IntervalCounts(other, errors, lateness, figures);
  }
}
