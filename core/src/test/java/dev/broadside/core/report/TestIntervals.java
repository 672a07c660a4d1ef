package dev.broadside.core.report;

import dev.broadside.core.stat.GeneratorSample;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Intervals of a measured phase, each of a second.
public final class TestIntervals {
  private TestIntervals() {}

  /// One without figures of its own, at whose end nothing waits.
  public static IntervalDocument measured(
      int index, StatsDocument stats, Map<String, StatsDocument> operations) {
    return new IntervalDocument(
        index,
        index * 1_000.0,
        1_000,
        "measure",
        true,
        1,
        List.of(),
        stats,
        operations,
        GeneratorSample.UNKNOWN,
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        0);
  }
}
