package dev.broadside.core.scaling;

/// One measurement of a search for the knee.
///
/// @param rate iterations per second that were asked for
public record Trial(double rate, Verdict verdict) {
  /// What a measurement says about the system.
  public enum Verdict {
    /// It meets all thresholds at this rate.
    MET,
    /// It misses one.
    MISSED,
    /// It says nothing: the load generator was limited, or the audit does not balance.
    VOID
  }
}
