package dev.broadside.core.scaling;

/// What is known of the knee: the highest rate at which a system meets its thresholds.
///
/// @param verdict how the search stands
/// @param rate the most probable knee; of a search that found none, the highest rate that was met,
///   or 0
/// @param low lower bound of its interval at 95 % confidence
/// @param high upper bound of that interval; 0 where nothing is known of it
/// @param met the highest rate that was met; 0 where there is none
/// @param missed the lowest rate that was missed; 0 where there is none
/// @param trials how many measurements it comes from, void ones left out
public record Knee(
    Verdict verdict, double rate, double low, double high, double met, double missed, int trials) {

  /// How a search stands.
  public enum Verdict {
    /// It goes on.
    SEARCHING,
    /// It is known as closely as was asked for.
    FOUND,
    /// The measurements contradict each other too much to say it as closely as was asked for.
    UNCERTAIN,
    /// The highest rate that may be tried is met.
    ABOVE,
    /// Even the lowest rate that may be tried is missed.
    BELOW,
    /// The load generator gives in before the system does.
    GENERATOR
  }
}
