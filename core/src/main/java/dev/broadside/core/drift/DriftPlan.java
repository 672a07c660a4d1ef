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

/// Which drift of a run is looked for.
///
/// @param firstInterval the first measured one
/// @param intervalNanos how long an interval is
/// @param cycle in how many intervals what repeats itself does so; 1 where nothing is taken to: a
///   run that is planned for less than two cycles cannot tell
/// @param level whether the planned load stays the same, so that what follows it does not drift
/// @param watches figures besides the usual ones, and limits
/// @param stopOn the figures on whose drift to the worse the run is stopped
public record DriftPlan(
    int firstInterval,
    long intervalNanos,
    int cycle,
    boolean level,
    List<DriftWatch> watches,
    List<String> stopOn) {
  /// No drift is looked for.
  public static final DriftPlan NONE = new DriftPlan(0, 1, 1, false, List.of(), List.of());

  public DriftPlan {
    watches = List.copyOf(watches);
    stopOn = List.copyOf(stopOn);
  }

  /// @param cycle after how long what is no drift may repeat itself
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
