package dev.broadside.client.engine;

import dev.broadside.client.watch.FigureSource;
import dev.broadside.core.stat.FigureRow;
import dev.broadside.core.stat.FigureValue;
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
  void begin() {
    sources.forEach(FigureSource::read);
  }

  /// The figures of the next interval.
  ///
  /// @param counted the job class's own, without its gauges
  FigureRow next(List<FigureValue> counted) throws InterruptedException {
    List<FigureValue> values = new ArrayList<>(gauges.fill(counted));
    sources.forEach(source -> values.addAll(source.read()));
    FigureRow row = new FigureRow(List.of(), values, List.of());
    List<Long> amounts = row.amounts(own.size());
    cumulative = cumulative.isEmpty() ? amounts : FigureRow.sum(cumulative, amounts);
    return new FigureRow(declared(), values, cumulative);
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
