package dev.broadside.core.job;

import dev.broadside.core.load.Bounds;
import dev.broadside.core.load.Counted;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Problem;
import java.util.Optional;

/// How many load threads each agent opens before the start, each with a connection: those with
/// which the load begins, and those in reserve, which rest until the load needs them. None is
/// opened later, since the layout of counters and the distribution of data depend on their number.
public final class OpenedThreads {
  /// The field of a job. If it is not given, [#perAgent] works out a value.
  public static final Parameter<Long> DECLARED =
      Parameter.whole(
              "max-threads",
              "Load threads that each agent opens before the start, so that more can be "
                  + "put to work during the run. By default as many as the load has; with "
                  + "rebalance, as many more as it takes to replace a lost agent.")
          .between(1, Bounds.MAX_THREADS);

  private OpenedThreads() {}

  /// The threads that each agent opens. A step of a study with more threads than the field says
  /// opens those.
  static int perAgent(JobSpec spec) {
    int begin = spec.threadsPerAgent();
    return spec.settings()
        .find(DECLARED)
        .map(most -> Math.max(begin, Math.toIntExact(most)))
        .orElseGet(() -> Math.min(Bounds.MAX_THREADS, begin + reserve(spec, begin)));
  }

  /// How many more threads each of the others needs to replace one agent.
  private static int reserve(JobSpec spec, int begin) {
    int others = spec.agents().count() - 1;
    return takesThreadsOver(spec) && others > 0 ? Math.ceilDiv(begin, others) : 0;
  }

  /// Whether other agents start threads in place of a lost agent's.
  private static boolean takesThreadsOver(JobSpec spec) {
    return !spec.open() && AgentLoss.of(spec) == AgentLoss.REBALANCE;
  }

  /// What is wrong with the field, if anything.
  public static Optional<Problem> objection(JobSpec spec) {
    int begin = spec.threadsPerAgent();
    String threads = Counted.of(begin, "thread");
    Optional<Long> fewer = spec.settings().find(DECLARED).filter(most -> most < begin);
    if (fewer.isPresent()) {
      return wrong(
          "each agent has " + threads + " and would open " + fewer.get(),
          "let it open " + begin + " or more, or leave the field out");
    }
    return takesThreadsOver(spec) && spec.agents().count() > 1 && perAgent(spec) == begin
        ? wrong(
            "each agent opens the "
                + threads
                + " that it begins with, and none to replace a lost agent's",
            "let it open more, or ask for continue when an agent is lost")
        : Optional.empty();
  }

  private static Optional<Problem> wrong(String what, String mend) {
    return Optional.of(Problem.wrong(DECLARED.name(), what, mend));
  }
}
