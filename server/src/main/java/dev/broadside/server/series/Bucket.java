package dev.broadside.server.series;

import java.util.Arrays;

/// Some intervals in a row: the lowest and the highest figure of each metric, and sums. For one
/// thread.
///
/// What is not known is not a number.
final class Bucket {
  private double startMillis = Double.NaN;
  private double endMillis = Double.NaN;
  private boolean provisional;
  private final double[] low = new double[Metric.COUNT];
  private final double[] high = new double[Metric.COUNT];
  private final SeriesTotals totals = new SeriesTotals();

  Bucket() {
    Arrays.fill(low, Double.NaN);
    Arrays.fill(high, Double.NaN);
  }

  void add(Point point) {
    startMillis = lower(startMillis, point.startMillis());
    endMillis = higher(endMillis, point.endMillis());
    provisional |= point.provisional();
    for (Metric metric : Metric.values()) {
      double figure = metric.of(point);
      widen(metric.ordinal(), figure, figure);
    }
    totals.add(point);
  }

  void add(Bucket other) {
    startMillis = lower(startMillis, other.startMillis);
    endMillis = higher(endMillis, other.endMillis);
    provisional |= other.provisional;
    for (int metric = 0; metric < Metric.COUNT; metric++) {
      widen(metric, other.low[metric], other.high[metric]);
    }
    totals.add(other.totals);
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

  double startMillis() {
    return startMillis;
  }

  double endMillis() {
    return endMillis;
  }

  boolean provisional() {
    return provisional;
  }

  double low(Metric metric) {
    return low[metric.ordinal()];
  }

  double high(Metric metric) {
    return high[metric.ordinal()];
  }

  SeriesTotals totals() {
    return totals;
  }
}
