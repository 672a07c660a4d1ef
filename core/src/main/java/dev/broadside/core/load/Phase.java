package dev.broadside.core.load;

import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/// A part of a run with its whole load: it inherits nothing from another phase.
///
/// @param kind what it is for
/// @param duration how long, above zero and at most [Bounds#LONGEST]
/// @param load what makes iterations begin in it
/// @param mix values that parameters of the job class have in this phase only, as texts by name;
///   the job class must allow these parameters to change
public record Phase(PhaseKind kind, Duration duration, LoadModel load, Map<String, String> mix) {
  public Phase {
    if (duration.isNegative() || duration.isZero() || duration.compareTo(Bounds.LONGEST) > 0) {
      throw new IllegalArgumentException("a phase must be longer than 0 s and at most 366 days");
    }
    mix = Collections.unmodifiableMap(new TreeMap<>(mix));
    if (mix.size() > Bounds.MAX_PARAMETERS) {
      throw new IllegalArgumentException("a phase changes too many parameters");
    }
  }

  /// This phase with another number of threads.
  public Phase withThreads(int perAgent) {
    return new Phase(kind, duration, load.withThreads(perAgent), mix);
  }

  /// This phase at another constant rate, or with a ramp to that rate.
  public Phase withRate(double perSecond) {
    return new Phase(kind, duration, load.withRate(perSecond), mix);
  }

  /// A phase that changes no parameter.
  public Phase(PhaseKind kind, Duration duration, LoadModel load) {
    this(kind, duration, load, Map.of());
  }
}
