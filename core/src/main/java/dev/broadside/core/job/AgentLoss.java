package dev.broadside.core.job;

import dev.broadside.core.load.Bounds;
import dev.broadside.core.param.Parameter;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// What a running job does if an agent is lost: its process died, its host is down, or it does not
/// answer. In each case the load of all agents is never more than planned.
public enum AgentLoss {
  /// The others keep their shares. The lost agent resumes its own share when it is back, for the
  /// rest of the plan.
  CONTINUE(Duration.ofHours(1)),

  /// Once the lost agent's load has certainly ended, the others take over its part of the rate, or
  /// as many of its threads as they have in reserve. They give them back when it returns.
  REBALANCE(Duration.ofMinutes(1)),

  /// The job fails.
  FAIL(Duration.ofMinutes(1)),

  /// Like [#CONTINUE], and no agent ever ends its load because it has lost the server.
  WAIT(Bounds.LONGEST);

  /// The field of a job.
  public static final Parameter<String> DECLARED =
      Parameter.choice("on-agent-loss", "What happens to the job when one of its agents is lost.")
          .option(
              "continue",
              "the others keep their shares, and the agent resumes its own when it is back")
          .option(
              "rebalance",
              "the others take over its share of the rate or its threads once its load "
                  + "has certainly ended, until it is back (needs at least two agents)")
          .option("fail", "the job fails and ends on all agents")
          .option(
              "wait",
              "like continue, and agents that lose the server carry on to the end of "
                  + "the job, however long it is away")
          .preset("continue");

  private final Duration lease;

  AgentLoss(Duration lease) {
    this.lease = lease;
  }

  /// What a job wants.
  public static AgentLoss of(JobSpec spec) {
    return of(spec.settings().get(DECLARED)).orElseThrow();
  }

  /// Why a job that asks for rebalancing cannot be rebalanced; empty if it can, or does not ask for
  /// it.
  public static Optional<String> objection(JobSpec spec) {
    return of(spec) == REBALANCE && spec.agents().count() < 2
        ? Optional.of("the job has one agent, so that no other could take over its load")
        : Optional.empty();
  }

  /// What a word means, if it means anything.
  public static Optional<AgentLoss> of(String word) {
    return Arrays.stream(values()).filter(policy -> policy.word().equals(word)).findFirst();
  }

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// How long an agent continues its load without its server. After that it ends the load, since no
  /// one can stop it any more.
  public Duration lease() {
    return lease;
  }
}
