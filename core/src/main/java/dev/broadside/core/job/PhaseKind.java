package dev.broadside.core.job;

import java.util.Locale;

/// What a phase is for. Only [#MEASURE] counts in the summary.
public enum PhaseKind {
  WARM_UP,
  MEASURE,
  COOL_DOWN;

  /// The word used in results: `warm-up`, `measure`, `cool-down`.
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
