package dev.broadside.client.engine;

import dev.broadside.client.watch.FigureSource;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.recorder.IntervalCounts;
import dev.broadside.core.stat.ErrorSample;
import dev.broadside.core.stat.FigureRow;
import dev.broadside.core.stat.FigureValue;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Figure;
import java.util.ArrayList;
import java.util.List;

/// The figures of one incarnation's records: the job class's own first, then those of all sources,
/// declared in the first record and told by position in each. For one thread.
final class FigureBook {
  private final List<Figure> own;
  private final JobGauges gauges;
  private final List<FigureSource> sources;
  private List<Long> cumulative = List.of();
  private boolean declared;

  FigureBook(List<Figure> own, JobGauges gauges, List<FigureSource> sources) {
    this.own = own;
    this.gauges = gauges;
    this.sources = List.copyOf(sources);
  }

  /// The run begins: what was before does not count.
  void begin() throws InterruptedException {
    gauges.begin();
    sources.forEach(FigureSource::read);
  }

  /// The figures of an interval.
  ///
  /// @param errors of the interval, and why gauges are unknown in it
  record Page(FigureRow figures, List<ErrorSample> errors) {}

  /// The figures of the next interval.
  ///
  /// @param counts the job class's own are among them, without its gauges
  /// @param millis when the interval ends, on the run's time axis
  Page next(IntervalCounts counts, long millis) throws InterruptedException {
    JobGauges.Reading reading = gauges.fill(counts.figures());
    List<ErrorSample> errors = new ArrayList<>(counts.errors());
    for (Failure one : reading.failures()) {
      ErrorSample.of(one, PlainText.line(one.message()), millis)
          .addTo(errors, IntervalRecord.MAX_ERRORS);
    }
    List<FigureValue> values = new ArrayList<>(reading.values());
    sources.forEach(source -> values.addAll(source.read()));
    FigureRow row = new FigureRow(List.of(), values, List.of());
    List<Long> amounts = row.amounts(own.size());
    cumulative = cumulative.isEmpty() ? amounts : FigureRow.sum(cumulative, amounts);
    return new Page(new FigureRow(declared(), values, cumulative), errors);
  }

  private List<Figure> declared() {
    if (declared) {
      return List.of();
    }
    declared = true;
    List<Figure> all = new ArrayList<>(own);
    sources.forEach(source -> all.addAll(source.figures()));
    return all;
  }
}
