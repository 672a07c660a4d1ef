package dev.broadside.core.drift;

import dev.broadside.core.job.JobSpec;
import dev.broadside.core.load.LoadModel;
import dev.broadside.core.load.Phase;
import dev.broadside.core.load.PhaseKind;
import dev.broadside.core.load.RunAxis;
import dev.broadside.core.pace.Rate;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/// What a run is checked for drift of.
///
/// @param firstInterval the first measured interval
/// @param intervalNanos the length of an interval
/// @param cycle the length of a repeating pattern in intervals; 1 if the run is planned for less
///   than two cycles, so that no pattern can be told from drift
/// @param level whether the planned load is constant, so that figures that follow it do not drift
/// @param watches further figures besides the usual ones, and limits
/// @param stopOn the figures that stop the run when they drift to the worse
public record DriftPlan(
    int firstInterval,
    long intervalNanos,
    int cycle,
    boolean level,
    List<DriftWatch> watches,
    List<String> stopOn) {
  /// Nothing is checked.
  public static final DriftPlan NONE = new DriftPlan(0, 1, 1, false, List.of(), List.of());

  public DriftPlan {
    watches = List.copyOf(watches);
    stopOn = List.copyOf(stopOn);
  }

  /// @param cycle the length of a repeating pattern that is not drift
  public static DriftPlan of(
      JobSpec spec, Duration cycle, List<DriftWatch> watches, List<String> stopOn) {
    RunAxis axis = spec.axis();
    List<LoadModel> loads =
        spec.phases().stream()
            .filter(phase -> phase.kind() == PhaseKind.MEASURE)
            .map(Phase::load)
            .distinct()
            .toList();
    Duration measured = axis.measuredTimeUntil(axis.endNanos());
    boolean cyclic = measured.compareTo(cycle.multipliedBy(2)) >= 0;
    return new DriftPlan(
        IntStream.range(0, axis.intervals()).filter(axis::measured).findFirst().orElse(0),
        spec.interval().toNanos(),
        cyclic ? Math.toIntExact(Math.max(1, cycle.dividedBy(spec.interval()))) : 1,
        loads.size() == 1 && level(loads.getFirst()),
        watches,
        stopOn);
  }

  private static boolean level(LoadModel load) {
    return switch (load) {
      case LoadModel.Closed _ -> true;
      case LoadModel.Open(int _, Rate rate, var _) -> rate instanceof Rate.Constant;
    };
  }
}
