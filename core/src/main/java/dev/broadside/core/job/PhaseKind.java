package dev.broadside.core.job;

/// What a phase is for. Only [#MEASURE] counts in the summary.
public enum PhaseKind {
  WARM_UP,
  MEASURE,
  COOL_DOWN
}
