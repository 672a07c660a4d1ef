package dev.broadside.core.job;

import dev.broadside.core.load.Bounds;
import dev.broadside.core.param.Parameter;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// What becomes of a running job whose agent is lost: its process died, its host is down, or
/// nothing is heard of it. Whatever becomes of it, the load of all agents is never more than
/// planned.
public enum AgentLoss {
  /// The others keep their shares. The lost one takes its own up again when it is back, for the
  /// rest of the plan.
  CONTINUE(Duration.ofHours(1)),

  /// The others take over its part of the rate, or its threads as far as they have some in reserve,
  /// once its own load has surely ended, and give them back when it is there again.
  REBALANCE(Duration.ofMinutes(1)),

  /// The job fails.
  FAIL(Duration.ofMinutes(1)),

  /// As [#CONTINUE], and no agent ever gives its load up for want of a server.
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

  /// Why a job cannot be rebalanced that is to be; empty where it can, or is not to be.
  public static Optional<String> objection(JobSpec spec) {
    return of(spec) == REBALANCE && spec.agents().count() < 2
        ? Optional.of("a job on one agent has no other that could take its load over")
        : Optional.empty();
  }

  /// What a word means; empty where it means nothing.
  public static Optional<AgentLoss> of(String word) {
    return Arrays.stream(values()).filter(policy -> policy.word().equals(word)).findFirst();
  }

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// How long an agent goes on with its load without its server; then it ends it, since nobody
  /// answers for it any more.
  public Duration lease() {
    return lease;
  }
}
