package dev.broadside.core.pace;

/// A rate over time and its integral, as pure functions: whoever asks for the millionth arrival
/// gets it without the 999,999 before it, and no error adds up.
///
/// Time counts in nanoseconds from the beginning of the rate, arrivals over the whole job. Safe for
/// use by several threads.
public interface Curve {
  /// Stands for a moment that never comes.
  long NEVER = Long.MAX_VALUE;

  /// The rate at a moment.
  double perSecondAt(long nanos);

  /// How many arrivals the rate makes until a moment: the area under it, so usually no whole
  /// number.
  ///
  /// @param nanos not negative
  double arrivalsUntil(long nanos);

  /// The inverse: the last moment at which [#arrivalsUntil(long)] is not above a number. Where the
  /// rate is 0 for a while, an arrival waits for its end.
  ///
  /// @param arrivals not negative
  /// @return [#NEVER] where the rate does not make so many
  long nanosAt(double arrivals);

  /// The same rate seen from a moment on.
  ///
  /// @param nanos not negative
  default Curve from(long nanos) {
    return nanos == 0 ? this : new LaterCurve(this, nanos, arrivalsUntil(nanos));
  }
}
