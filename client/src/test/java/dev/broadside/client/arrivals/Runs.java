package dev.broadside.client.arrivals;

import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.load.LoadChange;
import dev.broadside.core.load.LoadModel;
import dev.broadside.core.load.Phase;
import dev.broadside.core.load.PhaseKind;
import dev.broadside.core.load.Think;
import dev.broadside.core.pace.Arrivals;
import dev.broadside.core.pace.Portion;
import dev.broadside.core.pace.Rate;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Parameters;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// Runs of few phases, for tests of who begins what when.
public final class Runs {
  private Runs() {}

  /// A measured phase.
  public static Phase seconds(int seconds, LoadModel load) {
    return new Phase(PhaseKind.MEASURE, Duration.ofSeconds(seconds), load);
  }

  static Phase rampUp(int seconds, LoadModel load) {
    return new Phase(PhaseKind.RAMP_UP, Duration.ofSeconds(seconds), load);
  }

  public static LoadModel closed(int threads, Think think) {
    return new LoadModel.Closed(threads, think);
  }

  static LoadModel constant(int threads, double perSecond) {
    return SpecBuilder.open(threads, perSecond);
  }

  static LoadModel poisson(int threads, double perSecond) {
    return new LoadModel.Open(threads, new Rate.Constant(perSecond), Arrivals.POISSON);
  }

  /// The only agent's view of phases.
  public static Stages alone(Phase... phases) {
    return stages(new Portion(0, 1), phases);
  }

  static Stages stages(Portion share, Phase... phases) {
    return changed(share, List.of(), phases);
  }

  /// Phases of which something was changed.
  static Stages changed(Portion share, List<LoadChange> changes, Phase... phases) {
    ParameterValues values = values();
    return Stages.of(List.of(phases), share, changes, (_, _) -> values);
  }

  /// All that is planned.
  public static Course course(Phase... phases) {
    return Course.of(alone(phases), 1);
  }

  /// Values of a job class without parameters.
  public static ParameterValues values() {
    return switch (Parameters.of().read(Map.of())) {
      case Parameters.Reading.Good(ParameterValues values) -> values;
      case Parameters.Reading.Bad _ -> throw new AssertionError("nothing can be wrong");
    };
  }
}
