package dev.broadside.core.scaling;

/// What is known of the knee: the highest rate at which a system meets its thresholds.
///
/// @param verdict the state of the search
/// @param rate the most probable knee; if the search found none, the highest rate that was met, or
///   0
/// @param low lower bound of its interval at 95 % confidence
/// @param high upper bound of that interval; 0 if it is not known
/// @param met the highest rate that was met; 0 if no rate was met
/// @param missed the lowest rate that was missed; 0 if no rate was missed
/// @param trials how many measurements were used, without void ones
public record Knee(
    Verdict verdict, double rate, double low, double high, double met, double missed, int trials) {

  /// The state of a search.
  public enum Verdict {
    /// It goes on.
    SEARCHING,
    /// The knee is known with the wanted precision.
    FOUND,
    /// The measurements contradict each other too much for the wanted precision.
    UNCERTAIN,
    /// The thresholds are met at the highest rate that may be tried.
    ABOVE,
    /// The thresholds are missed even at the lowest rate that may be tried.
    BELOW,
    /// The load generator reaches its limit before the system does.
    GENERATOR
  }
}
