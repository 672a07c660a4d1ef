package dev.broadside.core.drift;

/// The places of bins on the run's axis.
record DriftScale(double startMillis, double binMillis) {
  private static final double HOUR_MILLIS = 3_600_000;

  double atMillis(int place) {
    return startMillis + place * binMillis;
  }

  /// Turns a slope from one bin to the next into one per hour.
  double perHour(double slope) {
    return slope * HOUR_MILLIS / binMillis;
  }

  double hours(int places) {
    return places * binMillis / HOUR_MILLIS;
  }
}
