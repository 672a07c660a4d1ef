package dev.broadside.core.job;

import dev.broadside.core.load.Bounds;
import dev.broadside.core.load.Counted;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Problem;
import java.util.Optional;

/// How many load threads each agent opens before the start, with a connection each: those with
/// which the load begins, and those in reserve, which rest until the load wants them. None is
/// opened later: counters are laid out, and job classes deal their data out, by what is opened.
public final class OpenedThreads {
  /// The field of a job; what is opened where nobody gives it, [#perAgent] says.
  public static final Parameter<Long> DECLARED =
      Parameter.whole(
              "max-threads",
              "Load threads that each agent opens before the start, so that more can be "
                  + "put to work during the run. By default those of the load; with "
                  + "rebalance, as many more as it takes to replace a lost agent.")
          .between(1, Bounds.MAX_THREADS);

  private OpenedThreads() {}

  /// Of each agent. Where a step of a study has more threads than is given, it opens those.
  static int perAgent(JobSpec spec) {
    int begin = spec.threadsPerAgent();
    return spec.settings()
        .find(DECLARED)
        .map(most -> Math.max(begin, Math.toIntExact(most)))
        .orElseGet(() -> Math.min(Bounds.MAX_THREADS, begin + reserve(spec, begin)));
  }

  /// With how many more the others can do what one agent did.
  private static int reserve(JobSpec spec, int begin) {
    int others = spec.agents().count() - 1;
    return takesThreadsOver(spec) && others > 0 ? Math.ceilDiv(begin, others) : 0;
  }

  /// Whether threads of a lost agent are to be begun by others.
  private static boolean takesThreadsOver(JobSpec spec) {
    return !spec.open() && AgentLoss.of(spec) == AgentLoss.REBALANCE;
  }

  /// What is wrong with the field; empty where nothing is.
  public static Optional<Problem> objection(JobSpec spec) {
    int begin = spec.threadsPerAgent();
    String threads = Counted.of(begin, "thread");
    Optional<Long> fewer = spec.settings().find(DECLARED).filter(most -> most < begin);
    if (fewer.isPresent()) {
      return wrong(
          "each agent has " + threads + " and would open " + fewer.get(),
          "let it open " + begin + " or more, or leave that out");
    }
    return takesThreadsOver(spec) && spec.agents().count() > 1 && perAgent(spec) == begin
        ? wrong(
            "each agent opens the " + threads + " that it begins with, and none for a lost agent's",
            "let it open more, or ask for continue when an agent is lost")
        : Optional.empty();
  }

  private static Optional<Problem> wrong(String what, String mend) {
    return Optional.of(Problem.wrong(DECLARED.name(), what, mend));
  }
}
