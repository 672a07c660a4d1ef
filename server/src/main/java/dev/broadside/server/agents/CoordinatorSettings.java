package dev.broadside.server.agents;

import java.time.Duration;

/// The coordinator's patience, in one place.
///
/// @param version Broadside's version, told to agents
/// @param heartbeat how often each side sends a ping
/// @param suspectAfter an agent whose echo is missing this long is suspect
/// @param lostAfter an agent whose echo is missing this long is lost, and its link closed
/// @param lease how long after the planned end of a run a lost agent may still come back with its
///   records
/// @param patienceBeforeStart how long an agent may be lost before the start until the job gives up
/// @param leastLead the shortest time from the order to start until the common start
/// @param stepMargin how long an agent may come no further with a step beyond the step's limit,
///   which it keeps itself as long as it can
/// @param lateRecords how long after its end a job takes late records in
public record CoordinatorSettings(
    String version,
    Duration heartbeat,
    Duration suspectAfter,
    Duration lostAfter,
    Duration lease,
    Duration patienceBeforeStart,
    Duration leastLead,
    Duration stepMargin,
    Duration lateRecords) {

  /// The values that the reliability promises are stated for.
  public static CoordinatorSettings defaults(String version) {
    return new CoordinatorSettings(
        version,
        Duration.ofSeconds(1),
        Duration.ofSeconds(3),
        Duration.ofSeconds(10),
        Duration.ofSeconds(60),
        Duration.ofSeconds(30),
        Duration.ofSeconds(1),
        Duration.ofSeconds(30),
        Duration.ofHours(24));
  }
}
