package dev.broadside.server.feed;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.broadside.core.figures.NumberText;
import dev.broadside.core.wire.Message;
import dev.broadside.server.schedule.AgentOffer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// An agent as the HTTP API, the page and the command line show it. Immutable and JSON-ready.
///
/// @param state `connected`, `suspect` or `lost`
/// @param address where it called from
/// @param host facts about its host, as it states them
/// @param jobs ids of the jobs that it has a share of
/// @param capacity how many jobs it has at once
/// @param drained whether it gets no new job
/// @param clockOffsetMillis the server's wall clock minus the agent's
/// @param clockErrorMillis the bound of that measurement's error
/// @param roundTripMillis the shortest of the last echoes
/// @param clockWarning what is to be known of its clock and done; empty where it is near enough
/// @param unclaimed the records that it keeps of runs that the server does not know
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record AgentView(
    String name,
    String state,
    String version,
    String address,
    Map<String, String> labels,
    Map<String, String> host,
    Instant connectedAt,
    Instant lastHeardAt,
    List<String> jobs,
    int capacity,
    boolean drained,
    double clockOffsetMillis,
    double clockErrorMillis,
    double roundTripMillis,
    Optional<String> clockWarning,
    List<Unclaimed> unclaimed) {
  /// What is to be done about a clock that is far off.
  public static final String SET_CLOCK = "have NTP or chrony set the clock of its host";

  /// A clock this far off makes logs hard to compare; intervals are aligned all the same.
  private static final double FAR_OFF_MILLIS = 1_000;

  /// The warning of such a difference.
  ///
  /// @param offsetMillis the server's wall clock minus the agent's
  public static Optional<String> clockWarning(double offsetMillis) {
    double far = Math.abs(offsetMillis);
    String side = offsetMillis > 0 ? " behind" : " ahead of";
    return far > FAR_OFF_MILLIS
        ? Optional.of(
            "its clock is " + NumberText.span(far) + side + " the server's; " + SET_CLOCK + ".")
        : Optional.empty();
  }

  /// What it offers to jobs.
  public AgentOffer offer() {
    return new AgentOffer(labels, Message.hostIdentity(name, host), capacity);
  }

  /// Records of a run that the server does not know; they are with the agent alone.
  ///
  /// @param records how many
  /// @param since when they became unclaimed, on the agent's clock
  public record Unclaimed(String runId, long records, Instant since) {}
}
