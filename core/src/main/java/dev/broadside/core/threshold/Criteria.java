package dev.broadside.core.threshold;

import dev.broadside.core.drift.DriftPlan;
import java.util.List;

/// What a run's figures are held against: whether they drift, and whether they stay within limits.
public record Criteria(DriftPlan drift, List<Threshold> thresholds) {
  public static final Criteria NONE = new Criteria(DriftPlan.NONE, List.of());

  public Criteria {
    thresholds = List.copyOf(thresholds);
  }
}
