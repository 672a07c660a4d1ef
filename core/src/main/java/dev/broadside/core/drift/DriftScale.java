package dev.broadside.core.drift;

/// Where bins lie on the run's axis.
record DriftScale(double startMillis, double binMillis) {
  private static final double HOUR_MILLIS = 3_600_000;

  double atMillis(int place) {
    return startMillis + place * binMillis;
  }

  /// From one bin to the next as in an hour.
  double perHour(double slope) {
    return slope * HOUR_MILLIS / binMillis;
  }

  double hours(int places) {
    return places * binMillis / HOUR_MILLIS;
  }
}
