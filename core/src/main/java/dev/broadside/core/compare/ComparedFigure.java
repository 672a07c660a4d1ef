package dev.broadside.core.compare;

import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.LatencyLayout;
import java.util.List;
import java.util.Optional;

/// What is compared of two runs.
///
/// @param id as in JSON: `throughput`, `mean`, or a percentile as in the run document
/// @param percent of a percentile; 0 of what is none
/// @param moreIsBetter whether a higher value is the better one
record ComparedFigure(String id, double percent, boolean moreIsBetter) {
  static final ComparedFigure THROUGHPUT = new ComparedFigure("throughput", 0, true);
  static final ComparedFigure MEAN = new ComparedFigure("mean", 0, false);

  static final List<ComparedFigure> ALL =
      List.of(
          THROUGHPUT,
          MEAN,
          new ComparedFigure("p50", 50, false),
          new ComparedFigure("p90", 90, false),
          new ComparedFigure("p95", 95, false),
          new ComparedFigure("p99", 99, false),
          new ComparedFigure("p99_9", 99.9, false));

  /// Those that sums are enough for.
  static final List<ComparedFigure> OF_SUMS = List.of(THROUGHPUT, MEAN);

  /// Fewer values beyond a percentile say nothing of it.
  private static final int LEAST_BEYOND = 10;

  /// The figure of a resample.
  ///
  /// @param times how often each unit is taken
  /// @return transactions per second or milliseconds; empty where there is none
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

  /// The figure of all units as every document of a run tells it; what resamples spread around lies
  /// within a percentile's slot ([Percentiles.Place#micros()]).
  ///
  /// @param latency of all units
  double told(Value whole, Distribution latency) {
    return percent > 0 ? latency.percentileMillis(percent) : whole.value();
  }

  /// How much of the figure lies in one unit, whose autocorrelation is that of the figure's errors:
  /// for a percentile, the part of the unit's values beyond it.
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

  /// A figure.
  ///
  /// @param resolution the step in which it can be told at all, as a part of it
  record Value(double value, double resolution) {
    static Value of(Percentiles.Place place) {
      return new Value(place.micros() / 1e3, place.width() / Math.max(place.micros(), 1));
    }
  }
}
