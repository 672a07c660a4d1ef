package dev.broadside.client.arrivals;

import dev.broadside.core.job.Phase;
import dev.broadside.core.job.PhaseKind;
import dev.broadside.core.job.Plan;
import dev.broadside.core.pace.Share;
import dev.broadside.core.pace.ThreadRamp;
import dev.broadside.core.param.ParameterValues;
import java.util.ArrayList;
import java.util.List;

/// All phases of a run as one share sees them. Immutable.
///
/// @param all in order, without gaps
/// @param share which part of the job this is
public record Stages(List<Stage> all, Share share) {
  public Stages {
    all = List.copyOf(all);
  }

  /// @param values of the job class's parameters, one for each phase
  public static Stages of(Plan plan, List<ParameterValues> values) {
    Share share = new Share(plan.slice().agentIndex(), plan.slice().agentCount());
    return of(plan.spec().phases(), share, values);
  }

  public static Stages of(List<Phase> phases, Share share, List<ParameterValues> values) {
    List<Stage> stages = new ArrayList<>();
    long startNanos = 0;
    int threadsBefore = 0;
    for (int i = 0; i < phases.size(); i++) {
      Phase phase = phases.get(i);
      long lengthNanos = phase.duration().toNanos();
      int threads = phase.load().threadsPerAgent();
      boolean ramps = phase.kind() == PhaseKind.RAMP_UP && !phase.load().open();
      ThreadRamp staffing = new ThreadRamp(ramps ? threadsBefore : threads, threads, lengthNanos);
      stages.add(
          new Stage(
              i, startNanos, startNanos + lengthNanos, phase.load(), staffing, values.get(i)));
      startNanos += lengthNanos;
      threadsBefore = threads;
    }
    return new Stages(stages, share);
  }

  public long endNanos() {
    return all.getLast().endNanos();
  }

  /// How many threads of the share are to be at work just before a moment.
  public int threadsBefore(long nanos) {
    Stage stage =
        all.stream().filter(one -> nanos <= one.endNanos()).findFirst().orElse(all.getLast());
    int threads = 0;
    while (stage.joinNanos(threads, share) < nanos) {
      threads++;
    }
    return threads;
  }
}
