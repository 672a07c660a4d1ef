package dev.broadside.core.drift;

import dev.broadside.core.figures.IntervalFigures;
import dev.broadside.core.figures.LatencyMillis;
import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.TransactionStats;
import dev.broadside.core.work.Figure;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Some intervals in a row, added up: what adds up by its sum, what does not by the sum of what it
/// is the mean of, and latencies by their whole distribution. For one thread.
final class DriftBin {
  private final Map<String, Ratio> ratios = new HashMap<>();
  private Distribution latency = Distribution.EMPTY;
  private int intervals;

  /// A figure is one sum over another.
  private record Ratio(double sum, double of) {
    Ratio plus(Ratio other) {
      return new Ratio(sum + other.sum, of + other.of);
    }
  }

  /// The transactions of one interval, or of several.
  void add(TransactionStats transactions, int more, double seconds) {
    OutcomeCounts counts = transactions.counts();
    intervals += more;
    latency = latency.plus(transactions.latency());
    double busy = transactions.latency().sumNanos() / 1e9 + transactions.failed().sumNanos() / 1e9;
    add(DriftFigure.THROUGHPUT, counts.ok(), seconds);
    add(DriftFigure.ERRORS, 100.0 * (counts.failed() + counts.uncertain()), counts.ended());
    // Little's law: how many are under way is how many end in a second times how long they take.
    add(DriftFigure.IN_FLIGHT, busy, seconds);
  }

  /// An interval's value of a declared figure.
  void add(Figure figure, Optional<Figure> of, IntervalFigures values, double seconds) {
    String id = figure.id();
    LatencyMillis spread = values.distributions().get(id);
    Double value = values.values().get(id);
    Double whole = values.values().get(figure.shareOf());
    if (spread != null) {
      add(id, spread.mean() * spread.count(), spread.count());
    } else if (value != null && of.isPresent() && whole != null) {
      boolean part = of.get().unit().equals(figure.unit());
      add(id, part ? 100 * value : value, whole);
    } else if (value != null && of.isEmpty()) {
      add(id, figure.kind().adds() ? value : value * seconds, seconds);
    }
  }

  private void add(String id, double sum, double of) {
    ratios.merge(id, new Ratio(sum, of), Ratio::plus);
  }

  void add(DriftBin other) {
    other.ratios.forEach((id, ratio) -> ratios.merge(id, ratio, Ratio::plus));
    latency = latency.plus(other.latency);
    intervals += other.intervals;
  }

  int intervals() {
    return intervals;
  }

  /// A figure's value; NaN where it is not known.
  double value(String id) {
    Ratio ratio = ratios.get(id);
    return ratio == null || ratio.of <= 0 ? Double.NaN : ratio.sum / ratio.of;
  }

  /// A percentile in milliseconds; NaN where too few have ended for it.
  double percentile(DriftFigure.Percentile which) {
    return latency.count() < which.leastCount()
        ? Double.NaN
        : latency.percentileMillis(which.percent());
  }
}
