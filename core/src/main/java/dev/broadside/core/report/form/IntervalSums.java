package dev.broadside.core.report.form;

import dev.broadside.core.compare.Sample;
import java.util.Optional;

/// What comparisons need of an interval: those fields of
/// [dev.broadside.core.report.IntervalDocument] that have these names.
///
/// @param transactions those that ended well
public record IntervalSums(
    int index,
    double startMillis,
    double lengthMillis,
    boolean measured,
    long transactions,
    Optional<Mean> latencyMillis,
    Optional<Integer> intervals) {
  /// Milliseconds.
  public record Mean(double mean) {}

  /// Adds it where it was measured.
  public void addTo(Sample sample) {
    if (measured) {
      sample.addSums(
          index,
          intervals.orElse(1),
          Math.round(startMillis * 1e6),
          Math.round(lengthMillis * 1e6),
          transactions,
          latencyMillis.map(Mean::mean).orElse(0.0));
    }
  }
}
