package dev.broadside.server.feed;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.broadside.core.figures.NumberText;
import dev.broadside.core.wire.Message;
import dev.broadside.server.schedule.AgentOffer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// An agent as the HTTP API, the page and the command line show it. Immutable and JSON-ready.
///
/// @param host facts about its host, as it states them
/// @param jobs ids of the jobs that it has a share of
/// @param unclaimed the records that it keeps of runs that the server does not know
public record AgentView(
    @JsonUnwrapped Head head,
    @JsonUnwrapped Seen seen,
    Map<String, String> labels,
    Map<String, String> host,
    List<String> jobs,
    @JsonUnwrapped Room room,
    @JsonUnwrapped Clock clock,
    List<Unclaimed> unclaimed) {
  /// What to do about a clock that is far off.
  public static final String SET_CLOCK = "have NTP or chrony set the clock of its host";

  /// A clock this far off makes logs hard to compare; intervals are aligned all the same.
  private static final double FAR_OFF_MILLIS = 1_000;

  /// Which agent it is.
  ///
  /// @param state `connected`, `suspect` or `lost`
  /// @param address where it called from
  public record Head(String name, String state, String version, String address) {}

  /// When the server heard it.
  ///
  /// @param connectedAt the beginning of its newest connection
  public record Seen(Instant connectedAt, Instant lastHeardAt) {}

  /// How much it can take on.
  ///
  /// @param capacity how many jobs it has at once
  /// @param drained whether it gets no new job
  public record Room(int capacity, boolean drained) {}

  /// How its clock differs from the server's.
  ///
  /// @param clockOffsetMillis the server's wall clock minus the agent's
  /// @param clockErrorMillis the bound of that measurement's error
  /// @param roundTripMillis the shortest of the last echoes
  /// @param clockWarning how far off it is and what to do; empty if it is near enough
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Clock(
      double clockOffsetMillis,
      double clockErrorMillis,
      double roundTripMillis,
      Optional<String> clockWarning) {
    public static Clock of(double offsetMillis, double errorMillis, double roundTripMillis) {
      return new Clock(offsetMillis, errorMillis, roundTripMillis, warning(offsetMillis));
    }

    private static Optional<String> warning(double offsetMillis) {
      double far = Math.abs(offsetMillis);
      String side = offsetMillis > 0 ? " behind" : " ahead of";
      return far > FAR_OFF_MILLIS
          ? Optional.of(
              "its clock is " + NumberText.span(far) + side + " the server's; " + SET_CLOCK + ".")
          : Optional.empty();
    }
  }

  public String name() {
    return head.name;
  }

  public String state() {
    return head.state;
  }

  /// What it offers to jobs.
  public AgentOffer offer() {
    return new AgentOffer(labels, Message.hostIdentity(name(), host), room.capacity);
  }

  /// Records of a run that the server does not know; they are with the agent alone.
  ///
  /// @param records how many
  /// @param since when they became unclaimed, on the agent's clock
  public record Unclaimed(String runId, long records, Instant since) {}
}
