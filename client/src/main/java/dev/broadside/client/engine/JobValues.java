package dev.broadside.client.engine;

import dev.broadside.core.job.JobSpec;
import dev.broadside.core.load.LoadControl;
import dev.broadside.core.load.Phase;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Parameters.Reading;
import dev.broadside.core.param.Problem;
import dev.broadside.core.work.JobClass;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The values of a job class's parameters, for the whole job and for each phase.
///
/// @param parameters what the job class declares
/// @param whole what prepare, open and verify see
/// @param byPhase what iterations see; the same object as `whole` in a phase that changes nothing
record JobValues(Parameters parameters, ParameterValues whole, List<ParameterValues> byPhase) {
  JobValues {
    byPhase = List.copyOf(byPhase);
  }

  static JobValues read(Parameters parameters, JobSpec spec) throws RefusedShare {
    ParameterValues whole = good(parameters.read(spec.texts()), "");
    List<ParameterValues> byPhase = new ArrayList<>();
    for (int i = 0; i < spec.phases().size(); i++) {
      Phase phase = spec.phases().get(i);
      byPhase.add(
          phase.mix().isEmpty() ? whole : good(parameters.change(whole, phase.mix()), place(i)));
    }
    return new JobValues(parameters, whole, byPhase);
  }

  /// All values with another one of a parameter; as they are if it is not declared.
  ParameterValues with(String parameter, String text) throws RefusedShare {
    if (parameters.find(parameter).isEmpty()) {
      return whole;
    }
    Map<String, String> texts = new HashMap<>(whole.texts());
    texts.put(parameter, text);
    return good(parameters.read(texts), "");
  }

  /// The values that iterations see in a phase after an operator has set some of them. The server
  /// has checked them against the job class's parameters. If the job class itself objects, the
  /// planned values stay, and the log says so.
  ParameterValues in(JobClass job, int phase, LoadControl set) {
    ParameterValues planned = byPhase.get(phase);
    if (set.mix().isEmpty()) {
      return planned;
    }
    try {
      ParameterValues changed = good(parameters.change(planned, set.mix()), place(phase));
      List<Problem> problems = BrokenJobClass.ask(job, "check", () -> job.check(changed));
      if (problems.isEmpty()) {
        return changed;
      }
      throw new RefusedShare(problems);
    } catch (RefusedShare | BrokenJobClass e) {
      // The agent passes this line on.
      System.err.println("the mix stays as it was planned: " + TargetProblems.describe(e));
      return planned;
    }
  }

  private static String place(int phase) {
    return "phase " + (phase + 1) + ", ";
  }

  private static ParameterValues good(Reading reading, String place) throws RefusedShare {
    return switch (reading) {
      case Reading.Good(ParameterValues values) -> values;
      case Reading.Bad(List<Problem> problems) -> throw new RefusedShare(placed(problems, place));
    };
  }

  private static List<Problem> placed(List<Problem> problems, String place) {
    return problems.stream()
        .map(one -> new Problem(one.kind(), place + one.where(), one.what(), one.mend()))
        .toList();
  }

  /// Has the job class check the values, and those of each phase, against each other.
  List<Problem> check(JobClass job) {
    List<Problem> problems = new ArrayList<>(job.check(whole));
    for (int i = 0; i < byPhase.size(); i++) {
      if (byPhase.get(i) != whole) {
        problems.addAll(placed(job.check(byPhase.get(i)), place(i)));
      }
    }
    return problems;
  }
}
