package dev.broadside.core.report.series;

import java.util.Arrays;
import java.util.List;

/// Some intervals in a row: the lowest and the highest figure of each metric, and sums. For one
/// thread.
///
/// An unknown figure is not a number.
public final class Bucket {
  private double startMillis = Double.NaN;
  private double endMillis = Double.NaN;
  private boolean provisional;
  private double[] low = new double[0];
  private double[] high = new double[0];
  private Heat heat = Heat.NONE;
  private final SeriesTotals totals = new SeriesTotals();

  /// @param metrics all metrics so far; new ones are added at the end
  void add(Point point, List<Metric> metrics) {
    startMillis = lower(startMillis, point.startMillis());
    endMillis = higher(endMillis, point.endMillis());
    provisional |= point.provisional();
    grow(metrics.size());
    for (int i = 0; i < metrics.size(); i++) {
      double figure = metrics.get(i).of(point);
      widen(i, figure, figure);
    }
    if (!point.draining()) {
      heat = heat.plus(point.heat().orElse(Heat.NONE));
    }
    totals.add(point);
  }

  void add(Bucket other) {
    widen(other);
    provisional |= other.provisional;
    heat = heat.plus(other.heat);
    totals.add(other.totals);
  }

  /// Takes in the times, and the lowest and highest figures, of another bucket, but none of its
  /// sums.
  void widen(Bucket other) {
    startMillis = lower(startMillis, other.startMillis);
    endMillis = higher(endMillis, other.endMillis);
    grow(other.low.length);
    for (int metric = 0; metric < other.low.length; metric++) {
      widen(metric, other.low[metric], other.high[metric]);
    }
  }

  private void grow(int size) {
    int before = low.length;
    if (size > before) {
      low = Arrays.copyOf(low, size);
      high = Arrays.copyOf(high, size);
      Arrays.fill(low, before, size, Double.NaN);
      Arrays.fill(high, before, size, Double.NaN);
    }
  }

  private void widen(int metric, double lowest, double highest) {
    low[metric] = lower(low[metric], lowest);
    high[metric] = higher(high[metric], highest);
  }

  private static double lower(double a, double b) {
    return Double.isNaN(a) ? b : Double.isNaN(b) ? a : Math.min(a, b);
  }

  private static double higher(double a, double b) {
    return Double.isNaN(a) ? b : Double.isNaN(b) ? a : Math.max(a, b);
  }

  public double startMillis() {
    return startMillis;
  }

  public double endMillis() {
    return endMillis;
  }

  public boolean provisional() {
    return provisional;
  }

  public double low(int metric) {
    return metric < low.length ? low[metric] : Double.NaN;
  }

  public double high(int metric) {
    return metric < high.length ? high[metric] : Double.NaN;
  }

  /// The latencies of its transactions, without those that ended after the last phase.
  public Heat heat() {
    return heat;
  }

  public SeriesTotals totals() {
    return totals;
  }
}
