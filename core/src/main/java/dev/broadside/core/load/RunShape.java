package dev.broadside.core.load;

import dev.broadside.core.pace.Rate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The usual run: one load, brought up, warmed up, measured and let down.
///
/// @param rampUp how long the load takes to come up; zero for at once
/// @param warmUp how long it goes on before the measurement
/// @param measure how long it is measured, above zero
/// @param coolDown how long it goes on after that
public record RunShape(Duration rampUp, Duration warmUp, Duration measure, Duration coolDown) {

  public List<Phase> phases(LoadModel load) {
    List<Phase> phases = new ArrayList<>();
    if (!rampUp.isZero()) {
      phases.add(new Phase(PhaseKind.RAMP_UP, rampUp, rising(load, 0, rampUp)));
    }
    add(phases, PhaseKind.WARM_UP, warmUp, load);
    add(phases, PhaseKind.MEASURE, measure, load);
    add(phases, PhaseKind.COOL_DOWN, coolDown, load);
    return phases;
  }

  private static void add(List<Phase> phases, PhaseKind kind, Duration length, LoadModel load) {
    if (!length.isZero()) {
      phases.add(new Phase(kind, length, load));
    }
  }

  /// The load of a ramp-up: an open one rises in a straight line to its rate; of a closed one the
  /// engine lets threads start one after the other.
  public static LoadModel rising(LoadModel load, double from, Duration length) {
    return switch (load) {
      case LoadModel.Closed closed -> closed;
      case LoadModel.Open(int threads, Rate rate, var arrivals) ->
          new LoadModel.Open(
              threads, new Rate.Ramp(from, rate.curve().perSecondAt(0), length), arrivals);
    };
  }
}
