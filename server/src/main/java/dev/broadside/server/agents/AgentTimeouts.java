package dev.broadside.server.agents;

import java.time.Duration;

/// The timeouts of the coordinator, on which the reliability promises depend.
public final class AgentTimeouts {
  /// How often each side sends a ping.
  public static final Duration HEARTBEAT = Duration.ofSeconds(1);

  /// An agent whose echo is missing this long is suspect.
  public static final Duration SUSPECT_AFTER = Duration.ofSeconds(3);

  /// An agent whose echo is missing this long is lost, and its link closed.
  public static final Duration LOST_AFTER = Duration.ofSeconds(10);

  /// How long after the planned end of a run a lost agent may still come back with its records.
  public static final Duration LEASE = Duration.ofSeconds(60);

  /// How long an agent may be lost before the start until the job gives up.
  public static final Duration BEFORE_START = Duration.ofSeconds(30);

  /// The shortest time from the order to start until the common start.
  public static final Duration LEAST_LEAD = Duration.ofSeconds(1);

  /// How long an agent may come no further with a step after the step's limit, which it keeps
  /// itself as long as it can.
  public static final Duration STEP_MARGIN = Duration.ofSeconds(30);

  /// How long after its end a job takes late records in.
  public static final Duration LATE_RECORDS = Duration.ofHours(24);

  private AgentTimeouts() {}
}
