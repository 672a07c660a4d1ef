package dev.broadside.core.threshold;

import dev.broadside.core.threshold.ThresholdDocument.Verdict;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The results of all thresholds of a run.
///
/// @param verdict the worst of them
/// @param each in the order of the thresholds
public record ThresholdVerdicts(Verdict verdict, List<ThresholdDocument> each) {
  public ThresholdVerdicts {
    each = List.copyOf(each);
  }

  /// The verdict on all of them; empty if there are no thresholds.
  public static Optional<ThresholdVerdicts> of(List<ThresholdDocument> each) {
    return each.stream()
        .map(ThresholdDocument::verdict)
        .max(Comparator.naturalOrder())
        .map(worst -> new ThresholdVerdicts(worst, each));
  }
}
