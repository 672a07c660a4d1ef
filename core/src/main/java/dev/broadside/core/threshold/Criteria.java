package dev.broadside.core.threshold;

import dev.broadside.core.drift.DriftPlan;
import java.util.List;

/// The criteria for a run's figures: whether they drift, and whether they stay within limits.
///
/// @param judgeLimited whether thresholds are also judged if the load generator was the limit
public record Criteria(DriftPlan drift, List<Threshold> thresholds, boolean judgeLimited) {
  public static final Criteria NONE = new Criteria(DriftPlan.NONE, List.of(), false);

  public Criteria {
    thresholds = List.copyOf(thresholds);
  }
}
