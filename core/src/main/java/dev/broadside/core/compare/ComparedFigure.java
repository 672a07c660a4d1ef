package dev.broadside.core.compare;

import dev.broadside.core.figures.Measure;
import dev.broadside.core.figures.Measure.Latency;
import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.LatencyLayout;
import java.util.List;
import java.util.Optional;

/// A measure that is compared between two runs: transactions per second, or a latency.
///
/// @param measure the measure
/// @param percent which percentile it is; 0 if it is not a percentile
record ComparedFigure(Measure measure, double percent) {
  static final List<ComparedFigure> ALL =
      Measure.in(Measure.Place.COMPARISON).stream().map(ComparedFigure::of).toList();

  static final ComparedFigure THROUGHPUT = of(Measure.THROUGHPUT);
  static final ComparedFigure MEAN = of(Measure.MEAN);

  /// The figures that can be computed from sums.
  static final List<ComparedFigure> OF_SUMS = ALL.stream().filter(one -> one.percent == 0).toList();

  private static ComparedFigure of(Measure one) {
    double percent = one.formula() instanceof Latency at && at.percentile() ? at.percent() : 0;
    if (percent == 0 && !one.equals(Measure.THROUGHPUT) && !one.equals(Measure.MEAN)) {
      throw new IllegalArgumentException("sides have nothing to compare " + one.id() + " by");
    }
    return new ComparedFigure(one, percent);
  }

  String id() {
    return measure.id();
  }

  /// A percentile with fewer values beyond it is not known.
  private static final int LEAST_BEYOND = 10;

  /// The value in a resample.
  ///
  /// @param times how often each unit is in the resample
  /// @return transactions per second or milliseconds; empty if there are too few values
  Optional<Value> of(List<Unit> units, int[] times, Percentiles percentiles) {
    if (percent > 0) {
      long total = percentiles.total(times);
      return total * (1 - percent / 100) < LEAST_BEYOND
          ? Optional.empty()
          : Optional.of(Value.of(percentiles.place(times, total, percent)));
    }
    double above = 0;
    double below = 0;
    for (int i = 0; i < times.length; i++) {
      Unit unit = units.get(i);
      above += times[i] * (equals(MEAN) ? unit.latency().sumNanos() / 1e6 : unit.ok());
      below += times[i] * (equals(MEAN) ? unit.latency().count() : unit.seconds());
    }
    return above > 0 && below > 0
        ? Optional.of(new Value(above / below, equals(MEAN) ? 0 : 1 / above))
        : Optional.empty();
  }

  /// The value of all units, equal to that in the document of the run. Resamples spread around a
  /// place within a percentile's slot ([Percentiles.Place#micros()]).
  ///
  /// @param latency of all units
  double ofAll(Value whole, Distribution latency) {
    return percent > 0 ? latency.percentileMillis(percent) : whole.value();
  }

  /// How much one unit adds to the value. These additions have the autocorrelation of the value's
  /// errors. For a percentile it is the part of the unit's values that lie beyond it.
  ///
  /// @param whole the figure of all units
  double influence(Unit unit, double whole) {
    if (percent == 0) {
      return equals(MEAN) ? unit.latency().meanMillis() : unit.ok() / unit.seconds();
    }
    long within = 0;
    for (int i = 0; i < unit.latency().usedSlots(); i++) {
      int slot = unit.latency().slotAt(i);
      within += LatencyLayout.highestMicros(slot) <= whole * 1e3 ? unit.latency().countAt(i) : 0;
    }
    return unit.latency().isEmpty() ? 0 : 1 - (double) within / unit.latency().count();
  }

  /// A value.
  ///
  /// @param resolution the smallest step that can be told apart, as a part of the value
  record Value(double value, double resolution) {
    static Value of(Percentiles.Place place) {
      return new Value(place.micros() / 1e3, place.width() / Math.max(place.micros(), 1));
    }
  }
}
